"""The revision of a database, and whether this program works with it.

Each revision names the oldest one whose programs still work with it. So an older program serves on while a newer
release has migrated already. Alembic is not needed here: it takes long to import, and a database is seldom migrated.
"""

from functools import cache
from pathlib import Path

import sqlalchemy as sa

from app.persistence.connecting.database import Database
from app.persistence.connecting.refusals import PASSES, OtherRevision
from app.persistence.stored.tables import oldest_programs

_PACKAGE = Path(__file__).parents[2]
MIGRATIONS = str(next(found for folder in (_PACKAGE, _PACKAGE.parent) if (found := folder / "migrations").is_dir()))
"""The folder of the revisions, in the installed package or in the source tree."""

_STORED = sa.table("alembic_version", sa.column("version_num", sa.String))
"""Where Alembic keeps the revision of a database."""


@cache
def revisions() -> tuple[str, ...]:
    """Every revision that this program knows, newest first, by the names of their files."""
    return tuple(
        sorted((file.stem.partition("_")[0] for file in Path(MIGRATIONS, "versions").glob("*.py")), reverse=True)
    )


def revision(database: Database) -> str | None:
    """The revision of the database; None where it has never been migrated."""
    with database.reader.connect() as connection:
        return revision_of(connection)


def revision_of(connection: sa.Connection) -> str | None:
    """The revision of the database of a connection; None where it has never been migrated."""
    if not sa.inspect(connection).has_table(_STORED.name):
        return None
    return connection.execute(sa.select(_STORED.c.version_num)).scalar_one_or_none()


def is_current(database: Database) -> bool:
    """Whether this program works with the database as it is: at its newest revision, or a later one that allows it."""
    with database.reader.connect() as connection:
        return _why_not(connection) is None


def require_current(database: Database) -> None:
    """Raise OtherRevision, with a sentence that says what to do, unless this program works with the database."""
    with database.reader.connect() as connection:
        refuse(_why_not(connection))


def require_own(database: Database) -> None:
    """Raise OtherRevision unless the database is at this program's newest revision, which knows all that is in it."""
    require_current(database)
    if (found := revision(database)) != revisions()[0]:
        raise OtherRevision(f"{_newer(found)}.")


def refuse(why: OtherRevision | None) -> None:
    """Raise the exception, if there is one."""
    if why is not None:
        raise why


def _why_not(connection: sa.Connection) -> OtherRevision | None:
    """Why this program does not work with the database; None where it does."""
    found, newest = revision_of(connection), revisions()[0]
    if found == newest:
        return None
    if found is None or found in revisions():
        at = f"is at revision {found}" if found else "has no tables"
        return OtherRevision(f"the database {at}, this program needs {newest}: run `umpire migrate`.", PASSES)
    return why_newer_does_not_fit(connection, found)


def why_newer_does_not_fit(connection: sa.Connection, found: str) -> OtherRevision | None:
    """Why this program does not work with a revision that it does not know; None where that revision allows it."""
    query = sa.select(oldest_programs).where(oldest_programs.c.revision == found)
    oldest = connection.execute(query).one_or_none()
    if oldest is None:
        return OtherRevision(f"{_newer(found)}: it takes a newer release of Umpire.")
    if oldest.oldest_revision in revisions():
        return None
    return OtherRevision(f"{_newer(found)}: it takes Umpire {oldest.oldest_release} or newer.")


def _newer(found: str | None) -> str:
    return f"the database is at revision {found}, newer than this program ({revisions()[0]})"
