"""`umpire keys`: API keys made, listed and revoked by the operator of the service, also while it serves."""

import argparse
import sys

from app.cli import arguments
from app.cli.arguments import Parser
from app.cli.common import Commands, existing_database, made_database
from app.domain.visible import is_visible, shows_all
from app.services.keys import create_key, list_keys, revoke_key

SAFE = "Works while the service runs, and takes effect with the next request."


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    examples = arguments.shown('umpire keys create "club app"', "umpire keys list")
    told = f"Create, list and revoke API keys. {SAFE}"
    keys = commands.add_parser("keys", help="create, list and revoke API keys", description=told, epilog=examples)
    kinds = keys.add_subparsers(dest="keys", required=True, parser_class=Parser, metavar="command")
    create = kinds.add_parser(
        "create",
        help="create a key; it is shown only once",
        description="Create an API key and print it. It is shown only once, because the database stores only its "
        f"digest. {SAFE} An SQLite file is created if it does not exist.",
    )
    create.add_argument("name", help="a name for the key, such as its owner; up to 100 characters")
    opens = "the key can only open sessions; for an app that anybody can decompile"
    create.add_argument("--opens-only", action="store_true", help=opens)
    create.set_defaults(run=create_and_show)
    listed = kinds.add_parser(
        "list",
        help="list the keys",
        description="List the keys, with id, time and name, and whether a key only opens sessions or is revoked.",
    )
    listed.set_defaults(run=show_all)
    revoke = kinds.add_parser("revoke", help="revoke a key", description=f"Revoke a key for good. {SAFE}")
    revoke.add_argument("id", help="its id, as `umpire keys list` shows it")
    revoke.set_defaults(run=revoke_one)


def create_and_show(parsed: argparse.Namespace) -> int:
    """Make a key and show it, once; 2 where its name cannot be one."""
    name = parsed.name
    if not (len(name) <= 100 and name.isprintable() and is_visible(name) and shows_all(name)):
        told = "name must have 1 to 100 printable characters, including a letter, digit or sign"
        print(f"umpire keys create: {told}", file=sys.stderr)
        return 2
    with made_database() as database:
        id, key = create_key(database, parsed.name, opens_only=parsed.opens_only)
    print(f"{id}  {parsed.name}\n{key}")
    print("created the key; it is shown only now", file=sys.stderr)
    return 0


def show_all(_parsed: argparse.Namespace) -> int:
    """List the keys."""
    with existing_database() as database:
        keys = list_keys(database)
    for row in keys:
        revoked = f"revoked {row['revoked_at']}" if row["revoked_at"] else ""
        opens = "opens only  " if row["opens_only"] else ""
        print(f"{row['id']}  {row['created_at']}  {row['name']}  {opens}{revoked}".rstrip())
    if not keys:
        print("there are no keys", file=sys.stderr)
    return 0


def revoke_one(parsed: argparse.Namespace) -> int:
    """Revoke a key; 1 where there is none to revoke."""
    with existing_database() as database:
        is_revoked = revoke_key(database, parsed.id)
    if not is_revoked:
        print(f"no key {parsed.id} to revoke", file=sys.stderr)
        return 1
    print(f"key {parsed.id} is revoked")
    return 0
