"""`umpire verify`, `umpire export` and `umpire import`: logs and whole instances in files."""

import argparse
import sys
from collections.abc import Iterator, Mapping

from pydantic_core import from_json

from app.cli import arguments
from app.cli.broken_lines import BrokenLineFinder
from app.cli.common import Commands, announce, counted, existing_database, is_new, opened_database, prepared_database
from app.files import STANDARD, Unwritable, open_input, write_lines
from app.services.instance.dump import dump_instance, totals
from app.services.instance.restore import Refused, restore_instance
from app.services.log.export import Unreadable, bounded, export_session, holds, read_export, report_on
from app.services.log.read import Log
from app.services.log.report import SessionVerification
from app.services.rulebooks.installed import find_rulebooks
from app.services.sessions.read import session_exists

RULES_UNKNOWN = 3
"""The exit status if everything except the rules was checked, because the rulebook is not installed."""


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    verify = commands.add_parser(
        "verify",
        help="check an exported session, without server or database",
        description="Check the exported log of a session, without server or database: its hashes, seeds and dice. "
        "Every action is played again by the rules. Exit status 0: identical, as far as it is shown. 1: not identical. "
        "2: the file cannot be read. 3: everything except the rules was checked, because the rulebook is not "
        "installed. To check that it is the log that you saw, add what you noted during the session: --commitment, "
        "--head, --entropy.",
        epilog=arguments.shown("umpire verify match.ndjson", "umpire verify match.ndjson.gz"),
    )
    verify.add_argument("file", help="the exported log, compressed or not; -: standard input")
    verify.add_argument(
        "--commitment",
        action="append",
        default=[],
        metavar="HEX",
        help="the commitment that you noted at the opening; repeat this option for each further seed chain",
    )
    verify.add_argument(
        "--head", action="append", default=[], metavar="HEX", help="a head of the log that you noted after any event"
    )
    verify.add_argument(
        "--entropy",
        action="append",
        default=[],
        metavar="SEAT=HEX",
        type=seat_and_bytes,
        help="the bytes that a seat contributed to the dice",
    )
    verify.set_defaults(run=verify_file)
    export = commands.add_parser(
        "export",
        help="write a session's log, or everything, to a file",
        description="Write the log of one session to a file that `umpire verify` checks, or everything to a file for "
        "`umpire import`. Works while the service runs.",
        epilog=arguments.shown("umpire export --all instance.ndjson.gz", "umpire export --session ID match.ndjson"),
    )
    what = export.add_mutually_exclusive_group(required=True)
    what.add_argument("--all", action="store_true", help="everything, to be imported elsewhere; contains secrets")
    what.add_argument("--session", metavar="ID", help="one session, to be verified")
    export.add_argument(
        "file",
        nargs="?",
        default=STANDARD,
        help="the file to write, compressed if its name ends in .gz (default: -, standard output)",
    )
    export.set_defaults(run=export_to)
    restore = commands.add_parser(
        "import",
        help="import everything that was exported elsewhere",
        description="Import a file made by `umpire export --all`. Existing data stays. Each session is verified first; "
        "if anything is wrong, nothing is written. Stop the service first.",
        epilog=arguments.shown("umpire import instance.ndjson.gz"),
    )
    restore.add_argument("file", help="the exported file, compressed or not; -: standard input")
    restore.set_defaults(run=import_from)


def seat_and_bytes(text: str) -> tuple[int, str]:
    """A seat and its bytes in hex, from `SEAT=HEX`. Raises ValueError."""
    seat, _, noted = text.partition("=")
    if not noted:
        raise ValueError("SEAT=HEX is wanted")
    return int(seat), bytes.fromhex(noted).hex()


def export_to(parsed: argparse.Namespace) -> int:
    """Write one session or everything; 1 where there is no such session, 2 where it cannot be written so."""
    try:
        with existing_database() as database:
            if parsed.session is None:
                last = from_json(write_lines(dump_instance(database), parsed.file))
                report(f"exported {amounts(last)}", parsed.file)
                return 0
            with database.reader.connect() as connection:
                is_there = session_exists(connection, parsed.session)
            if not is_there:
                print(f"no session {parsed.session}", file=sys.stderr)
                return 1
            last = from_json(write_lines(export_session(database.reader, parsed.session), parsed.file))
            report(f"exported {counted(last['events'], 'event')} of session {parsed.session}", parsed.file)
    except Unwritable as unwritable:
        print(unwritable, file=sys.stderr)
        return 2
    return 0


def report(done: str, file: str) -> None:
    """Say what was written: beside the lines themselves where they go to standard output."""
    if file == STANDARD:
        print(done, file=sys.stderr)
    else:
        print(f"{done} to {file}")


