"""A ship as a squad names it: its cards, its numbers with what upgrades change in them, and what is not known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from app.domain.visible import is_one_line
from app.rulesets.x_wing.cards.card import Trait
from app.rulesets.x_wing.cards.printed import (
    OTHER_NAMES,
    PILOT_ROWS,
    SHIP_ROWS,
    UPGRADE_ROWS,
    Numbers,
    PrintedPilot,
    PrintedUpgrade,
    printed_pilot,
    printed_ship,
    printed_upgrade,
)
from app.rulesets.x_wing.cards.registry import NO_EFFECT, card_of, suggestion
from app.rulesets.x_wing.model import Side, XWingForce, XWingShields, XWingShip, XWingWeapon
from app.rulesets.x_wing.terms import Arc

MOST_UPGRADES = 20
"""The most upgrades that a ship can have here."""


@dataclass(frozen=True, slots=True)
class XWingSquadShip:
    """A ship of a squad."""

    name: str
    """The name of the pilot for people; that of the ship where the pilot is not known."""
    initiative: int | None
    """The pilot's initiative; null where the pilot is not known."""
    ship: XWingShip
    """The ship before its first attack, in the form of a situation."""
    weapons: tuple[XWingWeapon, ...]
    """Its primary weapons, then its special weapons, in the form of a situation."""


@dataclass(frozen=True, slots=True)
class XWingNotKnown:
    """An id in a squad that is not known."""

    pointer: str
    """Where it stands in the request, as a JSON pointer; of a text, where it stands in `xws` of the answer."""
    id: str
    """The id as it was sent."""
    nearest: str | None
    """The known id that is most similar; null where none is."""


def text_of(sent: Mapping[str, object], key: str) -> str | None:
    """The text that a member has, in one line, without characters that nobody sees; None where it has none."""
    value = sent.get(key)
    if not isinstance(value, str):
        return None
    return "".join([letter if is_one_line(letter) else " " for letter in value[:200]])


class ListedCard(NamedTuple):
    """A card as an XWS list names it."""

    place: tuple[str | int, ...]
    """The path to it from its ship."""
    id: str


class ListedShip(NamedTuple):
    """A ship as an XWS list names it."""

    place: int
    """The place in the list, from 0."""
    sent: Mapping[str, object]

    @property
    def pilot(self) -> str:
        """The id of the pilot; some builders send it as its name only, or another id."""
        sent = text_of(self.sent, "id") or text_of(self.sent, "name") or ""
        return OTHER_NAMES.get(sent, sent)

    @property
    def sent_pilot(self) -> ListedCard:
        """The pilot."""
        is_by_name = text_of(self.sent, "id") in (None, "") and text_of(self.sent, "name") not in (None, "")
        return ListedCard(("name" if is_by_name else "id",), self.pilot)

    def sent_upgrades(self) -> Iterator[ListedCard]:
        """The upgrades; their slots say nothing that is needed."""
        slots = self.sent.get("upgrades")
        for slot, ids in slots.items() if isinstance(slots, dict) else ():
            for n, id in enumerate(ids if isinstance(ids, list) else [ids]):
                if isinstance(id, str):
                    yield ListedCard(("upgrades", str(slot), *((n,) if isinstance(ids, list) else ())), id[:100])

    def unknown(self) -> Iterator[tuple[ListedCard, str | None]]:
        """The cards that are not known, each with the most similar id that is."""
        if self.pilot not in PILOT_ROWS:
            sent = ListedCard(self.sent_pilot.place, self.pilot[:100])
            yield sent, suggestion(sent.id, "pilot:")
        for upgrade in self.sent_upgrades():
            if upgrade.id not in UPGRADE_ROWS:
                yield upgrade, suggestion(upgrade.id, "upgrade:")

    def not_known(self) -> Iterator[XWingNotKnown]:
        """The ids that are not known, each with its pointer."""
        for (place, id), nearest in self.unknown():
            path = "/".join([escaped(str(part)) for part in place])
            yield XWingNotKnown(f"/xws/pilots/{self.place}/{path}", id, nearest)

    def printed(self) -> PrintedPilot | None:
        """The card of the pilot; for an unknown one in a known ship, a card without a name and an ability."""
        if self.pilot in PILOT_ROWS:
            return printed_pilot(self.pilot)
        ship = text_of(self.sent, "ship") or ""
        return PrintedPilot("", printed_ship(ship).name, ship, "", 0, 0, 0, "", (), None) if ship in SHIP_ROWS else None

    def upgrades(self) -> tuple[PrintedUpgrade, ...]:
        """The known upgrades, each once; those that always come with the pilot first."""
        pilot = self.printed()
        own = pilot.loadout if pilot is not None else ()
        ids = dict.fromkeys([*own, *(id for _, id in self.sent_upgrades() if id in UPGRADE_ROWS)])
        return tuple(printed_upgrade(id) for id in ids)[:MOST_UPGRADES]

    def keys(self) -> Iterator[str]:
        """The keys of its cards."""
        if self.pilot in PILOT_ROWS:
            yield f"pilot:{self.pilot}"
        if (pilot := self.printed()) is not None and (ability := ability_of(pilot, self.upgrades())) is not None:
            yield ability
        yield from (f"upgrade:{upgrade.id}" for upgrade in self.upgrades())

    def ship(self, taken: list[str]) -> XWingSquadShip | None:
        """The ship, with an id that is not taken; None where neither its pilot nor its type is known."""
        pilot = self.printed()
        if pilot is None:
            return None
        upgrades = self.upgrades()
        entering = entering_ship(pilot, upgrades)
        ids = tuple(upgrade.id for upgrade in upgrades)
        sides = {f"upgrade:{id}": Side.CLOSED for id in ids if card_of(f"upgrade:{id}").has(Trait.TWO_SIDED)}
        ship = replace(entering.ship, id=free_id(entering.ship.id, taken), upgrades=ids, sides=sides)
        return replace(entering, ship=ship)


