"""`umpire serve` and `umpire migrate`."""

import argparse
import signal
import sys
from types import FrameType

from app.cli.common import Commands, opened_database, prepared_database, read_settings
from app.cli.phones import ALL_INTERFACES, LOOPBACKS, tell_loopback, tell_phones
from app.main import create_app
from app.persistence.migrate import migrate
from app.server import Server
from app.services.rulebooks.registry import find_rulebooks


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    serve = commands.add_parser("serve", help="serve the API")
    where = serve.add_mutually_exclusive_group()
    where.add_argument("--host", default="127.0.0.1")
    where.add_argument("--lan", action="store_true", help="listen on all interfaces, and show phones the way in")
    serve.add_argument("--port", type=int, default=8000)
    serve.set_defaults(run=serve_api)
    commands.add_parser("migrate", help="bring the database to the newest revision").set_defaults(run=migrate_database)


def serve_api(given: argparse.Namespace) -> int:
    """Serve until told to stop."""
    settings = read_settings()
    find_rulebooks()
    with prepared_database():
        pass
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, leave)
    host = ALL_INTERFACES if given.lan else given.host

    def tell(port: int) -> None:
        if given.lan:
            tell_phones(port, settings.public_url)
        elif host in LOOPBACKS:
            tell_loopback(host, port)

    Server(create_app(settings), host, given.port, tell).run()
    return 0


def leave(_signal: int, _frame: FrameType | None) -> None:
    """Stop as one who was asked to; the server raises its signals again once it has stopped."""
    sys.exit(0)


def migrate_database(_given: argparse.Namespace) -> int:
    """Bring the database to the newest revision."""
    with opened_database() as database:
        migrate(database)
    return 0
