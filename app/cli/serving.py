"""`umpire serve` and `umpire migrate`: run the service, and migrate its database."""

import argparse
import signal
import sys
from types import FrameType

from app.cli.common import Commands, opened_database, prepared_database, read_settings
from app.main import create_app
from app.persistence.migrate import migrate
from app.server import Server
from app.services.rulebooks.registry import find_rulebooks


def add_commands(commands: Commands) -> None:
    """Add the commands of this file."""
    serve = commands.add_parser("serve", help="serve the API")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=8000)
    serve.set_defaults(run=serve_api)
    commands.add_parser("migrate", help="bring the database to the newest revision").set_defaults(run=migrate_database)


def serve_api(parsed: argparse.Namespace) -> int:
    """Run the service until it is told to stop."""
    settings = read_settings()
    find_rulebooks()
    with prepared_database():
        pass
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, leave)
    Server(create_app(settings), parsed.host, parsed.port).run()
    return 0


def leave(_signal: int, _frame: FrameType | None) -> None:
    """End the process with status 0. After the server has stopped, it raises the signal that stopped it once more."""
    sys.exit(0)


def migrate_database(_parsed: argparse.Namespace) -> int:
    """Migrate the database to the newest revision."""
    with opened_database() as database:
        migrate(database)
    return 0
