"""`umpire prune` and `umpire hide`: what an operator takes away, also while the service runs."""

import argparse
import sys

from app.cli import arguments
from app.cli.common import Commands, counted, existing_database, read_settings
from app.services.instance.retention import count_singles, days_ago, hide_session, prune_singles


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    prune = commands.add_parser(
        "prune",
        help="delete attacks of their own older than UMPIRE_KEEP_SINGLE_DAYS",
        description="Delete attacks of their own that were opened more than UMPIRE_KEEP_SINGLE_DAYS days ago and not "
        "touched since, with all that belongs to them. Series and games stay. Works while the service runs.",
        epilog=arguments.shown("UMPIRE_KEEP_SINGLE_DAYS=90 umpire prune --dry-run"),
    )
    prune.add_argument("--dry-run", action="store_true", help="only say how many there are")
    prune.set_defaults(run=prune_old)
    hide = commands.add_parser(
        "hide",
        help="take a session off the public lists",
        description="Take a session off the public lists: it becomes unlisted, and whoever knows its id can still read "
        "it. Works while the service runs.",
        epilog=arguments.shown("umpire hide --session ID"),
    )
    hide.add_argument("--session", metavar="ID", required=True, help="the id of the session")
    hide.set_defaults(run=hide_one)


def prune_old(given: argparse.Namespace) -> int:
    """Delete what is old, or say how much that is; 2 where no age is set."""
    days = read_settings().keep_single_days
    if days is None:
        print("UMPIRE_KEEP_SINGLE_DAYS is not set, so everything is kept: set it to a number of days", file=sys.stderr)
        return 2
    before = days_ago(days)
    with existing_database() as database:
        count = count_singles(database, before) if given.dry_run else prune_singles(database, before)
    attacks = counted(count, "attack of its own", "attacks of their own")
    print(f"{attacks} from before {before} {'would be deleted' if given.dry_run else 'deleted'}")
    return 0


def hide_one(given: argparse.Namespace) -> int:
    """Take a session off the public lists; 1 where there is none."""
    with existing_database() as database:
        visibility = hide_session(database, given.session)
    if visibility is None:
        print(f"no session {given.session}", file=sys.stderr)
        return 1
    print(f"session {given.session} is {visibility}")
    return 0
