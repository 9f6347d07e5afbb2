"""The command line: `umpire serve`, `migrate`, `verify`, `export`, `import`, `keys`, `prune`, `hide`."""

import argparse
import sys

from pydantic import ValidationError
from sqlalchemy.exc import OperationalError

from app.cli import files, keys, retention, serving
from app.main import DatabaseInUse
from app.persistence.migrate import OtherRevision
from app.services.rulebooks.check import WrongRulebooks

COMMANDS = (serving, files, keys, retention)
"""The modules that add commands, in the order in which `--help` lists them."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit status is its answer: 2 where a rulebook, an argument or a setting is wrong."""
    parser = argparse.ArgumentParser(prog="umpire", description="Resolves combat for tabletop games.")
    commands = parser.add_subparsers(dest="command", required=True)
    for module in COMMANDS:
        module.add_commands(commands)
    given = parser.parse_args(arguments)
    try:
        return int(given.run(given))
    except (WrongRulebooks, ValidationError) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    except (DatabaseInUse, OtherRevision) as refused:
        print(refused, file=sys.stderr)
    except OperationalError as unreachable:
        print(f"the database cannot be reached: {unreachable.orig}", file=sys.stderr)
    return 1
