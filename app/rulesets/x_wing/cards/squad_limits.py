"""Whether the cards of a squad fit the slots of its ships, and how often limited cards may be in it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from app.rulesets.x_wing.cards.data.limits import PILOTS, UPGRADES
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, UPGRADE_ROWS, printed_pilot, printed_upgrade


class Limits(NamedTuple):
    """What is printed on a card about squads."""

    limited: int
    """How many cards of its name a squad may have; 0: any number."""
    slots: tuple[str, ...]
    """The slots of a pilot's ship; what an upgrade gives to those of its ship, or with a minus takes."""


NOTHING = Limits(0, ())


class TooFewSlots(NamedTuple):
    """A ship has more upgrades of a kind than slots for them."""

    ship: int
    """The place of the ship in the squad, from 0."""
    slot: str
    needed: int
    there: int


class TooManyLimited(NamedTuple):
    """A squad has more cards of a name than its dots allow."""

    ship: int
    """The place of the ship with the first card that is too many, from 0."""
    card: str
    """The key of that card."""
    nth: int
    """Its place among the cards of its ship: 0 is the pilot, from 1 the upgrades."""
    found: int
    most: int


Cards = tuple[str | None, tuple[str, ...]]
"""The ids of the pilot and of the upgrades of a ship; those that are not known count for nothing."""


def _limits(table: str) -> Mapping[str, Limits]:
    rows = (row.split("|") for row in table.split("\n") if row)
    return {id: Limits(int(dots), tuple(" ".join(slots).split())) for id, dots, *slots in rows}


@cache
def pilot_limits() -> Mapping[str, Limits]:
    """What is printed on the card of each pilot, by id."""
    return _limits(PILOTS)


@cache
def upgrade_limits() -> Mapping[str, Limits]:
    """What is printed on the card of each upgrade that has dots or changes slots, by id."""
    return _limits(UPGRADES)


def too_few_slots(squad: Sequence[Cards]) -> Iterator[TooFewSlots]:
    """XW-72: the kinds of upgrades of which a ship has more than slots; what always comes with a pilot needs none."""
    for place, (pilot, upgrades) in enumerate(squad):
        if pilot is None or pilot not in PILOT_ROWS:
            continue
        there, needed = Counter(pilot_limits().get(pilot, NOTHING).slots), Counter[str]()
        loadout = printed_pilot(pilot).loadout
        for id in upgrades:
            if id in UPGRADE_ROWS and id not in loadout:
                needed.update(printed_upgrade(id).slots)
            for slot in upgrade_limits().get(id, NOTHING).slots:
                there[slot.removeprefix("-")] += -1 if slot.startswith("-") else 1
        for slot, count in needed.items():
            if count > there[slot]:
                yield TooFewSlots(place, slot, count, max(0, there[slot]))


def too_many_limited(squad: Sequence[Cards]) -> Iterator[TooManyLimited]:
    """XW-72: the names of limited cards, pilots and upgrades alike, that a squad has too often, each once.

    A ship has a card of its standard loadout once, however often the list names it.
    """
    found: dict[str, list[tuple[int, int, str, int]]] = {}
    for place, (pilot, upgrades) in enumerate(squad):
        if pilot is not None and pilot in PILOT_ROWS:
            card = (place, 0, f"pilot:{pilot}", pilot_limits().get(pilot, NOTHING).limited)
            found.setdefault(printed_pilot(pilot).name, []).append(card)
        own = printed_pilot(pilot).loadout if pilot is not None and pilot in PILOT_ROWS else ()
        for nth, id in enumerate(upgrades, 1):
            if id in UPGRADE_ROWS and not (id in own and id in upgrades[: nth - 1]):
                card = (place, nth, f"upgrade:{id}", upgrade_limits().get(id, NOTHING).limited)
                found.setdefault(printed_upgrade(id).name, []).append(card)
    for cards in found.values():
        most = min((dots for *_, dots in cards if dots), default=0)
        if most and len(cards) > most:
            place, nth, key, _ = cards[most]
            yield TooManyLimited(place, key, nth, len(cards), most)
