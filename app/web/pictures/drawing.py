"""The picture of a session or an action for sharing: a PNG that says who plays, what happened, and how it stands."""

import logging
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from app.drawing.font import Font
from app.errors import Problem
from app.services.rulebooks.registry import Rulebook
from app.web.pages import templates
from app.web.pictures.scene import Roll, Scene
from app.web.pictures.style import SANS, SERIF, paper, plain_style

log = logging.getLogger(__name__)
RENDERER, SECONDS = Path(__file__).parent / "renderer.py", 10
"""The program that draws, and how long it may take, on a machine that has much else to do."""
WIDTH, HEIGHT = 1200, 630
"""The size that sites show whole beside a link."""
MEDIA_TYPE = "image/png"
PACKAGES = {SERIF: "font_source_serif_pro", SANS: "font_source_sans_pro"}
"""The packages that have the files of fonts. They are not imported: only their files are read."""
REGULAR, BOLD = "Regular", "Semibold"
LEFT, ROOM = 48, 404
"""Where the caption begins, and how wide it may be."""
TOP, BOTTOM = 98, 582
"""Between what the headline, what was before and the players stand."""
SIZES = (44, 40, 36, 32, 28, 25)
"""How large a headline may be, the largest first."""
SMALL = 21
"""The size of the text beside the headline."""
SCENE, DIE = 680, 48
"""How wide the scene is, and how high a die."""
FRAME, MARK_FRAME = (492, 44, 664, 520), (600, 70, 448, 220)
"""Left, top, width and height of where a scene is, and the drawing of a rulebook above dice."""
MARK_BOX = "-10 0 220 110"
"""What is shown of the drawing of a rulebook, with some room around it."""
MANY, HIGH, LOW = 4, 50, 33
"""The height of a player's line, and of one where there are more players than so many."""
INDENT, GAP, SIDE, SHORTEST = 32, 10, 19, 60
"""Where the name in such a line begins, what is between its parts, the size of a side, and how little room it takes."""
CLASS = re.compile(r"\.([\w-]+)")


@dataclass(frozen=True, slots=True)
class Player:
    """A player as a picture shows one."""

    name: str
    side: str
    """What the side is called; empty without one."""
    color: str
    """The name of the color, a class of the stylesheets, such as `seat-1`."""
    score: str
    """What the player has scored; empty without a result."""
    is_marked: bool
    """Whether it is this player's turn, or this player has won."""


@dataclass(frozen=True, slots=True)
class Caption:
    """The words of a picture, in the language of whoever asks."""

    title: str
    """The name of the rulebook."""
    place: str
    """Where in the session it is, such as `Move 12`."""
    headline: str
    then: str
    """The text below the headline; empty for none."""
    players: Sequence[Player]


def picture_of(book: Rulebook, caption: Caption, scene: Scene) -> bytes:
    """The PNG, 1,200 × 630. Raises what rendered() raises."""
    return rendered(drawing_of(book, caption, scene))


def rendered(drawing: str) -> bytes:
    """An SVG as a PNG, drawn by a process of its own, so that this one goes on meanwhile.

    Raises Problem busy (503) where that fails or takes too long.
    """
    files = [str(file_of_font(family, weight)) for family in PACKAGES for weight in (REGULAR, BOLD)]
    command = [sys.executable, "-I", str(RENDERER), *files]
    try:
        return subprocess.run(command, input=drawing.encode(), capture_output=True, timeout=SECONDS, check=True).stdout
    except (OSError, subprocess.SubprocessError) as failed:
        log.exception("a picture could not be drawn: %s", getattr(failed, "stderr", b"")[-500:])
        raise Problem("busy") from failed


