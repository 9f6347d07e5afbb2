"""The command line: `umpire serve`, `migrate`, `verify`, `export`, `import`, `keys`, `new`, `check`, `record`."""

import argparse
import sys

from pydantic import ValidationError
from sqlalchemy.exc import OperationalError

from app.cli import files, keys, rulebooks, serving
from app.main import DatabaseInUse
from app.persistence.migrate import OtherRevision
from app.services.rulebooks.check import WrongRulebooks

COMMANDS = (serving, files, keys, rulebooks)
"""The modules with the commands, in the order in which `--help` lists them."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command, and return its exit status.

    2 where a rulebook, an argument or a setting is wrong; 1 where the database cannot be used; else the status of the
    command.
    """
    parser = argparse.ArgumentParser(prog="umpire", description="Resolves combat for tabletop games.")
    commands = parser.add_subparsers(dest="command", required=True)
    for module in COMMANDS:
        module.add_commands(commands)
    parsed = parser.parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except (WrongRulebooks, ValidationError) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    except (DatabaseInUse, OtherRevision) as refused:
        print(refused, file=sys.stderr)
    except OperationalError as unreachable:
        print(f"the database cannot be reached: {unreachable.orig}", file=sys.stderr)
    return 1
