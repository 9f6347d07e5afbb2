"""XW-1: squads as text, as builders print them: a pilot by name, below it the upgrades by name."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Annotated

from annotated_types import MaxLen

from app.domain.nearest import nearest
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, SHIP_ROWS, TRANSLATED, UPGRADE_ROWS

MOST_LINES, LONGEST_LINE = 700, 200
"""How many lines are read, and how many names in them: those of 30 ships with 20 upgrades each, with some to spare; and
how much of each line."""
ALIKE = 80
"""How similar a name must be to a line, in percent, for the line to be read as it."""
SUMS = ("total", "shiptotal", "points", "totalpoints", "halfpoints", "threshold", "loadout")
"""How lines begin that only count."""
SUMMED = {"shiptotal": "ship", "points": "ship", "total": "squad"}
"""How the lines begin that say a sum, and of what."""
DIGITS_OF_POINTS = 4
"""How many digits points have at most."""
MOST_OF_LATER = 20
"""What a squad is worth at most in the later lists of points, in which upgrades are paid from a loadout."""
MARKS = "-–—•*·>\t "
"""What stands before a line of a list."""

LOADOUT = 8
"""The column of a pilot's row that has the upgrades that always come with it."""
FACTIONS = tuple(sorted(dict.fromkeys(row.split("|")[3] for row in PILOT_ROWS.values())))
"""The ids of the factions, which are their names without blanks."""


@dataclass(frozen=True, slots=True)
class XWingReadAs:
    """A line of a text, or an id of a list, that was read as a card with another name or id."""

    text: Annotated[str, MaxLen(LONGEST_LINE)]
    """The line, or the id as it was sent."""
    card: Annotated[str, MaxLen(100)]
    """The card, such as `upgrade:juke`."""


@dataclass(frozen=True, slots=True)
class XWingTextShip:
    """A ship of a text, as an XWS list has it."""

    id: str
    """The XWS id of the pilot; the line where no pilot is called so."""
    ship: str | None
    """The XWS id of the ship."""
    points: int | None
    """The points that the text says for it, with those of its upgrades where they count; null without any."""
    upgrades: Mapping[str, tuple[str, ...]]
    """The XWS ids of its upgrades by slot; lines that name none stand below `other`."""


@dataclass(frozen=True, slots=True)
class XWingTextList:
    """What a text says, as an XWS list."""

    name: str | None
    """The line above the first ship; null without one."""
    faction: str | None
    """The XWS id of the faction of most ships."""
    pilots: tuple[XWingTextShip, ...]
    """The ships in the order of the text."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that names a card."""

    name: str
    ship: str
    """The name of the ship behind it, in brackets; empty without one."""
    points: int | None
    is_first: bool
    """Whether it stands at the beginning, or behind an empty line or a sum."""
    sums: str = ""
    """Of what it says the sum: of a `ship`, or of a `squad`; empty for a line that names a card."""


@dataclass(slots=True)
class Listed:
    """A ship as it is found line by line."""

    pilots: Sequence[str]
    """The ids of the pilots that have the name."""
    ship: str
    points: int | None
    """The points in the line of its pilot."""
    upgrades: list[str] = field(default_factory=list)
    upgrade_points: int = 0
    """What the lines of its upgrades say together."""
    sum: int | None = None
    """The sum that the text says for it."""

    def worth(self, *, with_upgrades: bool) -> int | None:
        """The sum that the text says, else the points of the pilot, with those of its upgrades or without."""
        if self.sum is not None or self.points is None or not with_upgrades:
            return self.points if self.sum is None else self.sum
        return self.points + self.upgrade_points


