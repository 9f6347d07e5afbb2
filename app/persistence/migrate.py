"""Bring a database to the newest revision, and tell whether it is there."""

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
"""The advisory lock that migrations hold on PostgreSQL."""


def config() -> Config:
    """Alembic's configuration, from the installed package or from the source tree."""
    package = Path(__file__).parent.parent
    folders = (package / "migrations", package.parent / "migrations")
    config = Config()
    config.set_main_option("script_location", str(next(folder for folder in folders if folder.is_dir())))
    return config


def migrate(database: Database) -> None:
    """Upgrade to the newest revision; concurrent callers wait for each other."""
    if database.is_sqlite:
        with FileLock(f"{database.path}.migrate-lock"), database.writer.begin() as connection:
            _upgrade(connection)
        return
    with database.writer.begin() as connection:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        _upgrade(connection)


def _upgrade(connection: sa.Connection) -> None:
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")


@cache
def head() -> str | None:
    """The newest revision."""
    return ScriptDirectory.from_config(config()).get_current_head()


def is_current(database: Database) -> bool:
    """Whether the database is at the newest revision."""
    with database.reader.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() == head()
