"""What several commands share: settings, a database that is closed again, one process on an SQLite file."""

import logging
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from app.main import prepare
from app.persistence.database import Database, open_database
from app.settings import Settings

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"
"""Where commands are added."""


def read_settings() -> Settings:
    """The settings of the environment; logging starts as they say. Raises ValidationError."""
    settings = Settings()
    logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(name)s %(message)s")
    logging.getLogger("alembic").setLevel("WARNING")
    return settings


@contextmanager
def opened_database() -> Iterator[Database]:
    """The database of the settings, as it is."""
    database = open_database(read_settings().database_url)
    try:
        yield database
    finally:
        database.dispose()


@contextmanager
def prepared_database() -> Iterator[Database]:
    """The database of the settings, ready to be written: an SQLite file is migrated, and no other process serves it."""
    with opened_database() as database:
        lock = prepare(database)
        try:
            yield database
        finally:
            if lock:
                lock.release()
