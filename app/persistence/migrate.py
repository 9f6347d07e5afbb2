"""Bring a database to the newest revision, tell whether it is there, and keep away from any other."""

from functools import cache
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock

from app.persistence.database import Database
from app.persistence.file import OWN, real_path
from app.persistence.refusals import PASSES, OtherRevision

LOCK = 0x756D70697265
"""The advisory lock that migrations hold on PostgreSQL."""


def config() -> Config:
    """Alembic's configuration, from the installed package or from the source tree."""
    package = Path(__file__).parent.parent
    folders = (package / "migrations", package.parent / "migrations")
    config = Config()
    config.set_main_option("script_location", str(next(folder for folder in folders if folder.is_dir())))
    return config


def migrate(database: Database) -> None:
    """Upgrade to the newest revision; concurrent callers wait for each other. Raises OtherRevision from a newer one."""
    if database.path is not None:
        with FileLock(f"{real_path(database.path)}.migrate-lock", mode=OWN), database.writer.begin() as connection:
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
    """Every revision this program knows, the newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(config()).walk_revisions())


def revision(database: Database) -> str | None:
    """The revision that the database is at; None before the first."""
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
        raise OtherRevision(f"the database {at}, this program needs {newest}: run `umpire migrate`.", PASSES)


def refuse_newer(found: str | None) -> None:
    """Raise OtherRevision where a newer program has migrated the database."""
    if found is not None and found not in revisions():
        newer = f"the database is at revision {found}, newer than this program ({revisions()[0]})"
        raise OtherRevision(f"{newer}: start the program that has migrated it, or a later one.")
