"""Entries of a record for a chat or a page: their sentence, and their dice as symbols and as a small drawing."""

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

SYMBOLS = {"hit": "✸", "crit": "✹", "focus": "◉", "evade": "↷", "blank": "□", None: "?"}
"""What stands for a face that is a word; `?` for one that is hidden from the caller."""
PIPS = "⚀⚁⚂⚃⚄⚅"
SIZE = 32
"""The width of a die in the drawing."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """An entry of a record as people see it."""

    text: str
    """Its sentence, with the rule before it."""
    dice: str
    """The dice of a roll as symbols, such as `⚁ ⚄`; `?` where its faces are hidden, empty where nothing was rolled."""
    svg: str
    """The same as an SVG document; empty where nothing was rolled."""


def render(entry: dict[str, Any]) -> Rendered:
    """An entry of a record, with symbols for its dice. The drawing has its texts escaped, so it may stand in a page."""
    text = f"{entry['rule']} {entry['text']}" if entry.get("rule") else str(entry["text"])
    if entry["kind"] != "rolled":
        return Rendered(text, "", "")
    faces = entry["faces"] if isinstance(entry["faces"], list) else [None]
    symbols = [symbol(str(entry["die"]), face) for face in faces]
    return Rendered(text, " ".join(symbols), drawn(symbols, text))


def symbol(die: str, face: int | str | None) -> str:
    """What stands for a face of a die."""
    if die == "d6" and isinstance(face, int):
        return PIPS[face - 1]
    return SYMBOLS.get(face, f"[{face}]") if face is None or isinstance(face, str) else f"[{face}]"


def drawn(symbols: list[str], title: str) -> str:
    """Symbols side by side in squares."""
    width, middle = SIZE * len(symbols), SIZE // 2
    dice = "".join(
        f'<rect x="{SIZE * n + 2}" y="2" width="{SIZE - 4}" height="{SIZE - 4}" rx="5" fill="#fff" stroke="#333"/>'
        f'<text x="{SIZE * n + middle}" y="{middle}" text-anchor="middle" dominant-baseline="central" '
        f'font-size="18" textLength="{min(18, 7 * len(each) + 11)}" fill="#111">{escape(each)}</text>'
        for n, each in enumerate(symbols)
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{SIZE}" role="img">'
    return f"{head}<title>{escape(title)}</title>{dice}</svg>"


def told_in_a_sentence(action: dict[str, Any], url: str) -> str:
    """An attack or a move in one line, with how likely what came was, and where to look at it."""
    situation = action.get("situation") or {}
    sides = [named(situation.get(role)) for role in ("attacker", "defender")]
    who = f"{sides[0]} → {sides[1]}: " if all(sides) else ""
    return f"{who}{action['text']}{likely(action.get('odds'))} Check: {url}/sessions/{action['session_id']}"


def named(side: Any) -> str:
    """The name of a side of a situation, its id where it has no name; empty where it has neither."""
    return str(side.get("name") or side.get("id") or "") if isinstance(side, dict) else ""


def likely(odds: dict[str, Any] | None) -> str:
    """How many of a hundred such attacks come to the same, by the first measure of the rulebook."""
    for told in (odds or {}).get("measures", {}).values():
        return f" {round(100 * Fraction(told['probability']))} in 100 come to the same."
    return ""
