"""XW-1: links of squad builders, whose numbers are cards: YASB and Launch Bay Next. Nothing is fetched."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice

from app.rulesets.x_wing.cards.data import builders
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, UPGRADE_ROWS
from app.rulesets.x_wing.cards.text_list import FACTIONS, XWingTextList, XWingTextShip

LAUNCH_BAY_FACTIONS = (
    "rebelalliance",
    "galacticempire",
    "scumandvillainy",
    "resistance",
    "firstorder",
    "galacticrepublic",
    "separatistalliance",
)
"""The factions in the order of Launch Bay Next, from 1."""
HEXADECIMAL = "0123456789abcdefABCDEF"
DIGITS = "0123456789"

Numbers = Mapping[str, str]
"""XWS ids by the number of a card."""
Item = str | list["Item"]
"""A part of a link of Launch Bay Next: a number or a text, or a list of them."""


def is_link(text: str) -> bool:
    """Whether a text is a link and nothing else."""
    text = text.strip()
    return text.startswith(("http://", "https://")) and len(text.split()) == 1


def links_in(text: str) -> Iterator[str]:
    """The links with a squad in a text: with or without `https://`, in brackets, as Markdown, or with words around."""
    for word in islice((word for word in text.split() if "?" in word), MOST_LINKS):
        whole = link_in(word)
        if any(part.startswith(("d=", "lbx=")) for part in query_of(whole).split("&")):
            yield whole


def link_in(word: str) -> str:
    """A link without the signs around it: what stands before it, and the bracket or sign that closes it."""
    before, mark, query = word.partition("?")
    start = before.find("http")
    if start < 0:
        start = 1 + max(before.rfind(sign) for sign in OPENING)
    link = f"{before[start:]}{mark}{query}"
    opened = word[start - 1 : start] if start else ""
    closing = CLOSING[OPENING.index(opened)] if opened and opened in OPENING else ""
    return (link[: link.rfind(closing)] if closing and closing in link else link).rstrip(".,;:!?*")


OPENING, CLOSING = "([{<\"'`*“„«", ")]}>\"'`*”“»"
"""What may stand around a link."""
MOST_LINKS = 20
"""How many words of a text are looked at for a link."""


def list_of_link(link: str) -> XWingTextList | None:
    """XW-1: the squad that a link carries, as an XWS list; None where it carries none that can be read.

    A number that is not known stands in the place of the id.
    """
    asked = {name: value for name, _, value in (part.partition("=") for part in query_of(link.strip()).split("&"))}
    if "lbx" in asked:
        return launch_bay_list(unquoted(asked["lbx"]))
    if "d" in asked:
        name = unquoted(asked.get("sn", "").replace("+", " ")).strip()
        return yasb_list(unquoted(asked["d"]), name or None, faction_named(unquoted(asked.get("f", ""))))
    return None


def query_of(link: str) -> str:
    """What stands between the question mark and the number sign of a link."""
    return link.partition("#")[0].partition("?")[2]


def unquoted(text: str) -> str:
    """A text with the characters that `%` and two digits stand for."""
    first, *parts = text.split("%")
    found = bytearray(first.encode("utf-8", "replace"))
    for part in parts:
        if len(part) > 1 and all(digit in HEXADECIMAL for digit in part[:2]):
            found.append(int(part[:2], 16))
            part = part[2:]
        else:
            part = f"%{part}"
        found += part.encode("utf-8", "replace")
    return found.decode("utf-8", "replace")


def faction_named(name: str) -> str | None:
    """The id of a faction by its name; None where there is none."""
    id = "".join(letter for letter in name.lower() if letter.isalpha())
    return id if id in FACTIONS else None


def yasb_list(code: str, name: str | None, faction: str | None) -> XWingTextList | None:
    """A squad as YASB writes it: `v10ZsZ50Z`, then ships with `Y` between them, each `pilotXupgradeWupgradeX`."""
    version, *parts = code.split("Z")
    if not version.startswith("v") or len(parts) < 3:
        return None
    sent = [ship.split("X") for ship in "Z".join(parts[2:]).split("Y") if ship]
    ships = [
        listed(numbers(builders.YASB_PILOTS), numbers(builders.YASB_UPGRADES), pilot, "".join(upgrades[:1]).split("W"))
        for pilot, *upgrades in sent
    ]
    return XWingTextList(name, faction, tuple(ships)) if ships else None


def launch_bay_list(code: str) -> XWingTextList | None:
    """A squad as Launch Bay Next writes it: name, points, faction, format, perhaps the edition, and its ships.

    A ship is a list of ship, pilot and upgrades; these are lists of a slot and cards. In older links the ships are not
    in a list of their own.
    """
    parts = items_of(code)
    lists = [part for part in parts[4:] if isinstance(part, list)]
    if len(parts) < 5 or not lists:
        return None
    name, faction = parts[0], parts[2]
    inner = [ship for ship in lists[0] if isinstance(ship, list)]
    is_nested = bool(lists[0]) and isinstance(lists[0][0], list)
    ships = [launch_bay_ship(ship) for ship in (inner if is_nested else lists) if len(ship) > 1]
    of = [id for n, id in enumerate(LAUNCH_BAY_FACTIONS, 1) if str(n) == faction]
    called = unquoted(name).strip() if isinstance(name, str) else ""
    return XWingTextList(called or None, of[0] if of else None, tuple(ships)) if ships else None


def launch_bay_ship(ship: list[Item]) -> XWingTextShip:
    """One ship of such a list."""
    upgrades = [card for slot in ship[2:] if isinstance(slot, list) for card in slot[1:] if isinstance(card, str)]
    pilot = ship[1] if isinstance(ship[1], str) else ""
    return listed(numbers(builders.PUBLISHED_PILOTS), numbers(builders.PUBLISHED_UPGRADES), pilot, upgrades)


def items_of(code: str) -> list[Item]:
    """The parts of a link of Launch Bay Next: lists stand between `l` and `r`, and texts in quotation marks."""
    outer: list[Item] = []
    lists, number = [outer], ""
    for n, part in enumerate(code.split("'")):
        if n % 2:
            lists[-1].append(part)
            continue
        for sign in f"{part}.":
            if sign in DIGITS:
                number += sign
                continue
            if number:
                lists[-1].append(number)
                number = ""
            if sign == "l":
                lists.append([])
                lists[-2].append(lists[-1])
            elif sign == "r" and len(lists) > 1:
                lists.pop()
    return outer


def listed(pilots: Numbers, upgrades: Numbers, pilot: str, cards: list[str]) -> XWingTextShip:
    """A ship by the numbers of its pilot and of its upgrades, or by their ids."""
    id = pilots.get(pilot, pilot)[:100]
    row = PILOT_ROWS.get(id)
    slots: dict[str, list[str]] = {}
    for card in (upgrades.get(card, card)[:100] for card in cards if card):
        found = UPGRADE_ROWS.get(card)
        slot = found.split("|")[SLOT] if found else "other"
        slots.setdefault(slot, []).append(card)
    ship = row.split("|")[SHIP] if row else None
    return XWingTextShip(id, ship, None, {slot: tuple(held) for slot, held in slots.items()})


SHIP, SLOT = 2, 2
"""The columns of a pilot's row that has its ship, and of an upgrade's row that has its slot."""


@cache
def numbers(listed: str) -> Numbers:
    """The ids by their numbers: they stand in order, and `397:` says the number of the next one."""
    return dict(numbered(listed))


def numbered(listed: str) -> Iterator[tuple[str, str]]:
    """Each number with its id."""
    next_one = 0
    for word in listed.split():
        if word.endswith(":"):
            next_one = int(word[:-1])
        else:
            yield str(next_one), word
            next_one += 1
