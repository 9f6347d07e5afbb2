"""XW-1: lists of squad builders with the ids of cards as they are known here, and what was read as another id."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from app.domain.errors import IllegalSituation, raise_all
from app.rulesets.x_wing.cards.printed import PILOT_ROWS
from app.rulesets.x_wing.cards.spellings import pilots_meant, upgrades_meant
from app.rulesets.x_wing.cards.squad_ships import MOST_UPGRADES, ListedCard, ListedShip, text_of
from app.rulesets.x_wing.cards.text_list import XWingReadAs

MOST_PILOTS = 30
"""The most pilots that a squad can have here."""


class Spelled(NamedTuple):
    """A card of a list, and the known cards that its id can mean."""

    card: ListedCard
    kind: str
    """`pilot` or `upgrade`."""
    meant: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id as it is known; as it was sent where it is not, or means several."""
        return self.meant[0] if len(self.meant) == 1 else self.card.id


def read_list(sent: Mapping[str, object], *place: str | int) -> tuple[Mapping[str, object], tuple[XWingReadAs, ...]]:
    """XW-1: a list with known ids, and what was read as another id. A squad that is too large stays as it is.

    Raises IllegalSituation where an id can mean several cards and nothing in the list decides. `place`: of the list.
    """
    pilots = sent.get("pilots")
    if not isinstance(pilots, list) or len(pilots) > MOST_PILOTS:
        return sent, ()
    ships = [spelled(sent, n, ship) if isinstance(ship, Mapping) else () for n, ship in enumerate(pilots)]
    raise_all(
        several_fit(one, (*place, "pilots", n)) for n, ship in enumerate(ships) for one in ship if len(one.meant) > 1
    )
    read = [one for ship in ships for one in ship if one.id != one.card.id]
    if not read:
        return sent, ()
    whole = {**sent, "pilots": [respelled(ship, cards) for ship, cards in zip(pilots, ships, strict=True)]}
    return whole, tuple(dict.fromkeys(XWingReadAs(one.card.id[:100], f"{one.kind}:{one.id}") for one in read))


def spelled(xws: Mapping[str, object], n: int, sent: Mapping[str, object]) -> tuple[Spelled, ...]:
    """XW-1: the cards of the ship at place `n` of a list; none where it has too many."""
    ship = ListedShip(n, sent)
    upgrades = tuple(ship.sent_upgrades())
    if len(upgrades) > MOST_UPGRADES:
        return ()
    place, _ = ship.sent_pilot
    pilot = ListedCard(place, text_of(sent, str(place[0])) or "")
    found = Spelled(pilot, "pilot", pilots_meant(pilot.id[:100], text_of(sent, "ship"), text_of(xws, "faction")))
    known = found.id if found.id in PILOT_ROWS else None
    return (found, *(Spelled(each, "upgrade", upgrades_meant(each.id, str(each.place[1]), known)) for each in upgrades))


def several_fit(one: Spelled, place: tuple[str | int, ...]) -> IllegalSituation:
    """XW-1: the refusal of an id that can mean several cards."""
    first, *others = one.meant
    told = {"card": one.card.id, "one": first, "other": ", ".join(others)}
    return IllegalSituation("several-cards-fit", "XW-1", *place, *one.card.place, **told)


def respelled(ship: object, cards: tuple[Spelled, ...]) -> object:
    """A ship of a list with the known ids of its cards."""
    if not isinstance(ship, Mapping) or not cards:
        return ship
    ids = {one.card.place: one.id for one in cards if one.id != one.card.id}
    own = {str(place[0]): id for place, id in ids.items() if len(place) == 1}
    slots = ship.get("upgrades")
    if not isinstance(slots, Mapping):
        return {**ship, **own}
    return {**ship, **own, "upgrades": dict(respelled_slots(slots, ids))}


def respelled_slots(
    slots: Mapping[str, object], ids: Mapping[tuple[str | int, ...], str]
) -> Iterator[tuple[str, object]]:
    """The upgrades of a ship by slot, with the known ids by their places."""
    for slot, sent in slots.items():
        if isinstance(sent, list):
            yield slot, [ids.get(("upgrades", slot, n), id) for n, id in enumerate(sent)]
        else:
            yield slot, ids.get(("upgrades", slot), sent)
