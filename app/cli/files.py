"""`umpire verify`, `umpire export` and `umpire import`: logs and whole instances in files."""

import argparse
import sys
from pathlib import Path

from app.cli.common import Commands, opened_database, prepared_database
from app.files import STANDARD, reading, write_lines
from app.persistence.migrate import require_current
from app.services.instance.dump import API_KEY, IDEMPOTENCY_KEY, SESSION, dump_instance
from app.services.instance.restore import Refused, restore_instance
from app.services.log.export import Unreadable, check_export, export_session
from app.services.log.report import SessionVerification
from app.services.rulebooks.registry import find_rulebooks
from app.services.sessions.read import session_exists

RULES_UNKNOWN = 3
"""The exit status if everything except the rules was checked, because the rulebook is not installed."""


def add_commands(commands: Commands) -> None:
    """Add the commands of this file."""
    verify = commands.add_parser("verify", help="check an exported session, without server or database")
    verify.add_argument("file", type=Path)
    verify.set_defaults(run=verify_file)
    export = commands.add_parser("export", help="write a session's log, or everything, to a file")
    what = export.add_mutually_exclusive_group(required=True)
    what.add_argument("--all", action="store_true", help="everything, to be imported elsewhere; it holds secrets")
    what.add_argument("--session", metavar="ID", help="one session, to be verified")
    export.add_argument("file", nargs="?", default=STANDARD, help="compressed where it ends in .gz; -: standard output")
    export.set_defaults(run=export_to)
    restore = commands.add_parser("import", help="take in everything that was exported elsewhere")
    restore.add_argument("file", help="-: standard input")
    restore.set_defaults(run=import_from)


def export_to(parsed: argparse.Namespace) -> int:
    """Write one session or the whole instance to a file.

    Exit status 1 where there is no such session or no such database.
    """
    with opened_database() as database:
        if database.path is not None and not Path(database.path).exists():
            print(f"there is no {database.path}", file=sys.stderr)
            return 1
        require_current(database)
        if parsed.session is None:
            write_lines(dump_instance(database), parsed.file)
            return 0
        with database.reader.connect() as connection:
            is_there = session_exists(connection, parsed.session)
        if not is_there:
            print(f"no session {parsed.session}", file=sys.stderr)
            return 1
        write_lines(export_session(database.reader, parsed.session), parsed.file)
    return 0


def import_from(parsed: argparse.Namespace) -> int:
    """Restore a whole instance from a file, or nothing.

    Exit status 1 where it cannot be restored here, 2 where the file is damaged or incomplete.
    """
    try:
        with prepared_database() as database, reading(parsed.file) as file:
            counts = restore_instance(find_rulebooks(), database, file)
    except (OSError, Unreadable) as unreadable:
        print(f"{parsed.file}: {unreadable}", file=sys.stderr)
        return 2
    except Refused as refused:
        print(f"{parsed.file}: {refused}", file=sys.stderr)
        return 1
    print(", ".join(f"{counts[kind]} {kind.replace('_', ' ')}s" for kind in (SESSION, API_KEY, IDEMPOTENCY_KEY)))
    return 0


def verify_file(parsed: argparse.Namespace) -> int:
    """Verify an exported session.

    Exit status 0 where it is identical, 1 where not, 2 where the file cannot be read, 3 where everything except the
    rules was checked.
    """
    try:
        with parsed.file.open("rb") as lines:
            holds, report = check_export(find_rulebooks(), lines)
    except (OSError, Unreadable) as unreadable:
        print(f"{parsed.file}: {unreadable}", file=sys.stderr)
        return 2
    print_report(holds, report)
    if report["result"] == "rules-unknown":
        print(f"rules not checked: install the rulebook {report['ruleset']}", file=sys.stderr)
        return RULES_UNKNOWN
    return 0 if holds else 1


def print_report(holds: bool, report: SessionVerification) -> None:
    """Print the result of a verification."""
    print(f"{'identical' if holds else report['result']}: {len(report['actions'])} actions, dice {report['dice']}")
    print(f"chain {'ok' if report['chain']['ok'] else 'broken'}: {report['chain']['events']} events")
    print(f"head {report['chain']['head']}")
    for missing in report["unproven"]:
        first, last = missing["first"], missing["last"]
        print(f"the seeds of actions {first} … {last} were never revealed, though all are closed", file=sys.stderr)
    for action in report["actions"]:
        if action["first_difference"]:
            print(f"action {action['number']}: {action['result']} at {action['first_difference']}")