def list_in(text: str) -> tuple[XWingTextList, tuple[XWingReadAs, ...]]:
    """The XWS list that a text says, and the lines that were read as a card with a similar name.

    Lines that name nothing before the first pilot may be a title; later ones stand in the list as they are typed, as
    upgrades that are not known.
    """
    found: list[Listed] = []
    read_as: list[XWingReadAs] = []
    title = faction = None
    total: int | None = None
    for line in islice(lines_in(text), MOST_LINES):
        if line.sums:
            if line.sums == "squad" or (len(found) > 1 and line.points in sums_of(found)):
                total = line.points
            elif found:
                found[-1].sum = line.points
            continue
        pilots, upgrades = ids_of("pilot", line.name), ids_of("upgrade", line.name)
        if not pilots and not upgrades:
            is_pilot = line.is_first or not found
            kind = "pilot" if is_pilot else "upgrade"
            like = nearest(line.name, names("pilot" if is_pilot else "upgrade"), ALIKE)
            if like is None and not found:
                faction = faction or next((id for id in FACTIONS if id == plain(line.name)), None)
                title = title or (None if faction else line.name)
                continue
            ids = ids_of(kind, like) if like else ()
            pilots, upgrades = (ids, ()) if is_pilot else ((), ids or (line.name,))
            read_as += [XWingReadAs(line.name, f"{kind}:{ids[0]}")] if ids else []
        if upgrades and found and not (pilots and line.is_first):
            found[-1].upgrades.append(upgrades[0])
            found[-1].upgrade_points += line.points or 0
        elif pilots or found:
            found.append(Listed(pilots or (line.name,), line.ship, line.points))
    faction = faction or most_common(factions_of(ship.pilots) for ship in found)
    counts = upgrades_count(found, total)
    return XWingTextList(title, faction, tuple([as_xws(ship, faction, counts) for ship in found])), tuple(read_as)


def upgrades_count(ships: Sequence[Listed], total: int | None) -> bool:
    """Whether the points of upgrades are a part of those of their ships, and no loadout beside them.

    The sum that the text says decides it; where it fits neither, or none is there, a squad that is dearer than one of
    the later lists may be is one of the earlier, in which they count.
    """
    fits = sums_of(ships)
    if total is not None and total in fits:
        return bool(fits.index(total))
    return sum(ship.points or 0 for ship in ships) > MOST_OF_LATER


def sums_of(ships: Sequence[Listed]) -> tuple[int, ...]:
    """What ships are worth together without the points of their upgrades, then with them."""
    return tuple(sum(ship.worth(with_upgrades=each) or 0 for ship in ships) for each in (False, True))


def sum_of(key: str, line: str) -> tuple[str, int | None]:
    """Of what a line says the sum, `ship` or `squad`, with the sum; nothing where it is no such line."""
    sums = next((of for start, of in SUMMED.items() if key.startswith(start)), "")
    numbers = "".join(sign if sign in "0123456789" else " " for sign in line).split()
    number = next((each for each in numbers if len(each) <= DIGITS_OF_POINTS), None)
    return (sums, int(number)) if sums and number else ("", None)


def lines_in(text: str) -> Iterator[Line]:
    """The lines that name something, without points and marks, and those that say a sum."""
    is_first = True
    for raw in text.splitlines()[:MOST_LINES]:
        parts = raw[:LONGEST_LINE].split(" + ")
        is_first = is_first or len(parts) > 1  # a ship in one line
        for part in parts:
            rest, points = without_points(part.strip(MARKS))
            name, _, ship = rest.partition("[")
            key = plain(name)
            if not is_card(key) and (not key or key.isdigit() or key.startswith(SUMS) or "://" in part):
                sums, points = sum_of(key, part)
                if sums:
                    yield Line("", "", points, is_first=False, sums=sums)
                is_first = True
                continue
            yield Line(" ".join(name.split()).strip(":"), plain(ship.partition("]")[0]), points, is_first)
            is_first = False
        is_first = is_first or len(parts) > 1


def without_points(line: str) -> tuple[str, int | None]:
    """A line without the points in brackets before or behind it, and these."""
    before, bracket, behind = line.partition("(") if line.startswith("(") else line.rpartition("(")
    inner, end, rest = behind.partition(")")
    digits = inner.strip()
    if bracket and end and digits.isdecimal() and digits.isascii() and len(digits) < 4:
        return f"{before} {rest}".strip(), int(digits)
    return line, None


