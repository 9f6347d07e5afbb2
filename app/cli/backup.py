"""`umpire backup`: a copy of an SQLite database, also while it is served."""

import argparse
import os
import sqlite3
import sys
from pathlib import Path

from app.cli import arguments
from app.cli.common import Commands, opened_database
from app.files import STANDARD, Unwritable, atomic_file
from app.persistence.connecting.database import Database
from app.persistence.connecting.file import BESIDE, real_path, require_file


def add_commands(commands: Commands) -> None:
    """Add the command."""
    backup = commands.add_parser(
        "backup",
        help="copy the SQLite database to a file, even while the service runs",
        description="Copy the SQLite database of UMPIRE_DATABASE_URL, in its state at one moment, to a file that only "
        "its owner may read. The file is written completely or not at all. It replaces a file of the same name.",
        epilog=arguments.shown("umpire backup /var/backups/umpire.db"),
    )
    backup.add_argument("file", help="the copy; to restore it, stop the service and put it in place of the database")
    backup.set_defaults(run=back_up)


def back_up(given: argparse.Namespace) -> int:
    """Copy the database; 2 where that cannot be done so."""
    with opened_database() as database:
        if database.path is None:
            print("`umpire backup` copies SQLite files; for PostgreSQL use `pg_dump --format=custom`.", file=sys.stderr)
            return 2
        require_file(database.path)
        if given.file == STANDARD or is_own(given.file, database.path):
            print(
                f"{given.file} cannot hold the copy: name a file that does not belong to the database.", file=sys.stderr
            )
            return 2
        try:
            with atomic_file(given.file) as part:
                copy(database, part)
        except Unwritable as unwritable:
            print(unwritable, file=sys.stderr)
            return 2
        print(f"copied {real_path(database.path)} to {given.file}")
    return 0


def is_own(file: str, path: str) -> bool:
    """Whether a file is one of the database's own."""
    own = real_path(path)
    return os.path.realpath(file) in (own, *(f"{own}{end}" for end in BESIDE))


def copy(database: Database, part: Path) -> None:
    """Copy a database of one moment into a file; writers go on meanwhile."""
    target = sqlite3.connect(part, isolation_level=None)
    try:
        with database.reader.connect() as connection:
            source = connection.connection.driver_connection
            assert isinstance(source, sqlite3.Connection)
            source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # one file, until it is served
    finally:
        target.close()
