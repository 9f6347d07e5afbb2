"""What several commands need: the settings, and a database that is closed at the end."""

import sys
from argparse import _SubParsersAction
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from sqlalchemy.exc import SQLAlchemyError

from app.cli.arguments import Parser
from app.logs import configure
from app.main import prepare
from app.persistence.connecting.database import Database, open_database
from app.persistence.connecting.file import exists, real_path, require_file
from app.persistence.connecting.refusals import explained
from app.persistence.connecting.revisions import require_current
from app.settings import Settings, read_environment

Commands: TypeAlias = "_SubParsersAction[Parser]"
"""Where commands are added."""


def read_settings() -> Settings:
    """The settings of the environment; logging starts as they say. Raises WrongSettings."""
    settings = read_environment()
    configure(settings.log_level, settings.log_format)
    return settings


@contextmanager
def opened_database() -> Iterator[Database]:
    """The database of the settings, as it is. Raises DatabaseRefused, also where it fails meanwhile."""
    database = open_database(read_settings().database_url)
    try:
        yield database
    except SQLAlchemyError as failure:
        raise explained(database.url, failure) from None
    finally:
        database.dispose()


@contextmanager
def existing_database() -> Iterator[Database]:
    """The database of the settings at the newest revision; none is made or migrated. Raises DatabaseRefused."""
    with opened_database() as database:
        if database.path is not None:
            require_file(database.path)
        require_current(database)
        yield database


@contextmanager
def made_database() -> Iterator[Database]:
    """The database of the settings, at the newest revision; an SQLite file is made where there is none.

    Raises DatabaseRefused.
    """
    with opened_database() as unprepared:
        if is_new(unprepared):
            with prepared_database() as database:
                announce(database)
    with existing_database() as database:
        yield database


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


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun; `many` is the noun for other numbers than 1, where that is not `one` with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def is_new(database: Database) -> bool:
    """Whether the SQLite file of the database is yet to be made."""
    return database.path is not None and not exists(database.path)


def announce(database: Database) -> None:
    """Tell that a new database has been made."""
    print(f"created a new database: {shown(database)}", file=sys.stderr)


def shown(database: Database) -> str:
    """Where the database is, without its password."""
    if database.path is not None:
        return str(database.url.set(database=real_path(database.path)))
    return database.url.set(drivername="postgresql").render_as_string(hide_password=True)