def drawing_of(book: Rulebook, caption: Caption, scene: Scene) -> str:
    """The picture as SVG."""
    serif, bold, sans = font_of(SERIF, REGULAR), font_of(SERIF, BOLD), font_of(SANS, REGULAR)
    row = HIGH if len(caption.players) <= MANY else LOW
    place = sans.lines(sans.legible(caption.place), SMALL, ROOM, 2)
    top = TOP + 27 * len(place)
    room = BOTTOM - top - row * len(caption.players) - 20
    then = serif.lines(serif.legible(caption.then), SMALL, ROOM, 4)
    size, headline = fitted(bold, bold.legible(caption.headline), room - 27 * len(then))
    values = {
        "frame": {"width": WIDTH, "height": HEIGHT, "left": LEFT, "room": ROOM, "top": top, "bottom": BOTTOM},
        "serif": SERIF,
        "sans": SANS,
        "colors": paper(),
        "row": row,
        "size": size,
        "small": SMALL,
        "title": sans.cut(sans.legible(caption.title), 26, ROOM),
        "place": place,
        "headline": headline,
        "then": then,
        "players": [line_of(player, row, bold, sans) for player in caption.players],
        "scene": scene,
        "placed": placed(scene),
        "rolls": [dice_of(roll, sans) for roll in scene.rolls],
    }
    drawing = templates().get_template("picture.svg").render(**values)
    return drawing.replace("/*styles*/", styles_for(drawing, plain_style(book.package)), 1)


def line_of(player: Player, row: int, bold: Font, sans: Font) -> Mapping[str, object]:
    """A player's line: the score, the name as far as there is room, and the side where some is left."""
    size = 26 if row > LOW else 21
    score = bold.legible(player.score)
    room = ROOM - INDENT - (bold.width(score, size) + GAP if score else 0)
    name = bold.cut(bold.legible(player.name), size, room)
    left = room - bold.width(name, size) - GAP
    side = sans.cut(sans.legible(player.side), SIDE, left) if left > SHORTEST else ""
    return {
        "name": name,
        "side": side,
        "score": score,
        "color": player.color,
        "is_marked": player.is_marked,
        "size": size,
        "beside": round(LEFT + INDENT + bold.width(name, size) + GAP),
    }


def fitted(font: Font, text: str, room: float) -> tuple[int, list[str]]:
    """The largest size in which a headline has room, with its lines; cut where it is too long for the smallest."""
    for size in SIZES:
        most = max(1, int(room // (size * 1.18)))
        lines = font.lines(text, size, ROOM, most + 1)
        if len(lines) <= most and (len(lines) <= 4 or size <= SIZES[3]):
            return size, lines
    return SIZES[-1], font.lines(text, SIZES[-1], ROOM, max(1, int(room // (SIZES[-1] * 1.18))))


def styles_for(drawing: str, style: str) -> str:
    """Those rules of a style whose classes a drawing has: each other one would be looked at for each of its parts."""
    used = {name for found in re.findall(r'class="([^"]*)"', drawing) for name in found.split()}
    return "\n".join(rule for rule in style.splitlines() if is_used(rule, used))


def is_used(rule: str, used: set[str]) -> bool:
    """Whether a rule is about something whose classes are all used."""
    return any(used.issuperset(CLASS.findall(one)) for one in rule.partition("{")[0].split(","))


def placed(scene: Scene) -> str:
    """The transformation that brings what is shown of a scene into its frame, as large as it has room, in the middle.

    A nested SVG would do the same, but costs a renderer a layer of the whole picture.
    """
    x, y, width, height = (float(part) for part in (scene.box or MARK_BOX).split())
    left, top, most_wide, most_high = MARK_FRAME if scene.rolls else FRAME
    scale = min(most_wide / width, most_high / height)
    across, down = left + (most_wide - width * scale) / 2, top + (most_high - height * scale) / 2
    return f"translate({across:.1f} {down:.1f}) scale({scale:.4f}) translate({-x:g} {-y:g})"


def dice_of(roll: Roll, font: Font) -> Mapping[str, object]:
    """The dice of a roll side by side, as many as there is room for; a face in words is as wide as they are."""
    dice, x = [], 0.0
    for face in roll.faces:
        text = font.cut(font.legible(face), DIE / 2, 130)
        width = max(DIE, font.width(text, DIE / 2) + 26)
        if x + width > SCENE - 2 * LEFT:
            break
        dice.append({"face": text, "x": round(x, 1), "width": round(width, 1)})
        x += width + 10
    return {"by": roll.by, "dice": dice, "width": x - 10}


@cache
def font_of(family: str, weight: str) -> Font:
    """A font, which is read once."""
    return Font(file_of_font(family, weight).read_bytes())


def file_of_font(family: str, weight: str) -> Path:
    """The file of a font. Raises FileNotFoundError where its package is not installed."""
    spec = find_spec(PACKAGES[family])
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(PACKAGES[family])
    return Path(spec.submodule_search_locations[0]) / "files" / f"{family.replace(' ', '')}-{weight}.ttf"
