"""Setups and options of games, and attacks, drawn at random with all that is legal and seldom seen: nothing, zeros, less than zero."""

import random
from dataclasses import fields, replace
from enum import Enum
from types import NoneType
from typing import Annotated, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le

from app.domain.errors import Refusal
from app.rulesets.castle_rampage.game import model as castle
from app.rulesets.castle_rampage.game.catalogue import EmptyDrawPile
from app.rulesets.castle_rampage.game.whole_sample import SAMPLE_CATALOGUE, WHOLE_SAMPLE
from app.rulesets.open_forces import RULESET as OPEN_FORCES
from app.rulesets.open_forces.game.setup import (
    OpenForcesArmy,
    OpenForcesDataCard,
    OpenForcesGroupSetup,
    OpenForcesMode,
    OpenForcesObstacle,
    OpenForcesPoint,
    OpenForcesRectangle,
    OpenForcesSetup,
    Placement,
)
from app.rulesets.open_forces.model import (
    OpenForcesAttack,
    OpenForcesAttackers,
    OpenForcesAttackMode,
    OpenForcesCover,
    OpenForcesDefenders,
    OpenForcesDefenseMode,
    OpenForcesOptions,
)
from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard, Timing
from app.rulesets.storm_over_stalingrad.game.model import Arrival, Objectives, Setup, Withdrawal
from app.rulesets.storm_over_stalingrad.model import Allocator, Area, CardFire, Side, Unit, UnitState
from app.rulesets.x_wing.game.setup import XWingFleet, XWingList, XWingListedPilot, XWingSetup
from tests.rulesets.storm_over_stalingrad import test_game
from tests.rulesets.x_wing import random_situations
from tests.rulesets.x_wing.squads import LISTS, pilots_of


def options(kind, chance):
    """Options, a third of them other than by default."""
    default, hints = kind(), get_type_hints(kind, include_extras=True)
    changed = [field.name for field in fields(kind) if chance.random() < 1 / 3]
    return replace(default, **{name: option(hints[name], getattr(default, name), chance) for name in changed})


def option(hint, default, chance):
    """A value of an option."""
    if get_origin(hint) is Annotated and isinstance(default, int):
        least, most = (next(getattr(bound, name) for bound in hint.__metadata__ if isinstance(bound, kind))
                       for name, kind in (("ge", Ge), ("le", Le)))  # fmt: skip
        return chance.choice([least, max(least, default - 1), min(most, default + 1)])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return chance.choice(list(hint))
    if hint is bool:
        return not default
    return None if NoneType in get_args(hint) else default


def some(chance, words, most=2):
    """A few of some words, or none."""
    return tuple(chance.sample(words, chance.randint(0, most)))


def point(chance):
    return OpenForcesPoint(chance.randrange(-10, 11) * 100, chance.randrange(-10, 11) * 100)


def open_forces(chance):
    """Armies on or off a small battlefield with terrain that helps or harms; things are called alike."""
    cards = tuple(data_card(chance, n) for n in range(chance.randint(1, 3)))
    kept, in_turn = chance.random() < 0.8, chance.random() < 0.25
    armies = tuple(
        OpenForcesArmy(
            tuple(
                group(
                    chance, f"{seat}{n}", chance.choice(cards), stands=kept and not (in_turn and chance.random() < 0.7)
                )
                for n in range(chance.randint(1, 3))
            ),
            team=chance.choice((None, None, "x", "y")),
        )
        for seat in "ABC"[: chance.choice((2, 2, 3))]
    )
    things = tuple(obstacle(chance, n) for n in range(chance.randint(0, 4) if kept else 0))
    placement = Placement.IN_TURN if kept and in_turn else Placement.SETUP
    found = OpenForcesSetup(cards, armies, things, chance.choice((None, "the hill")), placement)
    return on_battlefield(found, chance) if kept and chance.random() < 0.4 else found


MIDDLE = 2500
"""Where the middle of a battlefield is that holds all that is drawn around (0, 0)."""


