"""What an operator forgets: a player everywhere, the people of a session, or a session as a whole."""

from collections.abc import Iterator

from app.persistence.connecting.database import Database
from app.persistence.queries import personal, retention, store
from app.persistence.writing.batch import BatchTransaction
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import now
from app.services.sessions.forget import Found, forget, has_plain_names, naming
from app.services.sessions.owned import texts_of


def seats_named(database: Database, player: str | None, session: str | None) -> dict[str, tuple[int, ...] | None]:
    """The sessions in which somebody is to be forgotten, with the seats; None for everybody."""
    if session is not None:
        return {session: None}
    with database.reader.connect() as connection:
        return dict(personal.sessions_of_player(connection, player or ""))


def found_in(database: Database, places: dict[str, tuple[int, ...] | None]) -> Iterator[Found]:
    """What would be forgotten of each session that is there."""
    with database.reader.connect() as connection:
        for id, session in store.sessions_by_id(connection, places).items():
            parts = naming(texts_of(connection, id), session, places[id])
            yield Found(id, len(parts), has_plain_names(connection, session))


def forget_in(database: Database, id: str, seats: tuple[int, ...] | None) -> int:
    """Forget who sits at these seats of a session, or everybody; how many parts of its log that were."""
    with database.writer.begin() as connection:
        unit = BatchTransaction(connection, now, [id], [])
        draft = Draft(unit, None)
        session = draft.session(id)
        count = 0 if session is None else forget(draft, session, seats)
        unit.accept(draft.rows)
        unit.flush()
    return count


def scrub(database: Database) -> None:
    """Take what was deleted out of what SQLite has not overwritten yet."""
    personal.scrub(database.writer)


def delete_session(database: Database, id: str) -> bool:
    """Delete a session with everything that belongs to it; whether there was one."""
    with database.writer.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete=ON")
        if not store.known_sessions(connection, [id]):
            return False
        retention.delete_sessions(connection, [id])
    return True
