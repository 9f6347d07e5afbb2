"""Bring a database to the newest revision, and tell whether this program works with the revision of a database.

Each revision names the oldest one whose programs still work with it. So an older program serves on while a newer
release has migrated already.
"""

import logging
from functools import cache
from pathlib import Path
from time import sleep

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock

from app.persistence.database import Database, code_of
from app.persistence.file import OWN, real_path
from app.persistence.refusals import PASSES, OtherRevision
from app.persistence.tables import oldest_programs

log = logging.getLogger(__name__)

_PACKAGE = Path(__file__).parent.parent
MIGRATIONS = str(next(found for folder in (_PACKAGE, _PACKAGE.parent) if (found := folder / "migrations").is_dir()))
"""The folder of the revisions, in the installed package or in the source tree."""

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
    config.set_main_option("script_location", MIGRATIONS)
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
                _revision(connection) in revisions()[1:]
            ):  # writers begin with this table, and wait while they hold no other
                connection.exec_driver_sql("LOCK TABLE sessions IN EXCLUSIVE MODE")
            _upgrade(connection)
    except sa.exc.OperationalError as failure:
        if code_of(failure) not in HELD:
            raise
        return False
    return True


def _upgrade(connection: sa.Connection) -> None:
    if (found := _revision(connection)) is not None and found not in revisions():
        _refuse(_why_newer_does_not_fit(connection, found))
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


@cache
def revisions() -> tuple[str, ...]:
    """Every revision that this program knows, newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(config()).walk_revisions())


def revision(database: Database) -> str | None:
    """The revision of the database; None where it has never been migrated."""
    with database.reader.connect() as connection:
        return _revision(connection)


def _revision(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def is_current(database: Database) -> bool:
    """Whether this program works with the database as it is: at its newest revision, or a later one that allows it."""
    with database.reader.connect() as connection:
        return _why_not(connection) is None


def require_current(database: Database) -> None:
    """Raise OtherRevision, with a sentence that says what to do, unless this program works with the database."""
    with database.reader.connect() as connection:
        _refuse(_why_not(connection))


def require_own(database: Database) -> None:
    """Raise OtherRevision unless the database is at this program's newest revision, which knows all that is in it."""
    require_current(database)
    if (found := revision(database)) != revisions()[0]:
        raise OtherRevision(f"{_newer(found)}.")


def _refuse(why: OtherRevision | None) -> None:
    if why is not None:
        raise why


def _why_not(connection: sa.Connection) -> OtherRevision | None:
    """Why this program does not work with the database; None where it does."""
    found, newest = _revision(connection), revisions()[0]
    if found == newest:
        return None
    if found is None or found in revisions():
        at = f"is at revision {found}" if found else "has no tables"
        return OtherRevision(f"the database {at}, this program needs {newest}: run `umpire migrate`.", PASSES)
    return _why_newer_does_not_fit(connection, found)


def _why_newer_does_not_fit(connection: sa.Connection, found: str) -> OtherRevision | None:
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
