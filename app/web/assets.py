"""What pages load: styles, modules, drawings. Their path tells their content, so that a browser loads each once."""

import hashlib
import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FOLDER = Path(__file__).parent / "assets"
FOREVER = b"public, max-age=31536000, immutable"


IMPORTED = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)\.js";', re.MULTILINE)
KEY = re.compile(r'"([a-z_-]+\.[^"\s]+)"|`([a-z_-]+\.[^`$]*)\$|\bword\("([a-z_-]+)"')
"""A text that a module shows, the beginning of one whose name is put together, or a kind of word."""


@cache
def loaded(names: tuple[str, ...]) -> tuple[str, ...]:
    """These modules and all that they import, each once: what a page loads before it can do anything."""
    found = dict.fromkeys(names)
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        imported = [normpath(join(dirname(name), path)) for path in IMPORTED.findall(text_of(name))]
        waiting += [each for each in imported if each not in found]
        found |= dict.fromkeys(imported)
    return tuple(found)


def form_of(slug: str, folder: str = "forms") -> str:
    """The module of a rulebook in a folder of forms; that of any where it has none of its own."""
    return f"{folder}/{slug}" if (FOLDER / folder / f"{slug}.js").is_file() else f"{folder}/any"


def all_in(folder: str) -> list[str]:
    """The modules in a folder, for a page that does not know which of them it will need."""
    return sorted(f"{folder}/{file.stem}" for file in (FOLDER / folder).glob("*.js"))


@cache
def text_of(name: str) -> str:
    """A module as it is written."""
    return (FOLDER / f"{name}.js").read_text("utf-8")


@cache
def keys_of(names: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """The keys of the texts that modules show, and how those begin that they put together."""
    found = [each for name in loaded(names) for each in KEY.findall(text_of(name))]
    whole = frozenset(key for key, _, _ in found if key)
    begun = {beginning or f"{kind}." for _, beginning, kind in found if beginning or kind}
    return whole, tuple(sorted(begun))


@cache
def assets_path() -> str:
    """The path below which the assets stand: another one whenever one of them has changed."""
    digest = hashlib.sha256()
    for file in sorted(path for path in FOLDER.rglob("*") if path.is_file()):
        digest.update(str(file.relative_to(FOLDER)).encode() + b"\0" + file.read_bytes())
    return f"/pages/{digest.hexdigest()[:12]}"


def assets() -> ASGIApp:
    """The application that serves the assets, zipped where wanted."""
    served = GZipMiddleware(StaticFiles(directory=FOLDER))

    async def lasting(scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                message["headers"] = [*message["headers"], (b"cache-control", FOREVER)]
            await send(message)

        await served(scope, receive, told)

    return lasting