def ability_of(pilot: PrintedPilot, upgrades: tuple[PrintedUpgrade, ...]) -> str | None:
    """The key of the ship's own ability if it says anything about attacks."""
    key = f"ship:{pilot.ship_ability}"
    is_replaced = key == "ship:networkedcalculations" and "independentcalculations" in (
        upgrade.id for upgrade in upgrades
    )
    card = card_of(key)
    return None if is_replaced or card == NO_EFFECT or card.has(Trait.ONLY_FOR_FRIENDS) else key


def entering_ship(pilot: PrintedPilot, upgrades: tuple[PrintedUpgrade, ...]) -> XWingSquadShip:
    """A pilot's ship before its first attack, with these upgrades; its id is the pilot's, else that of its type.

    Two-sided cards are left out: which of their sides is up is not said.
    """
    numbers = pilot.numbers
    for upgrade in upgrades:
        for change in upgrade.adds:
            numbers = with_change(numbers, change)
    ability = ability_of(pilot, upgrades)
    ship = XWingShip(
        id=pilot.id or pilot.ship,
        agility=max(0, numbers.agility),
        hull=max(1, numbers.hull),
        pilot=pilot.id or None,
        upgrades=tuple(upgrade.id for upgrade in upgrades if not card_of(f"upgrade:{upgrade.id}").has(Trait.TWO_SIDED)),
        size=printed_ship(pilot.ship).size,
        shields=XWingShields(max(0, numbers.shields), max(0, numbers.shields)),
        force=force_of(pilot, upgrades),
        charges=charges_at_start(pilot, upgrades),
        effects=(ability,) if ability is not None else (),
        name=pilot.name,
    )
    weapons = tuple(XWingWeapon(arc=arc, value=value) for arc, value in numbers.weapons)
    initiative = pilot.initiative if pilot.id else None
    return XWingSquadShip(pilot.name, initiative, ship, weapons + special_weapons(upgrades))


@cache
def weapons_by_cards(pilot: str | None, upgrades: tuple[str, ...]) -> tuple[XWingWeapon, ...]:
    """The weapons of a ship as far as its cards tell: primary ones of a known pilot, and those of upgrades."""
    known = tuple(printed_upgrade(id) for id in upgrades if id in UPGRADE_ROWS)
    if pilot is not None and pilot in PILOT_ROWS:
        return entering_ship(printed_pilot(pilot), known).weapons
    return special_weapons(known)


def special_weapons(upgrades: tuple[PrintedUpgrade, ...]) -> tuple[XWingWeapon, ...]:
    """The weapons that upgrades are, as a situation takes them."""
    return tuple(XWingWeapon(upgrade.id) for upgrade in upgrades if upgrade.weapon is not None)


def escaped(name: str) -> str:
    """A name as a part of a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def free_id(wanted: str, taken: list[str]) -> str:
    """The id itself, or with the first number that makes it one of its own."""
    ids = (wanted if n == 1 else f"{wanted}-{n}" for n in range(1, len(taken) + 2))
    return next(id for id in ids if id not in taken)


def with_change(numbers: Numbers, change: str) -> Numbers:
    """The numbers of a ship after a change such as `hull +1`, `front +1` or `front becomes single-turret`."""
    what, *rest = change.split()
    if rest[0] == "becomes":
        turned = tuple((Arc(rest[1]) if arc == what else arc, value) for arc, value in numbers.weapons)
        return numbers._replace(weapons=turned)
    by = int(rest[0])
    match what:
        case "agility":
            return numbers._replace(agility=numbers.agility + by)
        case "hull":
            return numbers._replace(hull=numbers.hull + by)
        case "shields":
            return numbers._replace(shields=numbers.shields + by)
    if all(arc != what for arc, _ in numbers.weapons):
        return numbers._replace(weapons=(*numbers.weapons, (Arc(what), by)))
    raised = tuple((arc, value + by if arc == what else value) for arc, value in numbers.weapons)
    return numbers._replace(weapons=raised)


def force_of(pilot: PrintedPilot, upgrades: tuple[PrintedUpgrade, ...]) -> XWingForce:
    """The Force of pilot and upgrades together, all of it active."""
    total = min(10, pilot.force + sum(upgrade.force for upgrade in upgrades))
    return XWingForce(total, total)


def charges_at_start(pilot: PrintedPilot, upgrades: tuple[PrintedUpgrade, ...]) -> Mapping[str, int]:
    """The active charges of each card that has some."""
    own = {"pilot": pilot.charges} if pilot.charges else {}
    held = {
        upgrade.id: upgrade.charges - card_of(f"upgrade:{upgrade.id}").has(Trait.STARTS_WITHOUT_ONE)
        for upgrade in upgrades
        if upgrade.charges
    }
    return {**own, **held}
