"""`umpire serve` and the other commands, each module of COMMANDS with its own."""

import sys

from app.cli import backup, files, keys, personal, retention, rulebooks, serving, watched
from app.cli.address import WrongAddress
from app.cli.arguments import Parser, main_parser
from app.persistence.connecting.refusals import DatabaseRefused
from app.services.rulebooks.check import WrongRulebooks
from app.settings import WrongSettings

COMMANDS = (serving, files, backup, keys, retention, personal, watched, rulebooks)
"""The modules with the commands, in the order in which `--help` lists them."""


def run(arguments: list[str] | None) -> int:
    """Run a command; the exit status is its answer: 2 where something must be corrected, 1 where it may work later."""
    parser = main_parser()
    commands = parser.add_subparsers(dest="command", required=True, parser_class=Parser, metavar="command")
    for module in COMMANDS:
        module.add_commands(commands)
    parsed = parser.parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except DatabaseRefused as refused:
        print(refused, file=sys.stderr)
        return refused.status
    except (WrongRulebooks, WrongSettings, WrongAddress) as wrong:
        print(wrong, file=sys.stderr)
        return 2
