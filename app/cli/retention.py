"""`umpire prune` and `umpire hide`: what an operator takes away, also while the service runs."""

import argparse
import sys

from app.cli import arguments
from app.cli.common import Commands, counted, existing_database, read_settings
from app.services.instance.retention import OPEN, SINGLE, count, days_ago, hide_session, prune


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    prune = commands.add_parser(
        "prune",
        help="delete old sessions in which nothing is done any more",
        description="Delete single attacks in which nothing was done for UMPIRE_KEEP_SINGLE_DAYS days, and series and "
        "games that are still open and in which nothing was done for UMPIRE_KEEP_ABANDONED_DAYS days, with all their "
        "data. Closed series and games are never deleted. Works while the service runs.",
        epilog=arguments.shown("UMPIRE_KEEP_SINGLE_DAYS=90 umpire prune --dry-run"),
    )
    prune.add_argument("--dry-run", action="store_true", help="only show how many sessions would be deleted")
    prune.set_defaults(run=prune_old)
    hide = commands.add_parser(
        "hide",
        help="remove a session from the public lists",
        description="Remove a session from the public lists: it becomes unlisted, and anybody who knows its id can "
        "still read it. Works while the service runs.",
        epilog=arguments.shown("umpire hide --session ID"),
    )
    hide.add_argument("--session", metavar="ID", required=True, help="the id of the session")
    hide.set_defaults(run=hide_one)


def prune_old(given: argparse.Namespace) -> int:
    """Delete what is old and untouched, or say how much that is."""
    settings = read_settings()
    kinds = (
        (SINGLE, settings.keep_single_days, ("single attack", "single attacks")),
        (OPEN, settings.keep_abandoned_days, ("open session", "open sessions")),
    )
    with existing_database() as database:
        for which, days, names in kinds:
            if days is not None:
                before = days_ago(days)
                found = count(database, which, before) if given.dry_run else prune(database, which, before)
                done = "would be deleted" if given.dry_run else "deleted"
                print(f"{counted(found, *names)} from before {before} {done}")
    if settings.keep_single_days is None:
        print("UMPIRE_KEEP_SINGLE_DAYS is not set, so no single attacks are deleted")
    return 0


def hide_one(given: argparse.Namespace) -> int:
    """Remove a session from the public lists; 1 where there is none."""
    with existing_database() as database:
        visibility = hide_session(database, given.session)
    if visibility is None:
        print(f"no session {given.session}", file=sys.stderr)
        return 1
    print(f"session {given.session} is {visibility}")
    return 0
