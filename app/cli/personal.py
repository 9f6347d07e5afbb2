"""`umpire forget` and `umpire delete`: what names a person goes, also while the service runs."""

import argparse
import sys

from app.cli import arguments
from app.cli.common import Commands, counted, existing_database
from app.services.instance.personal import delete_session, forget_in, found_in, scrub, seats_named


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    forget = commands.add_parser(
        "forget",
        help="delete the personal data of a player, or of everybody in a session",
        description="Delete the personal data of one player in every session, or of everybody in one session: names, "
        "references, reasons and notes. Dice, moves and proofs stay. Works while the service runs.",
        epilog=arguments.shown("umpire forget --player REF --dry-run", "umpire forget --session ID"),
    )
    who = forget.add_mutually_exclusive_group(required=True)
    who.add_argument(
        "--player", metavar="REF", help="the reference of the player, or the name if the player has no reference"
    )
    who.add_argument("--session", metavar="ID", help="everybody in this session")
    forget.add_argument("--dry-run", action="store_true", help="only show what would be deleted")
    forget.set_defaults(run=forget_person)
    delete = commands.add_parser(
        "delete",
        help="delete a whole session",
        description="Permanently delete a session with its log and all its data. Works while the service runs.",
        epilog=arguments.shown("umpire delete --session ID"),
    )
    delete.add_argument("--session", metavar="ID", required=True, help="the id of the session")
    delete.set_defaults(run=delete_one)


def forget_person(given: argparse.Namespace) -> int:
    """Forget a person; 1 where nothing names it, or where an older log can only be deleted whole."""
    old = 0
    with existing_database() as database:
        places = seats_named(database, given.player, given.session)
        found = list(found_in(database, places))
        for one in found:
            if one.is_old:
                old += 1
                print(
                    f"session {one.session} is older: umpire delete --session {one.session} deletes it", file=sys.stderr
                )
            elif given.dry_run:
                print(f"session {one.session}: {counted(one.parts, 'part')} would be forgotten")
            else:
                parts = forget_in(database, one.session, places[one.session])
                print(f"session {one.session}: {counted(parts, 'part')} forgotten")
        if not given.dry_run:
            scrub(database)
    if not found:
        print("no session names this person", file=sys.stderr)
    return 1 if old or not found else 0


def delete_one(given: argparse.Namespace) -> int:
    """Delete a session; 1 where there is none."""
    with existing_database() as database:
        is_deleted = delete_session(database, given.session)
        scrub(database)
    if not is_deleted:
        print(f"no session {given.session}", file=sys.stderr)
        return 1
    print(f"session {given.session} is deleted")
    return 0