def on_battlefield(found, chance):
    """A setup on a battlefield with an edge, and with zones for some armies."""

    def at(place):
        return OpenForcesPoint(place.x + MIDDLE, place.y + MIDDLE)

    def moved(one):
        return replace(one, groups=tuple(replace(g, positions=tuple(map(at, g.positions))) for g in one.groups))

    zones = tuple(
        chance.choice((None, OpenForcesRectangle(OpenForcesPoint(0, n * 1500), 2 * MIDDLE, chance.choice((100, 1500)))))
        for n in range(chance.randint(0, len(found.armies)))
    )
    ground = OpenForcesRectangle(OpenForcesPoint(0, 0), 2 * MIDDLE, 2 * MIDDLE)
    return replace(
        found,
        armies=tuple(map(moved, found.armies)),
        obstacles=tuple(replace(o, at=at(o.at), corners=tuple(map(at, o.corners))) for o in found.obstacles),
        battlefield=chance.choice((None, ground, ground)),
        zones=zones,
    )


def data_card(chance, n):
    modes = tuple(
        OpenForcesMode(
            digit,
            spd=chance.choice((0, 1, 3, 10, 20)),
            def_=chance.randint(-3, 4),
            atk=chance.choice((None, -1, 0, 1, 5)),
            spl=chance.choice((0, 0, 1, 3)),
            rng=chance.choice((None, 0, 5, 60)),
            needs_line_of_sight=chance.random() < 0.8,
            may_shoot_over=some(chance, ("infantry", "wood", "o1"), 1),
        )
        for digit in chance.sample(range(1, 7), chance.randint(1, 3))
    )
    base, kind = chance.choice((1, 50, 100)), chance.choice((None, "infantry", "tank"))
    rest = {"size_class": chance.randint(0, 2), "army_value": chance.choice((0, 1, 5)), "base": base}
    return OpenForcesDataCard(f"c{n}", modes, unit_kind=kind, may_cross=some(chance, ("wood", "o1"), 1), **rest)


def group(chance, id, card, *, stands):
    units, at, (dx, dy) = chance.randint(1, 4), point(chance), chance.choice(((1, 0), (0, 1)))
    row = tuple(OpenForcesPoint(at.x + 2 * card.base * n * dx, at.y + 2 * card.base * n * dy) for n in range(units))
    mode, name = chance.choice(card.modes).mode, chance.choice((None, None, "First", "Second"))
    return OpenForcesGroupSetup(id, card.id, units, mode=mode, positions=row if stands else (), name=name)


def obstacle(chance, n):
    return OpenForcesObstacle(
        f"o{n}",
        point(chance),
        chance.choice((0, 0, 50, 200, 600)),
        tuple(point(chance) for _ in range(chance.choice((0, 0, 1, 2, 3)))),
        kind=chance.choice((None, "wood")),
        blocks_sight=chance.random() < 0.6,
        def_=chance.choice((-3, -1, -1, 0, 1, 2)),
        crossed_by=some(chance, ("infantry", "tank")),
    )


def stalingrad(chance):
    """A small map, areas without units and units without firepower among it, cards that are copies of each other."""
    ids = [f"a{n}" for n in range(chance.randint(2, 5))]
    areas = tuple(area(chance, id, ids) for id in ids)
    cards = tuple(card(chance, n) for n in range(chance.choice((0, 0, 4, 8))))
    objectives = Objectives(chance.choice(list(Side)), tuple(chance.sample(ids, 2)), 1)
    return Setup(
        areas,
        tuple(chance.sample(list(Side), 2)),
        tuple(arrival(chance, f"r{n}", ids) for n in range(chance.randint(0, 2))),
        tuple(Withdrawal(1, each.id) for each in areas[0].units[:1]),
        chance.choice((None, objectives)),
        cards,
        chance.choice(((0,), (1, 3), (5,))) if cards else (),
    )


def arrival(chance, id, ids):
    first, *others = chance.sample(ids, chance.randint(1, len(ids)))
    return Arrival(2, first, unit(chance, id), tuple(others))


def area(chance, id, ids):
    return Area(
        id,
        chance.choice((0, 1, 2)),
        chance.choice(list(Side)),
        tuple(other for other in ids if other != id and chance.random() < 0.5),
        terrain_multiplier=chance.choice((1, 1, 2, 0)),
        terrain_bonus=chance.choice((0, 0, -2, 1)),
        ferry=chance.random() < 0.2,
        fire_markers=some(chance, list(Side)),
        units=tuple(unit(chance, f"{id}-{n}") for n in range(chance.choice((0, 1, 2, 3, 5)))),
        name=chance.choice((None, None, "Mill", "Station")),
    )


