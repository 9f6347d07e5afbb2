"""`umpire keys`: commands with which the operator of the service makes, lists and revokes API keys."""

import argparse
import sys

from app.cli.common import Commands, prepared_database
from app.services.keys import create_key, list_keys, revoke_key


def add_commands(commands: Commands) -> None:
    """Add the commands of this file."""
    keys = commands.add_parser("keys", help="API keys").add_subparsers(dest="keys", required=True)
    create = keys.add_parser("create", help="make a key; it is shown once")
    create.add_argument("name")
    create.set_defaults(run=create_and_show)
    keys.add_parser("list", help="list the keys").set_defaults(run=show_all)
    revoke = keys.add_parser("revoke", help="revoke a key")
    revoke.add_argument("id")
    revoke.set_defaults(run=revoke_one)


def create_and_show(parsed: argparse.Namespace) -> int:
    """Make a key and print it. It cannot be printed again."""
    with prepared_database() as database:
        id, key = create_key(database, parsed.name)
    print(f"{id}  {parsed.name}\n{key}")
    return 0


def show_all(_parsed: argparse.Namespace) -> int:
    """Print all keys, without the keys themselves."""
    with prepared_database() as database:
        for row in list_keys(database):
            revoked = f"revoked {row['revoked_at']}" if row["revoked_at"] else ""
            print(f"{row['id']}  {row['created_at']}  {row['name']}  {revoked}".rstrip())
    return 0


def revoke_one(parsed: argparse.Namespace) -> int:
    """Revoke a key.

    Exit status 1 where there is no such key, or where it has been revoked before.
    """
    with prepared_database() as database:
        if revoke_key(database, parsed.id):
            return 0
    print(f"no key {parsed.id} to revoke", file=sys.stderr)
    return 1
