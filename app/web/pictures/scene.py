"""What a picture shows beside its words: the board of a game, the dice of an attack, or the drawing of the rulebook.

A board is the drawing of its page, without textures: they would take half of the time. A rulebook whose board is no
drawing has `scene.html`, which draws it for pictures.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import unescape
from typing import Any

from markupsafe import Markup

from app.services.rulebooks.registry import Rulebook
from app.web.assets import drawings_of, file_of
from app.web.pictures.style import paper, plain

WHOLE = re.compile(r'<svg class="battle.*?</svg>', re.DOTALL)
OPENING = re.compile(r"<svg[^>]*>")
BOX = re.compile(r'viewBox="([^"]*)"')
CLASSES = re.compile(r'<div class="(board[^"]*)"')
HEAD = re.compile(r'<p class="board-head">(.*?)</p>', re.DOTALL)
DRAWN = re.compile(r'<g id="([\w-]+)".*?\n(?=<g id=|</defs>|<symbol)', re.DOTALL)
ELSEWHERE = re.compile(r'href="[^"#]*#')
TEXTURE, TEXTURED = re.compile("<pattern.*?</pattern>", re.DOTALL), re.compile(r'fill="url\([^)]*\)"')
NOTHING = Markup()
NEVER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that were thrown in an attack."""

    by: str
    """Whose they are: `attacker`, `defender`, or empty."""
    faces: Sequence[str]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a picture shows beside its words."""

    drawing: Markup = NOTHING
    """A part of an SVG; empty where there is only the drawing of the rulebook."""
    box: str = ""
    """What of its plane is shown, as `viewBox` has it."""
    classes: str = ""
    """The classes of what is around it."""
    defined: Markup = NOTHING
    """What it draws several times."""
    head: str = ""
    """What stands above the board on its page, such as its round."""
    mark: str = "picture.html"
    """The template of the drawing of the rulebook."""
    rolls: Sequence[Roll] = ()


def scene_of(book: Rulebook, pages: Sequence[str]) -> Scene:
    """The scene that the first of these pages of a board draws; without a drawing it tells only what stands above."""
    scene = Scene(head=next((head_of(found[1]) for page in pages if (found := HEAD.search(page))), ""))
    for page in pages:
        if found := WHOLE.search(page):
            drawing = NEVER.sub("", ELSEWHERE.sub('href="#', found[0]))
            opening = OPENING.match(drawing)
            box, around = BOX.search(opening[0] if opening else ""), CLASSES.search(page)
            inner = TEXTURED.sub(
                'fill="none"', TEXTURE.sub("", drawing[opening.end() if opening else 0 : -len("</svg>")])
            )
            return replace(
                scene,
                drawing=Markup(plain(inner.replace("&nbsp;", "\u00a0"), variables())),  # made by a template
                box=box[1] if box else "",
                classes=around[1] if around else "board",
                defined=Markup("".join(text for id, text in drawings(book.package).items() if f"#{id}" in inner)),
            )
    return scene


def head_of(html: str) -> str:
    """The text of a part of a page."""
    return " ".join(unescape(re.sub("<[^>]*>", "", html)).split())


@cache
def drawings(package: str) -> Mapping[str, str]:
    """The drawings of a rulebook by their ids, in the colors of paper."""
    place = drawings_of(package)
    text = file_of(place.removesuffix(".svg"), ".svg").read_text("utf-8") if place else ""
    return {found[1]: plain(found[0], variables()) for found in DRAWN.finditer(text)}


@cache
def variables() -> Mapping[str, str]:
    """The colors of paper as stylesheets name them."""
    return {f"--{name}": value for name, value in paper().items()}


def rolls_in(document: Mapping[str, Any], name_of: Callable[[str], str], most: int = 4) -> list[Roll]:
    """The last rolls of an action's document that its reader may see, in their order; `name_of` names a face."""
    found = [entry for entry in document["record"] if entry["kind"] == "rolled" and entry.get("faces")]
    return [
        Roll(
            str(entry.get("by") or ""),
            [str(each) if isinstance(each, int) else name_of(each) for each in entry["faces"]],
        )
        for entry in found[-most:]
    ]
