"""A new rulebook from the files in the folder `templates`."""

import keyword
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template

from app import cli

ENDING = ".template"
LONGEST = 30
"""How long a name may be, so that no line of the templates becomes too long."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class WrongName(ValueError):
    """A name that no rulebook can have; its text says what is expected."""


class CannotWrite(Exception):
    """A rulebook cannot be written here; its text says why."""


def write_ruleset(name: str, here: Path, *, as_package: bool) -> list[Path]:
    """Write a rulebook into a clone, or as a package into a folder of its own; returns the files, from `here` on.

    Raises WrongName, CannotWrite.
    """
    folder = require_name(name, as_package=as_package)
    if not as_package and not (here / "app" / "rulesets").is_dir():
        raise CannotWrite("there is no folder app/rulesets here; start in a clone of Umpire, or use --package")
    texts = dict(package_files(name, folder) if as_package else clone_files(name, folder))
    for target in (name,) if as_package else (f"app/rulesets/{folder}", f"tests/rulesets/{folder}"):
        if (here / target).exists():
            raise CannotWrite(f"{target} already exists; choose another name, or remove it")
    for place, text in texts.items():
        (here / place).parent.mkdir(parents=True, exist_ok=True)
        (here / place).write_text(text, encoding="utf-8")
    return [Path(place) for place in texts]


def require_name(name: str, *, as_package: bool) -> str:
    """The name of the folder of a rulebook; raises WrongName."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        raise WrongName(
            f"{name} cannot be the name of a rulebook: use small letters, digits and hyphens, beginning with a "
            f"letter, at most {LONGEST} characters, as in open-forces"
        )
    folder = name.replace("-", "_")
    taken = as_package and (folder in sys.stdlib_module_names or find_spec(folder) is not None)
    if keyword.iskeyword(folder) or keyword.issoftkeyword(folder) or taken:
        raise WrongName(
            f"{name} cannot be the name of a rulebook: Python has a module or a word {folder}; choose another"
        )
    return folder


def words_for(name: str, package: str, *, umpire: str, gap: str) -> dict[str, str]:
    """What stands for the placeholders of the templates; `umpire`: how Umpire is imported, `gap`: after that."""
    words = name.split("-")
    initials = "".join(word[0] for word in words) if len(words) > 1 else name[:2]
    return {
        "slug": name,
        "package": package,
        "umpire": umpire,
        "name": "".join(word.capitalize() for word in words),
        "title": name.replace("-", " ").capitalize(),
        "prefix": initials[:8].upper(),
        "gap": gap,
    }


def clone_files(name: str, folder: str) -> Iterator[tuple[str, str]]:
    """The files of a rulebook in a clone, each with its place."""
    words = words_for(name, f"app.rulesets.{folder}", umpire="app", gap="")
    yield from filled("book", f"app/rulesets/{folder}", words)
    yield f"tests/rulesets/{folder}/__init__.py", ""
    yield from filled("tests", f"tests/rulesets/{folder}", words)


def package_files(name: str, folder: str) -> Iterator[tuple[str, str]]:
    """The files of a rulebook as a package, each with its place."""
    words = words_for(name, folder, umpire="umpire", gap="\n")
    yield from filled("package", name, words)
    yield from filled("book", f"{name}/{folder}", words)
    yield f"{name}/{folder}/py.typed", ""
    yield from filled("tests", f"{name}/tests", words)


def filled(templates: str, into: str, words: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The templates of a folder, filled, each with its place."""
    for file, place in _below(files(cli) / "templates" / templates, into):
        yield place, Template(file.read_text("utf-8")).substitute(words)


def _below(folder: Traversable, place: str) -> Iterator[tuple[Traversable, str]]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.is_dir():
            yield from _below(file, f"{place}/{file.name}")
        elif file.name.endswith(ENDING):
            yield file, f"{place}/{file.name.removesuffix(ENDING)}"
