"""`umpire verify`, `umpire export` and `umpire import`: logs and whole instances in files."""

import argparse
import sys

from app.cli import arguments
from app.cli.common import Commands, announce, existing_database, is_new, opened_database, prepared_database
from app.cli.places import Places
from app.files import STANDARD, Unwritable, reading, write_lines
from app.services.instance.dump import API_KEY, IDEMPOTENCY_KEY, SESSION, dump_instance
from app.services.instance.restore import Refused, restore_instance
from app.services.log.export import Unreadable, check_export, export_session
from app.services.log.report import SessionVerification
from app.services.rulebooks.registry import find_rulebooks
from app.services.sessions.read import session_exists

RULES_UNKNOWN = 3
"""The exit status if everything except the rules was checked, because the rulebook is not installed."""


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    verify = commands.add_parser(
        "verify",
        help="check an exported session, without server or database",
        description="Check an exported session: 0 identical, 1 not, 2 unreadable, 3 all but the rules was checked.",
        epilog=arguments.shown("umpire verify match.ndjson", "umpire verify match.ndjson.gz"),
    )
    verify.add_argument("file", help="compressed or not; -: standard input")
    verify.set_defaults(run=verify_file)
    export = commands.add_parser(
        "export",
        help="write a session's log, or everything, to a file",
        epilog=arguments.shown("umpire export --all instance.ndjson.gz", "umpire export --session ID match.ndjson"),
    )
    what = export.add_mutually_exclusive_group(required=True)
    what.add_argument("--all", action="store_true", help="everything, to be imported elsewhere; it holds secrets")
    what.add_argument("--session", metavar="ID", help="one session, to be verified")
    export.add_argument(
        "file", nargs="?", default=STANDARD, help="compressed where it ends in .gz (default: -, standard output)"
    )
    export.set_defaults(run=export_to)
    restore = commands.add_parser(
        "import",
        help="take in everything that was exported elsewhere",
        epilog=arguments.shown("umpire import instance.ndjson.gz"),
    )
    restore.add_argument("file", help="-: standard input")
    restore.set_defaults(run=import_from)


def export_to(parsed: argparse.Namespace) -> int:
    """Write one session or everything; 1 where there is no such session, 2 where it cannot be written so."""
    try:
        with existing_database() as database:
            if parsed.session is None:
                write_lines(dump_instance(database), parsed.file)
                return 0
            with database.reader.connect() as connection:
                is_there = session_exists(connection, parsed.session)
            if not is_there:
                print(f"no session {parsed.session}", file=sys.stderr)
                return 1
            write_lines(export_session(database.reader, parsed.session), parsed.file)
    except Unwritable as unwritable:
        print(unwritable, file=sys.stderr)
        return 2
    return 0


def import_from(parsed: argparse.Namespace) -> int:
    """Restore a whole instance from a file, or nothing.

    Exit status 1 where it cannot be restored here, 2 where the file is damaged or incomplete.
    """
    try:
        with reading(parsed.file) as file, opened_database() as unprepared:
            makes_one = is_new(unprepared)
            with prepared_database() as database:
                counts = restore_instance(find_rulebooks(), database, file)
                if makes_one:
                    announce(database)
    except (OSError, Unreadable) as unreadable:
        print(f"{parsed.file}: {why(unreadable)}", file=sys.stderr)
        return 2
    except Refused as refused:
        print(f"{parsed.file}: {refused}", file=sys.stderr)
        return 1
    print(", ".join(f"{counts[kind]} {kind.replace('_', ' ')}s" for kind in (SESSION, API_KEY, IDEMPOTENCY_KEY)))
    return 0


def why(unreadable: Exception) -> str:
    """Why a file cannot be read."""
    return str(getattr(unreadable, "strerror", None) or unreadable)


def verify_file(parsed: argparse.Namespace) -> int:
    """Check an export: 0 identical, 1 not, 2 unreadable, 3 where all but the rules was checked."""
    places = Places()
    try:
        with reading(parsed.file) as lines:
            holds, report = check_export(find_rulebooks(), places.passed(lines))
    except (OSError, Unreadable) as unreadable:
        print(f"{parsed.file}: {why(unreadable)}", file=sys.stderr)
        return 2
    print_report(holds, report)
    for broken in places.broken(report):
        print(broken)
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
