"""What pages load: styles, modules, drawings. Their path tells their content, so that a browser loads each once.

Below one address stand the service's own, as `web/assets/`, and the folder `pages` of each rulebook, as
`rulesets/NAME/pages/`. They stand in the package in the same way, so a module of a rulebook imports one of the service
by the same path on the disk as in a browser: `../../../web/assets/dom.js`.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from posixpath import dirname, join, normpath

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app import rulesets
from app.api.responses.compression import CompressedFiles
from app.services.rulebooks.installed import rulebook_packages

FOLDER = Path(__file__).parent / "assets"
OWN = "web/assets"
"""The service's own assets, in addresses."""
PAGES = "pages"
"""The folder of a rulebook for what it has on pages."""
LOADED = (".js", ".css", ".svg")
"""What browsers may have of the folder of a rulebook, in which modules of Python and templates stand too."""
FOREVER = "public, max-age=31536000, immutable"
IMPORTED = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)\.js";', re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/)[ \t]*$", re.MULTILINE)
"""A comment of a module or a stylesheet that stands on lines of its own."""
KEY = re.compile(r'"([a-z_-]+\.[^"\s]+)"|`([a-z_-]+\.[^`$]*)\$|\bword\("([a-z_-]+)"')
"""A text that a module shows, the beginning of one whose name is put together, or a kind of word."""


def place_of(package: str) -> str:
    """The folder `pages` of a rulebook in addresses."""
    return f"rulesets/{package.removeprefix(rulesets.__name__ + '.')}/{PAGES}"


def pages_of(package: str) -> Path | None:
    """The folder `pages` of a rulebook; None where it has none."""
    folder = folder_of(package)
    return folder / PAGES if folder and (folder / PAGES).is_dir() else None


def folder_of(package: str) -> Path | None:
    """The folder of a package; None where it is not there, or is a single module."""
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) if places else None


@cache
def folders() -> Mapping[str, Path]:
    """The folders of the service and of the installed rulebooks in which assets are, by their place in addresses."""
    own = {place_of(package): pages_of(package) for package in rulebook_packages()}
    return {OWN: FOLDER} | {place: folder for place, folder in own.items() if folder}


def full(name: str) -> str:
    """The place of a module in addresses, without its ending; one of the service may lack the beginning."""
    return name if name.startswith(tuple(f"{place}/" for place in folders())) else f"{OWN}/{name}"


def file_of(name: str, ending: str = ".js") -> Path:
    """The file of a module with such a place."""
    place = max((place for place in folders() if name.startswith(f"{place}/")), key=len)
    return folders()[place] / (name.removeprefix(f"{place}/") + ending)


@cache
def loaded(names: tuple[str, ...]) -> tuple[str, ...]:
    """The places of these modules and of all that they import, each once: what a page loads before it does anything.

    What one of them imports comes before the next one, which a slow line brings later.
    """
    found: dict[str, None] = {}
    for first in names:
        waiting = [full(first)]
        found |= dict.fromkeys(waiting)
        while waiting:
            name = waiting.pop(0)
            imported = [normpath(join(dirname(name), path)) for path in IMPORTED.findall(text_of(name))]
            waiting += [each for each in imported if each not in found]
            found |= dict.fromkeys(imported)
    return tuple(found)


def modules_of(package: str, kinds: Iterable[str]) -> Mapping[str, str]:
    """The places of those modules of these kinds that a rulebook has, by kind, such as `form`."""
    names = {kind: f"{place_of(package)}/{kind}" for kind in kinds if place_of(package) in folders()}
    return {kind: name for kind, name in names.items() if file_of(name).is_file()}


def style_of(package: str, name: str) -> str | None:
    """The place of a stylesheet of a rulebook, without its ending; None where it has none."""
    place = f"{place_of(package)}/{name}"
    return place if place_of(package) in folders() and file_of(place, ".css").is_file() else None


def drawings_of(package: str) -> str | None:
    """The place of the drawings of a rulebook, with which its board is drawn; None where it has none."""
    place = f"{place_of(package)}/drawings"
    return f"{place}.svg" if place_of(package) in folders() and file_of(place, ".svg").is_file() else None


@cache
def text_of(name: str) -> str:
    """A module as it is written."""
    return file_of(name).read_text("utf-8")


@cache
def keys_of(names: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """The keys of the texts that modules show, and how those begin that they put together."""
    found = [each for name in loaded(names) for each in KEY.findall(text_of(name))]
    whole = frozenset(key for key, _, _ in found if key)
    begun = {beginning or f"{kind}." for _, beginning, kind in found if beginning or kind}
    return whole, tuple(sorted(begun))


@cache
def assets_root() -> str:
    """The path below which all assets stand: another one whenever one of them has changed."""
    digest = hashlib.sha256()
    for place, folder in sorted(folders().items()):
        for file in sorted(path for path in folder.rglob("*") if may_be_loaded(place, path)):
            digest.update(f"{place}/{file.relative_to(folder)}\0".encode() + file.read_bytes())
    return f"/pages/{digest.hexdigest()[:12]}"


def assets_path() -> str:
    """The path below which the assets of the service stand."""
    return f"{assets_root()}/{OWN}"


def may_be_loaded(place: str, path: Path) -> bool:
    """Whether browsers may have a file of a folder."""
    return path.is_file() and (place == OWN or path.suffix in LOADED)


def written(file: Path) -> bytes:
    """What is sent of an asset: a module or a stylesheet without comments on lines of their own; all other lines keep
    their numbers.
    """
    body = file.read_bytes()
    if file.suffix not in (".js", ".css"):
        return body
    return COMMENT.sub(lambda found: "\n" * found[0].count("\n"), body.decode()).encode()


class Assets(CompressedFiles):
    """All assets, each folder below its place."""

    content = staticmethod(written)

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)
        self._parts = {place: StaticFiles(directory=folder) for place, folder in folders().items()}

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file at a path, and what the disk says of it; nothing where browsers may not have it."""
        name = Path(path).as_posix()
        for place, files in self._parts.items():
            if name.startswith(f"{place}/") and (place == OWN or name.endswith(LOADED)):
                return files.lookup_path(name.removeprefix(f"{place}/"))
        return "", None

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at a path, to be loaded once: its path tells its content."""
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers["Cache-Control"] = FOREVER
            del response.headers["ETag"]
        return response