def unit(chance, id):
    side = chance.choice(list(Side))
    return Unit(
        id,
        side,
        chance.choice(list(UnitState)),
        chance.choice((0, 2, 2, 4)),
        chance.choice((0, 7, 8)),
        chance.choice((0, 7)),
        division=chance.choice((None, "1", "2")) if side is Side.GERMAN else None,
        independent=chance.random() < 0.2,
        value=chance.choice((None, 0, 3)),
        name=chance.choice((None, None, "Guards", "Tanks")),
        movement=chance.choice((None, None, 0, 1, 3)),
    )


def card(chance, n):
    timing, fires = chance.choice(list(Timing)), chance.random() < 0.5
    acts, is_enemys = timing is Timing.OWN_ACTION, timing is Timing.ENEMY_FIRE
    if acts and chance.random() < 0.3:
        return TacticalCard(f"k{n}", chance.choice(list(Side)), timing, "Rubble", terrain_multiplier=2, lasts=True)
    return TacticalCard(
        f"k{n}",
        chance.choice(list(Side)),
        timing,
        chance.choice((None, "Assault", "Rubble")),
        card_fire=CardFire(chance.choice((0, 9))) if acts and fires else None,
        move_then_fire=acts and not fires,
        attack_bonus=0 if is_enemys else 1,
        terrain_bonus=chance.choice((1, -1)) if is_enemys else 0,
        lasts=is_enemys and chance.random() < 0.3,
        allocation_by=Allocator.OWNER if is_enemys else chance.choice(list(Allocator)),
    )


def castle_rampage(chance):
    """A siege without a gate or a hand, or a whole game of some of the sample cards."""
    first = chance.choice((None, 1, 2))
    if chance.random() < 0.4:
        sizes = chance.randint(0, 3), chance.randint(1, 3), chance.randint(0, 3)
        return castle.Setup(chance.choice(list(castle.Level)), first, *sizes)
    cards = tuple(replace(card, copies=chance.randint(1, 6)) for card in SAMPLE_CATALOGUE if chance.random() < 0.8)
    limit, empty = chance.choice((None, 0, 1, 7)), chance.choice(list(EmptyDrawPile))
    whole = replace(WHOLE_SAMPLE, cards=cards, hand_limit=limit, draw_pile_empty=empty)
    return castle.Setup(starting_seat=first, whole=whole)


def x_wing(chance):
    """Two of the squads that are often flown, up to three ships of each; now and then a ship of both seats."""
    squads = []
    for name in chance.choices(sorted(LISTS), k=2):
        pilots = [
            XWingListedPilot(id, ship=ship, upgrades={slot: tuple(ids) for slot, ids in slots.items()})
            for id, ship, slots in pilots_of(name)
        ]
        squads.append(XWingFleet(XWingList(tuple(chance.sample(pilots, min(3, len(pilots)))))))
    return XWingSetup(tuple(squads))


SETUPS = {
    "castle-rampage": castle_rampage,
    "open-forces": open_forces,
    "storm-over-stalingrad": stalingrad,
    "x-wing": x_wing,
}
"""What draws the setup of a game of each rulebook."""


def open_forces_attack(seed):
    """Groups of a few units with anything that a situation may say of them, and options under which that is legal."""
    chance = random.Random(f"attack {seed}")
    while True:
        ids = tuple(f"d{n}" for n in range(chance.randint(1, 6)))
        named, units, rng = chance.random() < 0.5, len(ids), chance.choice((None, 5, 10))
        mode = OpenForcesAttackMode(chance.randint(-2, 4), None, chance.choice((0, 0, 1, 3)), rng)
        situation = OpenForcesAttack(
            OpenForcesAttackers(chance.randint(1, 6), mode),
            OpenForcesDefenders(units, OpenForcesDefenseMode(chance.randint(-3, 2)), ids if named else ()),
            distances=tuple(chance.randint(0, 12) for _ in ids) if chance.random() < 0.3 else (),
            visible=tuple(chance.sample(ids, chance.randint(0, units))) if named and chance.random() < 0.5 else None,
            cover=tuple(
                OpenForcesCover(chance.randint(-2, 3), chance.randint(0, units)) for _ in range(chance.randint(0, 2))
            ),
        )
        rules = options(OpenForcesOptions, chance)
        try:
            OPEN_FORCES.prepare(situation, rules)
        except Refusal:
            continue
        return situation, rules


ATTACKS = {
    "open-forces": open_forces_attack,
    "storm-over-stalingrad": lambda seed: test_game.at_random(seed)[:2],
    "x-wing": lambda seed: random_situations.drawn(seed, 3),
}
"""What draws an attack with its options, of the rulebooks whose attacks ask many questions."""
