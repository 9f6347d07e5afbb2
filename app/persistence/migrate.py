"""Migrations: bring a database to the newest revision, and refuse to work with any other."""

from functools import cache
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock

from app.persistence.database import Database

LOCK = 0x756D70697265
"""The number of the advisory lock that migrations hold on PostgreSQL."""


class OtherRevision(Exception):
    """The database has a revision that this program does not work with."""


def config() -> Config:
    """Alembic's configuration, for the installed package or for the source tree."""
    package = Path(__file__).parent.parent
    folders = (package / "migrations", package.parent / "migrations")
    config = Config()
    config.set_main_option("script_location", str(next(folder for folder in folders if folder.is_dir())))
    return config


def migrate(database: Database) -> None:
    """Bring the database to the newest revision. Concurrent callers wait for each other.

    Raises OtherRevision where a newer program has migrated the database.
    """
    if database.is_sqlite:
        with FileLock(f"{database.path}.migrate-lock"), database.writer.begin() as connection:
            _upgrade(connection)
        return
    with database.unhurried().begin() as connection:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        _upgrade(connection)


def _upgrade(connection: sa.Connection) -> None:
    refuse_newer(MigrationContext.configure(connection).get_current_revision())
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")


@cache
def revisions() -> tuple[str, ...]:
    """Every revision that this program knows, newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(config()).walk_revisions())


def revision(database: Database) -> str | None:
    """The revision of the database; None where it has never been migrated."""
    with database.reader.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def is_current(database: Database) -> bool:
    """Whether the database is at the newest revision."""
    return revision(database) == revisions()[0]


def require_current(database: Database) -> None:
    """Raise OtherRevision unless the database is at the newest revision."""
    found, newest = revision(database), revisions()[0]
    refuse_newer(found)
    if found != newest:
        at = f"is at revision {found}" if found else "has no tables"
        raise OtherRevision(f"the database {at}, this program needs {newest}: run `umpire migrate`")


def refuse_newer(found: str | None) -> None:
    """Raise OtherRevision where the program does not know the revision: a newer one has migrated the database."""
    if found is not None and found not in revisions():
        raise OtherRevision(f"the database is at revision {found}, newer than this program ({revisions()[0]})")
