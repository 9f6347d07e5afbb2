"""`umpire serve | migrate | verify FILE | export | import FILE | keys create NAME | keys list | keys revoke ID`."""

import argparse
import logging
import signal
import sys
from pathlib import Path
from types import FrameType

from pydantic import ValidationError
from sqlalchemy.exc import OperationalError

from app.files import STANDARD, reading, write_lines
from app.main import DatabaseInUse, create_app, prepare
from app.persistence import store
from app.persistence.database import Database, open_database
from app.persistence.migrate import OtherRevision, migrate, require_current
from app.server import Server
from app.services.instance.dump import API_KEY, IDEMPOTENCY_KEY, SESSION, dump_instance
from app.services.instance.restore import Refused, restore_instance
from app.services.keys import create_key, list_keys, revoke_key
from app.services.log.export import Unreadable, check_export, export
from app.services.rulebooks.check import WrongRulebooks
from app.services.rulebooks.registry import find_rulebooks
from app.settings import Settings


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit status is its answer: 2 where a rulebook, an argument or a setting is wrong."""
    try:
        return run(arguments)
    except WrongRulebooks as wrong:
        print(wrong, file=sys.stderr)
        return 2


def run(arguments: list[str] | None) -> int:
    """Run a command. Raises WrongRulebooks."""
    parser = argparse.ArgumentParser(prog="umpire", description="Resolves combat for tabletop games.")
    commands = parser.add_subparsers(dest="command", required=True)
    serve = commands.add_parser("serve", help="serve the API")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=8000)
    commands.add_parser("migrate", help="bring the database to the newest revision")
    verify = commands.add_parser("verify", help="check an exported session, without server or database")
    verify.add_argument("file", type=Path)
    out = commands.add_parser("export", help="write a session's log, or everything, to a file")
    what = out.add_mutually_exclusive_group(required=True)
    what.add_argument("--all", action="store_true", help="everything, to be imported elsewhere; it holds secrets")
    what.add_argument("--session", metavar="ID", help="one session, to be verified")
    out.add_argument("file", nargs="?", default=STANDARD, help="compressed where it ends in .gz; -: standard output")
    take_in = commands.add_parser("import", help="take in everything that was exported elsewhere")
    take_in.add_argument("file", help="-: standard input")
    keys = commands.add_parser("keys", help="API keys").add_subparsers(dest="keys", required=True)
    keys.add_parser("create", help="make a key; it is shown once").add_argument("name")
    keys.add_parser("list", help="list the keys")
    keys.add_parser("revoke", help="revoke a key").add_argument("id")
    given = parser.parse_args(arguments)
    if given.command == "verify":
        return verify_file(given.file)
    try:
        settings = Settings()
    except ValidationError as invalid:
        print(invalid, file=sys.stderr)
        return 2
    logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(name)s %(message)s")
    logging.getLogger("alembic").setLevel("WARNING")
    try:
        if given.command == "serve":
            return serve_api(settings, given.host, given.port)
        if given.command == "export":
            return export_to(settings, given.session, given.file)
        if given.command == "import":
            return import_from(settings, given.file)
        return migrate_database(settings) if given.command == "migrate" else tend_keys(settings, given)
    except (DatabaseInUse, OtherRevision) as refused:
        print(refused, file=sys.stderr)
    except OperationalError as unreachable:
        print(f"the database cannot be reached: {unreachable.orig}", file=sys.stderr)
    return 1


def serve_api(settings: Settings, host: str, port: int) -> int:
    """Serve until told to stop; the rulebooks are checked before the database is touched."""
    find_rulebooks()
    database = open_database(settings.database_url)
    if lock := prepare(database):
        lock.release()
    database.dispose()
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, leave)
    Server(create_app(settings), host, port).run()
    return 0


def leave(_signal: int, _frame: FrameType | None) -> None:
    """Stop as one who was asked to; the server raises its signals again once it has stopped."""
    sys.exit(0)


def migrate_database(settings: Settings) -> int:
    """Bring the database to the newest revision."""
    database = open_database(settings.database_url)
    try:
        migrate(database)
    finally:
        database.dispose()
    return 0


def tend_keys(settings: Settings, given: argparse.Namespace) -> int:
    """Make, list or revoke API keys; 1 where there is nothing to revoke."""
    database = open_database(settings.database_url)
    lock = prepare(database)
    try:
        return run_keys(database, given)
    finally:
        database.dispose()
        if lock:
            lock.release()


def run_keys(database: Database, given: argparse.Namespace) -> int:
    """Carry out a command on keys."""
    if given.keys == "create":
        id, key = create_key(database, given.name)
        print(f"{id}  {given.name}\n{key}")
    elif given.keys == "list":
        for row in list_keys(database):
            revoked = f"revoked {row['revoked_at']}" if row["revoked_at"] else ""
            print(f"{row['id']}  {row['created_at']}  {row['name']}  {revoked}".rstrip())
    elif not revoke_key(database, given.id):
        print(f"no key {given.id} to revoke", file=sys.stderr)
        return 1
    return 0


def export_to(settings: Settings, session: str | None, file: str) -> int:
    """Write one session or everything; 1 where there is no such session."""
    database = open_database(settings.database_url)
    if database.path is not None and not Path(database.path).exists():
        print(f"there is no {database.path}", file=sys.stderr)
        return 1
    try:
        require_current(database)
        lines = dump_instance(database) if session is None else export(store.all_events(database.reader, session))
        if session is not None and not has_session(database, session):
            print(f"no session {session}", file=sys.stderr)
            return 1
        write_lines(lines, file)
    finally:
        database.dispose()
    return 0


def has_session(database: Database, id: str) -> bool:
    """Whether there is a session."""
    with database.reader.connect() as connection:
        return bool(store.known_sessions(connection, [id]))


def import_from(settings: Settings, name: str) -> int:
    """Take in everything, or nothing: 1 where it cannot come in here, 2 where the file is not whole."""
    database = open_database(settings.database_url)
    lock = prepare(database)
    try:
        with reading(name) as file:
            counts = restore_instance(find_rulebooks(), database, file)
    except (OSError, Unreadable) as unreadable:
        print(f"{name}: {unreadable}", file=sys.stderr)
        return 2
    except Refused as refused:
        print(f"{name}: {refused}", file=sys.stderr)
        return 1
    finally:
        database.dispose()
        if lock:
            lock.release()
    print(", ".join(f"{counts[kind]} {kind.replace('_', ' ')}s" for kind in (SESSION, API_KEY, IDEMPOTENCY_KEY)))
    return 0


def verify_file(file: Path) -> int:
    """Check an export: 0 identical, 1 not, 2 unreadable."""
    try:
        with file.open("rb") as lines:
            holds, report = check_export(find_rulebooks(), lines)
    except (OSError, Unreadable) as unreadable:
        print(f"{file}: {unreadable}", file=sys.stderr)
        return 2
    print(f"{'identical' if holds else report['result']}: {len(report['actions'])} actions, dice {report['dice']}")
    print(f"chain {'ok' if report['chain']['ok'] else 'broken'}: {report['chain']['events']} events")
    print(f"head {report['chain']['head']}")
    for action in report["actions"]:
        if action["first_difference"]:
            print(f"action {action['number']}: {action['result']} at {action['first_difference']}")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
