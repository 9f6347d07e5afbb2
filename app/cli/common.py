"""What several commands need: the settings, and a database that is closed at the end."""

import logging
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from app.main import prepare
from app.persistence.database import Database, open_database
from app.settings import Settings

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"
"""The object to which each module adds its commands."""


def read_settings() -> Settings:
    """The settings of the environment. Logging is set up by them. Raises pydantic's ValidationError."""
    settings = Settings()
    logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(name)s %(message)s")
    logging.getLogger("alembic").setLevel("WARNING")
    return settings


@contextmanager
def opened_database() -> Iterator[Database]:
    """The database of the settings, closed at the end. It is neither locked nor migrated."""
    database = open_database(read_settings().database_url)
    try:
        yield database
    finally:
        database.dispose()


@contextmanager
def prepared_database() -> Iterator[Database]:
    """The database of the settings, ready to be written, closed at the end.

    An SQLite file is migrated, and locked until the end. Raises DatabaseInUse or OtherRevision.
    """
    with opened_database() as database:
        lock = prepare(database)
        try:
            yield database
        finally:
            if lock:
                lock.release()
