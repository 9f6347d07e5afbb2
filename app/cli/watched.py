"""`umpire sessions`: where the service plays or keeps time, how long and whose; and how that ends."""

import argparse
import sys

from app.cli import arguments
from app.cli.common import Commands, counted, existing_database
from app.services.autoplay.watched import WatchedSession, end, watched
from app.services.rulebooks.installed import find_rulebooks


def add_commands(commands: Commands) -> None:
    """Add the command."""
    sessions = commands.add_parser(
        "sessions",
        help="list the sessions in which the service plays, and end one",
        description="List the open sessions in which the service plays or keeps time, the longest open first. "
        "Each line shows since when one is open, how many actions it has, and whose it is. Works while the service "
        "runs.",
        epilog=arguments.shown("umpire sessions", "umpire sessions --end ID"),
    )
    sessions.add_argument("--end", metavar="ID", help="close this session, of any kind, without a result")
    sessions.set_defaults(run=show_or_end)


def show_or_end(given: argparse.Namespace) -> int:
    """List the sessions, or end one; 1 where there is none that is open."""
    books = find_rulebooks()
    with existing_database() as database:
        if given.end is None:
            found = list(watched(database, books))
            for one in found:
                print(line(one))
            print(f"the service plays or keeps time in {counted(len(found), 'session')}")
            return 0
        is_ended = end(database, books, given.end)
    if is_ended:
        print(f"session {given.end} is closed")
        return 0
    print(
        f"session {given.end} was already closed" if is_ended is False else f"no session {given.end}", file=sys.stderr
    )
    return 1


def line(one: WatchedSession) -> str:
    """What the list tells of a session."""
    session = one.session
    whose = f"of the key {session.owner}" if session.owner else "of no key"
    people = "nobody has a seat" if one.is_alone else counted(len(session.seats), "seat")
    actions = counted(session.last_number, "action")
    return f"{session.id}  {session.ruleset} {session.kind} since {session.created_at}, {actions}, {whose}, {people}"
