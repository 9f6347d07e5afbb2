"""Squads that seats bring themselves: what the setup leaves out, what a squad has to keep to, and the whole setup."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from annotated_types import Ge, Le, MaxLen

from app.domain.bringing import Bringing
from app.domain.errors import IllegalSituation, raise_all
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, UPGRADE_ROWS, printed_pilot
from app.rulesets.x_wing.cards.registry import suggestion
from app.rulesets.x_wing.cards.squad_ships import free_id
from app.rulesets.x_wing.game.beyond_print import Fielded, beyond_print, fielded_in_list, fielded_ship
from app.rulesets.x_wing.game.fleet import listed_ship
from app.rulesets.x_wing.game.refusals import fleet_refused, order_refused
from app.rulesets.x_wing.game.setup import Text, XWingFleet, XWingGameOptions, XWingSetup


@dataclass(frozen=True, slots=True)
class XWingOpenSetup:
    """The setup of a game in which one or both seats bring their own squads."""

    squads: Annotated[tuple[XWingFleet | None, ...], MaxLen(2)] = ()
    """The squad of each seat, that of seat 1 first; null: the seat brings it. Absent: both do."""
    first_player: Annotated[int, Ge(1), Le(2)] | None = None
    """The seat that is first player for the whole game, where the option `player_order` is `fixed`; else null."""


@dataclass(frozen=True, slots=True)
class XWingListLimits:
    """What a squad that a seat brings has to keep to."""

    points: Annotated[int, Ge(1), Le(10_000)] | None = None
    """What its ships may be worth together, by the points that the list says; null: anything."""
    ships: Annotated[int, Ge(1), Le(30)] | None = None
    """How many ships it may have; null: as many as a squad can have."""
    factions: Annotated[tuple[Text, ...], MaxLen(20)] | None = None
    """The XWS ids of the factions to which its pilots may belong, by their cards; null: any."""
    cards: Annotated[tuple[Text, ...], MaxLen(1500)] | None = None
    """The XWS ids of the pilots and upgrades that it may have; null: any."""
    printed: bool = False
    """Whether upgrades have to fit the slots of their ships, and limited cards their dots, as the newest cards say;
    where it is false, what does not fit is told to all in the notes of the first action, once lists are shown."""
    reserve: XWingFleet | None = None
    """The squad that stands in where the seat brings none in time, or the service plays it; null: none does."""


MOST_LETTERS = 96
"""How much of an id is kept where it gets a number, so that it is not too long."""
ROWS = {"pilot": PILOT_ROWS, "upgrade": UPGRADE_ROWS}
FACTIONS = tuple(dict.fromkeys(row.split("|")[3] for row in PILOT_ROWS.values()))
"""The XWS ids of all factions."""


def listed(fleet: XWingFleet) -> Iterator[Fielded]:
    """The ships of a squad, with what its list says of them; beside ships a list does not count."""
    for n, pilot in enumerate(fleet.xws.pilots if fleet.xws is not None and not fleet.ships else ()):
        yield fielded_in_list(n, listed_ship(pilot), pilot.points)
    for n, sent in enumerate(fleet.ships):
        yield fielded_ship(n, sent.ship.pilot or "", sent.ship.upgrades, sent.points)


def prepare(setup: XWingOpenSetup, options: XWingGameOptions, seats: tuple[int, ...]) -> None:
    """Raise IllegalSituation or IllegalOption where no squads make a game of this setup (XW-66, XW-76)."""
    raise_all(setup_refused(setup, options, seats))


def setup_refused(
    setup: XWingOpenSetup, options: XWingGameOptions, seats: tuple[int, ...]
) -> Iterator[IllegalSituation]:
    """Every reason why a setup is refused, whatever squads are brought."""
    if len(seats) != 2 or len(setup.squads) != 2:
        yield IllegalSituation("squad-for-each-seat", "XW-66", "squads", seats=len(seats))
    yield from order_refused(setup.first_player, options)
    taken: tuple[str, ...] = ()
    for n, fleet in enumerate(setup.squads):
        if fleet is not None:
            yield from fleet_refused(fleet, options, ("squads", n), taken)
            taken = (*taken, *(sent.ship.id for sent in fleet.ships))


def check(_setup: XWingOpenSetup, options: XWingGameOptions, limits: XWingListLimits, fleet: XWingFleet | None) -> None:
    """Raise IllegalSituation where a squad is impossible or not within its limits; without one, where these are."""
    raise_all(limits_refused(limits) if fleet is None else squad_refused(fleet, options, limits))


def limits_refused(limits: XWingListLimits) -> Iterator[IllegalSituation]:
    """XW-79: limits name factions and cards that are known."""
    for n, faction in enumerate(limits.factions or ()):
        if faction not in FACTIONS:
            yield IllegalSituation("unknown-faction", "XW-79", "factions", n, faction=faction)
    for n, card in enumerate(limits.cards or ()):
        if card not in PILOT_ROWS and card not in UPGRADE_ROWS:
            near = suggestion(card, "pilot:") or suggestion(card, "upgrade:")
            yield IllegalSituation("unknown-card", "XW-79", "cards", n, card=card, nearest=near)


def squad_refused(fleet: XWingFleet, options: XWingGameOptions, limits: XWingListLimits) -> Iterator[IllegalSituation]:
    """XW-1, XW-79: a squad is possible, and within its limits."""
    yield from fleet_refused(fleet, options, (), ())
    ships = tuple(listed(fleet))
    if limits.ships is not None and len(ships) > limits.ships:
        yield IllegalSituation("too-many-ships", "XW-79", ships=len(ships), most=limits.ships)
    yield from points_refused(ships, limits.points)
    for ship in ships:
        yield from faction_refused(ship, limits.factions)
        yield from cards_refused(ship, limits.cards)
    if limits.printed:
        yield from beyond_print(ships)


def points_refused(ships: tuple[Fielded, ...], most: int | None) -> Iterator[IllegalSituation]:
    """XW-79: the points that the list says are within the limit; where there is one, it says them for each ship."""
    if most is None:
        return
    for ship in ships:
        if ship.points is None:
            yield IllegalSituation("points-missing", "XW-79", *ship.place, "points")
    points = sum(ship.points or 0 for ship in ships)
    if points > most:
        yield IllegalSituation("too-many-points", "XW-79", points=points, most=most)


def faction_refused(ship: Fielded, factions: tuple[str, ...] | None) -> Iterator[IllegalSituation]:
    """XW-79: a ship belongs to one of the factions by the card of its pilot."""
    own = printed_pilot(ship.pilot.id).faction if ship.pilot.id in PILOT_ROWS else None
    if factions is not None and own not in factions:
        yield IllegalSituation("wrong-faction", "XW-79", *ship.place, *ship.pilot.place, faction=own)


def cards_refused(ship: Fielded, cards: tuple[str, ...] | None) -> Iterator[IllegalSituation]:
    """XW-79: the pilot and the upgrades of a ship are among the cards to choose from."""
    if cards is not None:
        for place, id in (ship.pilot, *ship.upgrades):
            if id not in cards:
                yield IllegalSituation("card-not-offered", "XW-79", *ship.place, *place, card=key_of(id))


def key_of(id: str) -> str:
    """A card by the key by which it is named; what is not known by its id."""
    return next((f"{kind}:{id}" for kind, rows in ROWS.items() if id in rows), id)


def complete(setup: XWingOpenSetup, lists: Mapping[int, XWingFleet]) -> XWingSetup:
    """XW-79: the setup with all squads. A ship whose id another squad has already gets a number."""
    taken = [sent.ship.id for fleet in setup.squads if fleet is not None for sent in fleet.ships]
    squads: list[XWingFleet] = []
    for seat, fleet in enumerate(setup.squads, 1):
        squads.append(fleet or numbered(lists.get(seat, XWingFleet()), taken))
    return XWingSetup(tuple(squads), setup.first_player)


def numbered(fleet: XWingFleet, taken: list[str]) -> XWingFleet:
    """A squad whose ships have ids of their own, which are taken from now on."""
    ships = []
    for sent in fleet.ships:
        id = sent.ship.id
        if id in taken:
            id = free_id(id[:MOST_LETTERS], taken)
        taken.append(id)
        ships.append(replace(sent, ship=replace(sent.ship, id=id)))
    return replace(fleet, ships=tuple(ships))


BRINGING: Bringing[XWingSetup, XWingOpenSetup, XWingFleet, XWingListLimits, XWingGameOptions] = Bringing(
    setup=XWingOpenSetup,
    places="squads",
    list=XWingFleet,
    limits=XWingListLimits,
    prepare=prepare,
    check=check,
    complete=complete,
)
"""How seats bring their squads."""
