"""Armies that seats bring themselves: what the setup leaves out, what an army has to keep to, and the whole setup."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from annotated_types import Ge, Le, MaxLen, MinLen

from app.domain.bringing import Bringing
from app.domain.casualties import UnitId
from app.domain.errors import IllegalSituation, raise_all
from app.domain.visible import OneLine
from app.rulesets.open_forces.game.options import OpenForcesGameOptions
from app.rulesets.open_forces.game.refusals import refusals
from app.rulesets.open_forces.game.setup import (
    OpenForcesArmy,
    OpenForcesDataCard,
    OpenForcesGroupSetup,
    OpenForcesMode,
    OpenForcesObstacle,
    OpenForcesRectangle,
    OpenForcesSetup,
    Placement,
    Zones,
)
from app.rulesets.open_forces.game.state import unit_ids_of
from app.rulesets.open_forces.model import MOST_UNITS

MOST_CARDS = 100
"""How many data cards a game may have."""
MOST_BASE = 1_000
"""The largest radius of a base, in hundredths, where groups are placed in turn: so there is room, whoever comes."""
OTHERS = "\0"
"""What the ids of all that is not in a list begin with while the list is looked at; no client's id begins so."""


@dataclass(frozen=True, slots=True)
class OpenForcesOpenSetup:
    """The setup of a game in which some or all seats bring their own armies."""

    cards: Annotated[tuple[OpenForcesDataCard, ...], MaxLen(100)] = ()
    """The data cards of the armies that are here; armies that are brought may use them too."""
    armies: Annotated[tuple[OpenForcesArmy | None, ...], MaxLen(8)] = ()
    """The army of each seat, that of seat 1 first; null: the seat brings it. Absent: all do."""
    obstacles: Annotated[tuple[OpenForcesObstacle, ...], MaxLen(100)] = ()
    """What stands on the battlefield; for games with positions."""
    objective: Annotated[OneLine, MinLen(1), MaxLen(300)] | None = None
    """An agreed objective in the players' words, beside the last army; its claimer wins once all others confirm it."""
    placement: Placement = Placement.SETUP
    """Whether the game has no positions, or players place their groups in turn (OF-4)."""
    battlefield: OpenForcesRectangle | None = None
    """The ground on which units stand and move; null: it has no edge."""
    zones: Zones = ()
    """Where the groups of each army are placed in turn, that of seat 1 first; null or absent: anywhere."""


@dataclass(frozen=True, slots=True)
class OpenForcesList:
    """The army that a seat brings. Its groups have no positions."""

    groups: Annotated[tuple[OpenForcesGroupSetup, ...], MinLen(1), MaxLen(50)]
    """The groups of the army. What has the same id in another army gets a number."""
    cards: Annotated[tuple[OpenForcesDataCard, ...], MaxLen(50)] = ()
    """The data cards of the list's own; groups may use those of the setup too."""


@dataclass(frozen=True, slots=True)
class OpenForcesListLimits:
    """What an army that a seat brings has to keep to."""

    points: Annotated[int, Ge(1), Le(1_000_000)] | None = None
    """What the army may be worth; null: as much as the game's `army_budget` allows."""
    groups: Annotated[int, Ge(1), Le(50)] | None = None
    """How many groups it may have; null: as many as an army can have."""
    cards: Annotated[tuple[UnitId, ...], MaxLen(100)] | None = None
    """The ids of the setup's data cards that it may use, and no others; null: any, and cards of its own."""
    reserve: OpenForcesList | None = None
    """The army that stands in where the seat brings none in time, or the service plays it; null: none does."""


STAND_IN = OpenForcesDataCard(
    id=f"{OTHERS}{OTHERS}", modes=(OpenForcesMode(mode=1, spd=0, def_=0),), army_value=0, base=MOST_BASE
)
"""The card of what is not known of a game: units as large as they may be."""


def prepare(setup: OpenForcesOpenSetup, options: OpenForcesGameOptions, seats: tuple[int, ...]) -> None:
    """Raise IllegalSituation or IllegalOption where no armies make a game of this setup (OF-41)."""
    raise_all(setup_refused(setup, options, seats))


def setup_refused(
    setup: OpenForcesOpenSetup, options: OpenForcesGameOptions, seats: tuple[int, ...]
) -> Iterator[IllegalSituation]:
    """Every reason why a setup is refused, whatever armies are brought."""
    left = [n for n, army in enumerate(setup.armies) if army is None]
    here = [group for army in setup.armies if army is not None for group in army.groups]
    if setup.placement is Placement.SETUP and any(group.positions for group in here):
        yield IllegalSituation("positions-of-brought", "OF-41", "placement")
    if sum(group.units for group in here) + len(left) > 2 * MOST_UNITS:
        yield IllegalSituation("too-many-units", "OF-2", "armies", units=0, most=2 * MOST_UNITS)
        return
    armies = tuple(army or stand_in(n, units_left(setup)) for n, army in enumerate(setup.armies))
    for refused in refusals(whole_of(setup, (*setup.cards, STAND_IN), armies), options, seats):
        if refused.field[:1] != ("armies",) or len(refused.field) < 2 or refused.field[1] not in left:
            yield refused


