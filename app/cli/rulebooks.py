"""`umpire new ruleset`, `umpire check` and `umpire record`: a rulebook written, checked and recorded."""

import argparse
import json
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from app.cli import arguments
from app.cli.arguments import Parser
from app.cli.common import Commands, counted
from app.cli.new_ruleset import CannotWrite, WrongName, write_ruleset
from app.conformance import CHECKS, Nonconforming, faults_of
from app.conformance.goldens import golden_record
from app.files import STANDARD
from app.services.rulebooks.check import check, load_ruleset
from app.services.rulebooks.check.names import shared_names
from app.services.rulebooks.installed import rulebook_packages
from app.services.rulebooks.registry import Rulebook
from app.settings import Settings


class NotFound(Exception):
    """No package is the rulebook that is named."""


class NotLoadable(Exception):
    """The package of the rulebook cannot be loaded; its text is the sentence that says why."""


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    group = commands.add_parser("new", help="create something new", description="Create something new: a rulebook.")
    new = group.add_subparsers(dest="new", required=True, parser_class=Parser, metavar="command")
    ruleset = new.add_parser(
        "ruleset",
        help="create a small working rulebook to start from",
        description="Create a small working rulebook to start from: in a clone of Umpire, or as a separate package "
        "anywhere. Existing files are not overwritten.",
        epilog=arguments.shown("umpire new ruleset dice-duel", "umpire new ruleset --package dice-duel"),
    )
    ruleset.add_argument("name", metavar="NAME", help="its name: small letters and hyphens, as in open-forces")
    ruleset.add_argument("--package", action="store_true", help="create a separate package, in a folder called NAME")
    ruleset.set_defaults(run=new_ruleset)
    checked = commands.add_parser(
        "check",
        help="check a rulebook as the service does, and with the conformance suite",
        description="Check a rulebook as the service does when it starts, then with the conformance suite, and print "
        "what is wrong. Exit status 0: no errors. 1: something is wrong. 2: there is no such rulebook.",
        epilog=arguments.shown("umpire check dice-duel"),
    )
    checked.add_argument("name", metavar="NAME", help="the slug of the rulebook, or its package")
    checked.set_defaults(run=check_rulebook)
    document = commands.add_parser(
        "openapi",
        help="print the OpenAPI document, without examples",
        description="Print the OpenAPI document with the installed rulebooks, without examples.",
        epilog=arguments.shown("umpire openapi > openapi.json"),
    )
    document.set_defaults(run=print_document)
    record = commands.add_parser(
        "record",
        help="write a golden record of an example of a rulebook",
        description="Play an example of a rulebook with its default policy, and write the result as a golden record, "
        "which tests replay. An existing file is not overwritten.",
        epilog=arguments.shown("umpire record dice-duel one-hit.json --example 0"),
    )
    record.add_argument("name", metavar="NAME", help="the slug of the rulebook, or its package")
    record.add_argument("file", nargs="?", default=STANDARD, help="a new file (default: -, standard output)")
    record.add_argument("--example", type=int, default=0, metavar="N", help="which example, from 0 (default: 0)")
    record.add_argument(
        "--key", type=key_of_dice, default=bytes(32), metavar="HEX", help="the key of the dice: 64 hexadecimal digits"
    )
    record.set_defaults(run=record_golden)


