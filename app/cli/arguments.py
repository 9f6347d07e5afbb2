"""Arguments of the command line: their help, and one sentence where they are wrong."""

import argparse
import sys
from textwrap import fill
from typing import NoReturn

from app.settings import PREFIX, Settings
from app.version import VERSION

EXAMPLES = """examples:
  umpire serve
  umpire serve --host 0.0.0.0 --port 80
  UMPIRE_DATABASE_URL=postgresql://user:password@host/name umpire migrate
  umpire keys create "club app"
  umpire backup /var/backups/umpire.db
  umpire verify match.ndjson.gz"""


WIDTH = 98
"""How wide the help is at most."""


class Parser(argparse.ArgumentParser):
    """A parser whose refusals are one line, and whose help keeps the lines of its examples."""

    def __init__(self, *, description: str = "", **options: object) -> None:
        options = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False, **options}
        super().__init__(description=fill(description, WIDTH), **options)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        """Tell what is wrong, and exit with 2."""
        print(f"{self.prog}: {message.removeprefix('argument ')}; see `{self.prog} --help`", file=sys.stderr)
        sys.exit(2)


def main_parser() -> Parser:
    """The parser of `umpire`, without its commands."""
    parser = Parser(
        prog="umpire", description="Resolves combat for tabletop games.", epilog=f"{environment()}\n\n{EXAMPLES}"
    )
    parser.add_argument("--version", action="version", version=f"umpire {VERSION}")
    return parser


def environment() -> str:
    """The settings with their defaults, one a line."""
    lines = ["environment:"]
    for name, field in Settings.model_fields.items():
        default = "" if field.default in (None, "") else f" (default: {str(field.default).removesuffix('.0').lower()})"
        indent = " " * 6
        told = fill((field.description or "").replace("`", ""), WIDTH, initial_indent=indent, subsequent_indent=indent)
        lines += [f"  {PREFIX}{name.upper()}{default}", told]
    return "\n".join(lines)


def port(text: str) -> int:
    """A port; 0 is any that is free. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and int(text) < 65536):
        raise argparse.ArgumentTypeError("must be a number from 0 to 65535; 0 uses any free port")
    return int(text)


def shown(*lines: str) -> str:
    """Examples as the end of a command's help."""
    return "\n  ".join(("examples:", *lines))