def whole_of(
    setup: OpenForcesOpenSetup, cards: tuple[OpenForcesDataCard, ...], armies: tuple[OpenForcesArmy, ...]
) -> OpenForcesSetup:
    """A setup with these cards and armies, and all else as it is agreed."""
    return OpenForcesSetup(
        cards, armies, setup.obstacles, setup.objective, setup.placement, setup.battlefield, setup.zones
    )


def units_left(setup: OpenForcesOpenSetup) -> int:
    """OF-2: how many units each army may have that is brought, whatever the others have."""
    left = sum(army is None for army in setup.armies) or 1
    here = sum(group.units for army in setup.armies if army is not None for group in army.groups)
    return MOST_UNITS if setup.placement is Placement.SETUP else min(MOST_UNITS, (2 * MOST_UNITS - here) // left)


def cards_left(setup: OpenForcesOpenSetup) -> int:
    """How many cards of its own each army may have that is brought, whatever the others have."""
    return (MOST_CARDS - len(setup.cards)) // (sum(army is None for army in setup.armies) or 1)


def stand_in(place: int, units: int) -> OpenForcesArmy:
    """An army that takes as much room as an army can that is brought."""
    names = (f"{OTHERS}{OTHERS}{place}-{n}" for n in range(units))
    return OpenForcesArmy(tuple(OpenForcesGroupSetup(name, STAND_IN.id, 1) for name in names))


def check(
    setup: OpenForcesOpenSetup,
    options: OpenForcesGameOptions,
    limits: OpenForcesListLimits,
    brought: OpenForcesList | None,
) -> None:
    """Raise IllegalSituation where an army is impossible or not within its limits; without one, where these are."""
    raise_all(limits_refused(setup, limits) if brought is None else list_refused(setup, options, limits, brought))


def limits_refused(setup: OpenForcesOpenSetup, limits: OpenForcesListLimits) -> Iterator[IllegalSituation]:
    """OF-41: limits name cards of the setup."""
    known = [card.id for card in setup.cards]
    for n, card in enumerate(limits.cards or ()):
        if card not in known:
            yield IllegalSituation("unknown-card", "OF-41", "cards", n, card=card)


def list_refused(
    setup: OpenForcesOpenSetup, options: OpenForcesGameOptions, limits: OpenForcesListLimits, brought: OpenForcesList
) -> Iterator[IllegalSituation]:
    """OF-1, OF-2, OF-41: an army is possible, and within its limits."""
    yield from alone_refused(setup, options, brought)
    in_turn = setup.placement is Placement.IN_TURN
    for n, card in enumerate(brought.cards):
        if in_turn and card.base > MOST_BASE:
            yield IllegalSituation("base-too-large", "OF-41", "cards", n, "base", most=MOST_BASE)
    if len(brought.cards) > (most := cards_left(setup)):
        yield IllegalSituation("too-many-cards", "OF-41", "cards", cards=len(brought.cards), most=most)
    for n, group in enumerate(brought.groups):
        if group.positions:
            yield IllegalSituation("positions-brought", "OF-41", "groups", n, "positions")
    units = sum(group.units for group in brought.groups)
    if units > (most := units_left(setup)) and units <= MOST_UNITS:
        yield IllegalSituation("too-many-units", "OF-2", "groups", units=units, most=most)
    yield from limit_refused(setup, limits, brought)


def limit_refused(
    setup: OpenForcesOpenSetup, limits: OpenForcesListLimits, brought: OpenForcesList
) -> Iterator[IllegalSituation]:
    """OF-41: the value, the number of groups and the cards of an army are within its limits."""
    cards = {card.id: card for card in (*setup.cards, *brought.cards)}
    worth = sum(cards[group.card].army_value * group.units for group in brought.groups if group.card in cards)
    if limits.points is not None and worth > limits.points:
        yield IllegalSituation("over-budget", "OF-41", worth=worth, budget=limits.points)
    if limits.groups is not None and len(brought.groups) > limits.groups:
        yield IllegalSituation("too-many-groups", "OF-41", "groups", groups=len(brought.groups), most=limits.groups)
    if limits.cards is None:
        return
    for n, card in enumerate(brought.cards):
        yield IllegalSituation("card-not-offered", "OF-41", "cards", n, card=card.id)
    for n, group in enumerate(brought.groups):
        if group.card not in limits.cards:
            yield IllegalSituation("card-not-offered", "OF-41", "groups", n, "card", card=group.card)


def alone_refused(
    setup: OpenForcesOpenSetup, options: OpenForcesGameOptions, brought: OpenForcesList
) -> Iterator[IllegalSituation]:
    """What is wrong with an army whatever the others are: they take as much room as they can, under other names."""
    own = [card.id for card in brought.cards]
    cards = (*brought.cards, *(card for card in setup.cards if card.id not in own))
    hidden = tuple(replace(card, id=OTHERS + card.id) for card in setup.cards)
    others = [renamed(army) if army else stand_in(n, units_left(setup)) for n, army in enumerate(setup.armies)]
    others.pop(setup.armies.index(None))
    whole = whole_of(setup, (*cards, *hidden, STAND_IN), (OpenForcesArmy(brought.groups), *others))
    for refused in refusals(whole, options, tuple(range(1, len(whole.armies) + 1))):
        at = place_in_list(refused.field, len(own))
        if at is not None:
            told = IllegalSituation(refused.reason, refused.rule, *at, **refused.params)
            yield told


def renamed(army: OpenForcesArmy) -> OpenForcesArmy:
    """An army with ids that no list has."""
    return OpenForcesArmy(tuple(group_renamed(group) for group in army.groups))


def group_renamed(group: OpenForcesGroupSetup) -> OpenForcesGroupSetup:
    """A group with ids that no list has."""
    units = tuple(OTHERS + unit for unit in group.unit_ids)
    return replace(group, id=OTHERS + group.id, card=OTHERS + group.card, unit_ids=units)


def place_in_list(field: tuple[str | int, ...], own: int) -> tuple[str | int, ...] | None:
    """Where a fault of the whole setup is in the list, which has so many cards of its own; None: it is elsewhere."""
    match field:
        case ("cards", int(n), *_):
            return field if n < own else None
        case ("armies", 0, *rest):
            return tuple(rest)
        case ("obstacles",):
            return ("groups",)
    return None


def complete(setup: OpenForcesOpenSetup, lists: Mapping[int, OpenForcesList]) -> OpenForcesSetup:
    """OF-41: the setup with all armies. Cards, groups and units whose id another army has already get a number."""
    cards = list(setup.cards)
    here = [group for army in setup.armies if army is not None for group in army.groups]
    taken = Taken([group.id for group in here], [unit for group in here for unit in unit_ids_of(group)])
    armies: list[OpenForcesArmy] = []
    for seat, army in enumerate(setup.armies, 1):
        if army is not None:
            armies.append(army)
            continue
        brought = lists.get(seat)
        groups = with_cards(brought, cards) if brought is not None else ()
        armies.append(OpenForcesArmy(tuple(numbered(group, taken) for group in groups)))
    return whole_of(setup, tuple(cards), tuple(armies))


def with_cards(brought: OpenForcesList, cards: list[OpenForcesDataCard]) -> tuple[OpenForcesGroupSetup, ...]:
    """The groups of a list, with the ids that its cards have among all cards of the game, to which they are added."""
    names: dict[str, str] = {}
    for card in brought.cards:
        if card in cards:
            names[card.id] = card.id
            continue
        names[card.id] = next(id for id in ids_like(card.id) if id not in [other.id for other in cards])
        cards.append(replace(card, id=names[card.id]))
    return tuple(replace(group, card=names.get(group.card, group.card)) for group in brought.groups)


@dataclass(frozen=True, slots=True)
class Taken:
    """The ids that groups and units of a game have already."""

    groups: list[str]
    units: list[str]


def numbered(group: OpenForcesGroupSetup, taken: Taken) -> OpenForcesGroupSetup:
    """A group whose ids, and those of its units, nothing else has; they are taken from now on."""
    tries = zip(ids_like(group.id), *(ids_like(unit) for unit in group.unit_ids), strict=True)
    tried = (replace(group, id=id, unit_ids=tuple(units)) for id, *units in tries)
    for found in tried:
        if found.id not in taken.groups and not any(unit in taken.units for unit in unit_ids_of(found)):
            break
    taken.groups.append(found.id)
    taken.units.extend(unit_ids_of(found))
    return found


def ids_like(id: str) -> Iterator[str]:
    """An id, then the same with a number behind it, none of them too long."""
    yield id
    n = 2
    while True:
        yield f"{id[:95]}-{n}"
        n += 1


BRINGING: Bringing[
    OpenForcesSetup, OpenForcesOpenSetup, OpenForcesList, OpenForcesListLimits, OpenForcesGameOptions
] = Bringing(
    setup=OpenForcesOpenSetup,
    places="armies",
    list=OpenForcesList,
    limits=OpenForcesListLimits,
    prepare=prepare,
    check=check,
    complete=complete,
)
"""How seats bring their armies."""