def plain(name: str) -> str:
    """A name without case, blanks and signs, as it is compared."""
    return "".join([letter for letter in name.casefold() if letter.isalnum()])


@cache
def by_name(kind: str) -> Mapping[str, tuple[str, ...]]:
    """The ids of the cards of a kind that have a name, those that come with their upgrades last."""
    found: dict[str, list[str]] = {}
    for id, row in {"pilot": PILOT_ROWS, "upgrade": UPGRADE_ROWS}[kind].items():
        found.setdefault(plain(row.split("|")[1]), []).append(id)
    for english, ids in tuple(found.items()):
        for own in translated().get(english, ()):
            found.setdefault(plain(own), ids)
    return {
        name: tuple(sorted(ids, key=lambda each: (comes_whole(each), "-" in each, len(each), each)))
        for name, ids in found.items()
    }


@cache
def translated() -> Mapping[str, tuple[str, ...]]:
    """The names of cards in other languages by the English one, as plain() has it."""
    found: dict[str, tuple[str, ...]] = {}
    for names in TRANSLATED.values():
        for english, own in names.items():
            found[plain(english)] = (*found.get(plain(english), ()), own)
    return found


def comes_whole(pilot: str) -> bool:
    """Whether a pilot comes with upgrades of its own."""
    columns = PILOT_ROWS.get(pilot, "").split("|")
    return len(columns) > LOADOUT and bool(columns[LOADOUT])


def is_card(name: str) -> bool:
    """Whether a pilot or an upgrade has this name, as plain() has it."""
    return name in by_name("pilot") or name in by_name("upgrade")


def ids_of(kind: str, name: str) -> tuple[str, ...]:
    """The ids of the cards of a kind with this name, however it is spelled."""
    return by_name(kind).get(plain(name), ())


@cache
def names(kind: str) -> tuple[str, ...]:
    """The names of the cards of a kind, in all languages."""
    english = tuple(row.split("|")[1] for row in {"pilot": PILOT_ROWS, "upgrade": UPGRADE_ROWS}[kind].values())
    return (*english, *(own for name in dict.fromkeys(map(plain, english)) for own in translated().get(name, ())))


def factions_of(pilots: Iterable[str]) -> list[str]:
    """The factions of pilots, each once."""
    return list(dict.fromkeys(PILOT_ROWS[id].split("|")[3] for id in pilots if id in PILOT_ROWS))


def most_common(of_ships: Iterable[list[str]]) -> str | None:
    """The faction that most ships may have; None where nothing says one."""
    counted = Counter(faction for factions in of_ships for faction in factions)
    return counted.most_common(1)[0][0] if counted else None


def as_xws(listed: Listed, faction: str | None, upgrades_count: bool) -> XWingTextShip:
    """The ship as an XWS list has it: of pilots with one name that of the ship that is named, then of the faction."""

    def fits(id: str) -> tuple[bool, bool]:
        _, _, ship, of, *_ = PILOT_ROWS[id].split("|")
        return bool(listed.ship) and plain(SHIP_ROWS[ship].split("|")[1]) != listed.ship, of != faction

    known = [id for id in listed.pilots if id in PILOT_ROWS]
    pilot = min(known, key=fits) if known else listed.pilots[0]
    ship = PILOT_ROWS[pilot].split("|")[2] if known else None
    slots: dict[str, list[str]] = {}
    for id in listed.upgrades:
        slot = UPGRADE_ROWS[id].split("|")[2].split(" ")[0] if id in UPGRADE_ROWS else "other"
        slots.setdefault(slot, []).append(id)
    points = listed.worth(with_upgrades=upgrades_count)
    return XWingTextShip(pilot, ship, points, {slot: tuple(ids) for slot, ids in slots.items()})
