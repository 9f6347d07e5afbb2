"""`umpire serve` and `umpire migrate`: run the service, and migrate its database."""

import argparse
import logging
import signal
import sys
from types import FrameType

from app.cli import address, arguments
from app.cli.common import Commands, announce, is_new, opened_database, prepared_database, read_settings, shown
from app.cli.gc_freeze import without_gc
from app.cli.phones import ALL_INTERFACES, LOOPBACKS, log_local_only, print_addresses
from app.main import create_app
from app.persistence.connecting.file import make_file, make_private
from app.persistence.connecting.revisions import revision
from app.server import Server
from app.services.rulebooks.installed import find_rulebooks
from app.version import VERSION

log = logging.getLogger("umpire")


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    serve = commands.add_parser(
        "serve",
        help="run the service: API and pages",
        description="Run the service, with its API and its pages, until a signal stops it. An SQLite file is "
        "created if it does not exist.",
        epilog=arguments.shown("umpire serve", "umpire serve --host 0.0.0.0 --port 80"),
    )
    where = serve.add_mutually_exclusive_group()
    where.add_argument("--host", default="127.0.0.1", help="address or name to listen on (default: %(default)s)")
    where.add_argument(
        "--lan", action="store_true", help="listen on all interfaces, and print addresses and QR codes for phones"
    )
    serve.add_argument("--port", type=arguments.port, default=8000, help="port to listen on (default: %(default)s)")
    serve.set_defaults(run=serve_api)
    migrating = commands.add_parser(
        "migrate",
        help="migrate the database to the newest revision",
        description="Migrate the database of UMPIRE_DATABASE_URL to the newest revision. An SQLite file is created "
        "if it does not exist.",
        epilog=arguments.shown("UMPIRE_DATABASE_URL=postgresql://user:password@host/name umpire migrate"),
    )
    migrating.set_defaults(run=migrate_database)


def serve_api(parsed: argparse.Namespace) -> int:
    """Run the service until it is told to stop."""
    settings = read_settings()
    with without_gc():
        find_rulebooks()
    host = ALL_INTERFACES if parsed.lan else parsed.host
    listeners = address.bind(host, parsed.port)
    try:
        with opened_database() as database:
            makes_one, where = is_new(database), shown(database)
        with prepared_database():
            pass
        address.listen(listeners, host, parsed.port)
    except BaseException:
        for listener in listeners:
            listener.close()
        raise
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, leave)
    there = ", ".join(address.shown(listener) for listener in listeners)
    kind = ", a new database" if makes_one else ""
    greeting = f"umpire {VERSION} serves {there} from {where}{kind}"

    def greet() -> None:
        log.log(logging.WARNING if makes_one else logging.INFO, greeting)
        port = listeners[0].getsockname()[1]
        if parsed.lan:
            print_addresses(port, settings.public_url)
        elif host in LOOPBACKS:
            log_local_only(host, port)

    with without_gc():
        service = create_app(settings)
    Server(service, listeners, greet).run()
    return 0


def leave(_signal: int, _frame: FrameType | None) -> None:
    """End the process with status 0. After the server has stopped, it raises the signal that stopped it once more."""
    sys.exit(0)


def migrate_database(_parsed: argparse.Namespace) -> int:
    """Migrate the database to the newest revision."""
    from app.persistence.connecting.migrate import migrate  # the other commands need no Alembic, which takes long

    with opened_database() as database:
        makes_one = database.path is not None and make_file(database.path)
        migrate(database)
        if database.path is not None:
            make_private(database.path)
        if makes_one:
            announce(database)
        print(f"{shown(database)} is at revision {revision(database)}")
    return 0
