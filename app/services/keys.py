"""API keys: the operator of the service makes, lists and revokes them."""

from uuid_utils import uuid7

from app.persistence.connecting.database import Database
from app.persistence.queries import credentials
from app.persistence.stored.codec import Json
from app.persistence.writing.writer import now
from app.services.access import KEY_PREFIX, Caller, new_token


def create_key(database: Database, name: str, *, opens_only: bool = False) -> tuple[str, str]:
    """Make a key, which may open sessions and do nothing else. Returns its id and the key, stored only as a hash."""
    id, key = str(uuid7()), new_token(KEY_PREFIX)
    with database.writer.begin() as connection:
        row = {"id": id, "name": name, "key": Caller(key).digest, "created_at": now(), "opens_only": opens_only}
        credentials.add_api_key(connection, row)
    return id, key


def list_keys(database: Database) -> list[Json]:
    """Every key, oldest first: its id, its name and its times, without the key itself."""
    with database.reader.connect() as connection:
        return credentials.all_api_keys(connection)


def revoke_key(database: Database, id: str) -> bool:
    """Revoke a key. Returns False where there is no such key, or where it has been revoked before."""
    with database.writer.begin() as connection:
        return credentials.revoke_api_key(connection, id, now())
