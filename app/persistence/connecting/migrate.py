"""Bring a database to the newest revision."""

import logging
from time import sleep

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from filelock import FileLock

from app.persistence.connecting import revisions as known
from app.persistence.connecting.database import Database, code_of
from app.persistence.connecting.file import OWN, real_path
from app.persistence.connecting.revisions import refuse, revision_of, revisions, why_newer_does_not_fit
from app.persistence.stored.tables import oldest_programs

log = logging.getLogger(__name__)

LOCK = 0x756D70697265
"""The number of the advisory lock that migrations hold on PostgreSQL."""

LOCKS, PAUSE = 0.8, 2.0
"""Seconds that a migration waits for the lock on a table, less than PostgreSQL lets a deadlock last (1), and that it
then lets others work before it tries again."""
HELD = {"55P03", "40P01"}
"""PostgreSQL: lock not available, deadlock."""


def config() -> Config:
    """Alembic's configuration."""
    config = Config()
    config.set_main_option("script_location", known.MIGRATIONS)
    return config


def migrate(database: Database) -> None:
    """Upgrade to the newest revision; concurrent callers wait for each other.

    A newer database with which this program works is left as it is; OtherRevision from one with which it does not.
    """
    if database.path is not None:
        with FileLock(f"{real_path(database.path)}.migrate-lock", mode=OWN), database.writer.begin() as connection:
            _upgrade(connection)
        return
    while not _upgrades_now(database):
        log.warning("a table is in use: the migration tries again in %g s", PAUSE)
        sleep(PAUSE)


def _upgrades_now(database: Database) -> bool:
    """Upgrade on PostgreSQL, or leave it: whoever comes after one that waits for a table waits as long as that does."""
    try:
        with database.unhurried().begin() as connection:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCKS}s'")
            if (
                revision_of(connection) in revisions()[1:]
            ):  # writers begin with this table, and wait while they hold no other
                connection.exec_driver_sql("LOCK TABLE sessions IN EXCLUSIVE MODE")
            _upgrade(connection)
    except sa.exc.OperationalError as failure:
        if code_of(failure) not in HELD:
            raise
        return False
    return True


def _upgrade(connection: sa.Connection) -> None:
    if (found := revision_of(connection)) is not None and found not in revisions():
        refuse(why_newer_does_not_fit(connection, found))
        return
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")
    _store_oldest_program(connection)


def _store_oldest_program(connection: sa.Connection) -> None:
    """Write down what the newest revision says about older programs."""
    newest = ScriptDirectory.from_config(config()).get_revision(revisions()[0])
    said = {name: getattr(newest.module, name) for name in ("revision", "oldest_revision", "oldest_release")}
    connection.execute(sa.delete(oldest_programs).where(oldest_programs.c.revision == newest.revision))
    connection.execute(sa.insert(oldest_programs), said)