def amounts(totals: Mapping[str, int]) -> str:
    """How much an instance has."""
    nouns = {"sessions": "session", "api_keys": "API key", "players": "player", "idempotency_keys": "idempotency key"}
    *others, last = (counted(totals.get(name, 0), noun) for name, noun in nouns.items())
    return f"{', '.join(others)} and {last}"


def import_from(parsed: argparse.Namespace) -> int:
    """Restore a whole instance from a file, or nothing.

    Exit status 1 where it cannot be restored here, 2 where the file is damaged or incomplete.
    """
    try:
        with open_input(parsed.file) as file, opened_database() as unprepared:
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
    print(f"imported {amounts(totals(counts))}")
    return 0


def why(unreadable: Exception) -> str:
    """Why a file cannot be read."""
    return str(getattr(unreadable, "strerror", None) or unreadable)


def verify_file(parsed: argparse.Namespace) -> int:
    """Check an export: 0 identical, 1 not, 2 unreadable, 3 where all but the rules was checked."""
    places, books = BrokenLineFinder(), find_rulebooks()
    try:
        with open_input(parsed.file) as file:
            log = read_export(places.passed(bounded(file)))
            report = report_on(books, log, 1)
    except (OSError, Unreadable) as unreadable:
        print(printable(f"{parsed.file}: {why(unreadable)}"), file=sys.stderr)
        return 2
    others = [*differences(log, places, parsed)]
    is_whole = (holds(report) or is_partly_shown(report)) and not others
    for line in (*result_lines(is_whole, report, log, len(parsed.commitment)), *others, *places.broken(report)):
        print(printable(line))
    for missing in report["unproven"]:
        first, last = missing["first"], missing["last"]
        print(f"the seeds of actions {first} … {last} were never revealed, though all are closed", file=sys.stderr)
    if report["result"] == "rules-unknown":
        print(printable(f"rules not checked: install the rulebook {report['ruleset']}"), file=sys.stderr)
        return 1 if others else RULES_UNKNOWN
    return 0 if is_whole else 1


def is_partly_shown(report: SessionVerification) -> bool:
    """Whether nothing is wrong with a log, as far as its reader may see it."""
    return report["result"] == "not-shown" and report["chain"]["ok"] and not report["unproven"]


def printable(text: str) -> str:
    """A text for a terminal: what a file says in it may be anything."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def differences(log: Log, places: BrokenLineFinder, parsed: argparse.Namespace) -> Iterator[str]:
    """A sentence for each thing that somebody noted and that is another in the log."""
    for number, noted in enumerate(parsed.commitment, 1):
        if number not in log.chains or log.chains[number]["commitment"] != noted.lower():
            yield f"the commitment of chain {number} is not {noted}, which was noted"
    for noted in parsed.head:
        if noted.lower() not in places.heads:
            yield f"no event has the head {noted} that was noted"
    for seat, noted in parsed.entropy:
        if log.shares.get(seat, b"").hex() != noted.lower():
            yield f"seat {seat} has revealed other bytes than {noted}, or none"


def result_lines(is_whole: bool, report: SessionVerification, log: Log, noted: int) -> Iterator[str]:
    """The result of a verification, and what a reader of the log should know of it.

    `noted`: how many commitments somebody has noted.
    """
    shown = " as far as shown" if report["hidden"] and (not log.is_closed or report["result"] == "not-shown") else ""
    result, actions = f"identical{shown}" if is_whole else report["result"], counted(len(report["actions"]), "action")
    yield f"{result if is_whole or result != 'identical' else 'diverged'}: {actions}, dice {report['dice']}"
    yield f"chain {'ok' if report['chain']['ok'] else 'broken'}: {counted(report['chain']['events'], 'event')}"
    yield f"head {report['chain']['head']}"
    if log.fault is not None:
        return
    yield f"label {log.label}"
    for number, chain in log.chains.items():
        is_noted = "" if number <= noted else ", which was not noted"
        yield f"commitment of chain {number} {chain['commitment']}{is_noted}"
    for seat, by in log.waived:
        yield f"the entropy of seat {seat} was left out by {sender(by)}"
    for story in log.stories.values():
        if (version := story.declared["ruleset_version"]) != log.opened["ruleset_version"]:
            yield f"action {story.number} was played under version {version} of the rulebook"
        if story.voided and any(entry["kind"] == "rolled" for entry in story.entries):
            yield f"action {story.number} had rolled and was voided by {sender(story.voided['by'])}"
        elif story.status == "pending":
            yield f"action {story.number} waits for an answer"
    for count, what in ((report["hidden"], "not shown"), (report["forgotten"], "forgotten")):
        if count:
            yield f"{counted(count, 'private part')} {what}"


def sender(by: object) -> str:
    """Who did something, in words."""
    return f"seat {by['seat']}" if isinstance(by, dict) else f"all {by}" if by == "seats" else f"the {by}"