def key_of_dice(text: str) -> bytes:
    """A key of provable dice, in hexadecimal; raises ArgumentTypeError."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise argparse.ArgumentTypeError("a key has 64 hexadecimal digits")
    return key


def find_rulebook(name: str) -> Rulebook:
    """The rulebook of a slug, or of a package or folder; only its package is loaded where the names say which it is.

    Raises NotFound, NotLoadable.
    """
    packages = rulebook_packages()
    named = [package for package in packages if name in (package, package.rpartition(".")[2].replace("_", "-"))]
    found: dict[str, str] = {}
    for package in named or packages:
        loaded = load_ruleset(package)
        if not isinstance(loaded, str) and (named or loaded.slug == name):
            return Rulebook(loaded, package)
        if isinstance(loaded, str) and named:
            raise NotLoadable(loaded)
        found[package] = package if isinstance(loaded, str) else loaded.slug
    raise NotFound(
        f"no rulebook is called {name}; the known ones are {', '.join(sorted(found.values()))}. "
        f"Your own package is found after it is installed: {install('FOLDER')}"
    )


def install(folder: str) -> str:
    """The command that installs a package into the environment of this very program, whatever `pip` is on the path."""
    if find_spec("pip"):
        return f"{sys.executable} -m pip install -e {folder}"
    return f"uv pip install --python {sys.executable} -e {folder}"


def print_document(_parsed: argparse.Namespace) -> int:
    """Print the document. It is made by the whole service, which serves nothing meanwhile."""
    from app.main import create_app

    print(json.dumps(create_app(Settings(database_url="sqlite:///never-made.db")).made(), ensure_ascii=False))
    return 0


def new_ruleset(given: argparse.Namespace) -> int:
    """Write a rulebook: 1 where it cannot be written here, 2 where its name is wrong."""
    try:
        written = write_ruleset(given.name, Path.cwd(), as_package=given.package)
    except WrongName as wrong:
        print(wrong, file=sys.stderr)
        return 2
    except CannotWrite as refused:
        print(refused, file=sys.stderr)
        return 1
    print(f"wrote {counted(len(written), 'file')}:", *written, sep="\n")
    print("next:")
    if given.package:
        print(f"  {install(given.name)}")
    print(f"  umpire check {given.name}\n  umpire serve")
    return 0


def check_rulebook(given: argparse.Namespace) -> int:
    """Check a rulebook: 0 in order, 1 not, 2 where there is none of this name."""
    try:
        book = find_rulebook(given.name)
    except NotFound as unknown:
        print(unknown, file=sys.stderr)
        return 2
    except NotLoadable as unloadable:
        print(unloadable)
        return 1
    faults = [*check(book), *shared_names([*other_rulebooks(book), book])] or list(faults_of(book))
    if faults:
        print("\n".join(faults))
        return 1
    print(f"{book.slug}: in order, {len(CHECKS)} checks of conformance")
    return 0


def other_rulebooks(book: Rulebook) -> Iterator[Rulebook]:
    """The other rulebooks that can be loaded."""
    for package in rulebook_packages():
        if package != book.package and not isinstance(loaded := load_ruleset(package), str):
            yield Rulebook(loaded, package)


def record_golden(given: argparse.Namespace) -> int:
    """Write a golden record: 1 where the file is there already, 2 where there is no such rulebook or example."""
    try:
        book = find_rulebook(given.name)
    except (NotFound, NotLoadable) as unknown:
        print(unknown, file=sys.stderr)
        return 2
    examples = book.ruleset.examples
    if not 0 <= given.example < len(examples):
        print(
            f"{book.slug} has {len(examples)} examples, numbered from 0; there is no example {given.example}",
            file=sys.stderr,
        )
        return 2
    try:
        golden = golden_record(book, examples[given.example], given.key)
    except Nonconforming as fault:
        print(fault, file=sys.stderr)
        return 1
    return write_golden(f"{json.dumps(golden, indent=1, ensure_ascii=False)}\n", given.file, book)


def write_golden(text: str, file: str, book: Rulebook) -> int:
    """Write a golden record into a new file or to standard output; 1 where the file is there already."""
    if file == STANDARD:
        print(text, end="")
    else:
        try:
            with Path(file).open("x", encoding="utf-8") as out:
                out.write(text)
        except FileExistsError:
            print(f"{file} already exists; golden records are never overwritten", file=sys.stderr)
            return 1
        except OSError as error:
            print(f"{file}: {error.strerror}", file=sys.stderr)
            return 1
        print(f"wrote {file}")
    print(
        f"it belongs in tests/golden/{book.slug}/v{book.ruleset.version}/; name it after what happens in it",
        file=sys.stderr,
    )
    return 0
