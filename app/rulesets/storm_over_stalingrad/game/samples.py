"""A setup for trying the game. Its map and its units are invented for this purpose and belong to no published game."""

from dataclasses import replace

from app.rulesets.storm_over_stalingrad.game.cards import TacticalCard, Timing
from app.rulesets.storm_over_stalingrad.game.model import Arrival, Objectives, Setup, Withdrawal
from app.rulesets.storm_over_stalingrad.model import Allocator, Area, CardFire, Side, Unit, UnitState

SOVIET, GERMAN = Side.SOVIET, Side.GERMAN


def rifles(n: int) -> Unit:
    """A made-up Soviet unit."""
    return Unit(f"rifles-{n}", SOVIET, UnitState.FRESH, firepower=2, defense_fresh=8, defense_spent=7)


def guards(n: int) -> Unit:
    """A made-up Soviet unit that is stronger."""
    return Unit(f"guards-{n}", SOVIET, UnitState.FRESH, firepower=4, defense_fresh=9, defense_spent=8)


def grenadiers(n: int, division: str) -> Unit:
    """A made-up German unit."""
    return Unit(f"grenadiers-{n}", GERMAN, UnitState.FRESH, 4, 8, 7, division=division)


def tanks(n: int) -> Unit:
    """A made-up German unit that goes with any division."""
    return Unit(f"tanks-{n}", GERMAN, UnitState.FRESH, 6, 7, 6, independent=True)


SAMPLE = Setup(
    areas=(
        Area(
            "steppe",
            0,
            GERMAN,
            ("station", "mill"),
            units=(grenadiers(1, "1"), grenadiers(2, "1"), tanks(1)),
            name="Steppe",
        ),
        Area("mill", 2, GERMAN, ("depot",), units=(grenadiers(3, "2"), grenadiers(4, "2")), name="Old mill"),
        Area("station", 3, SOVIET, ("depot", "square"), units=(rifles(1), rifles(2)), name="Station"),
        Area("depot", 3, SOVIET, ("square", "bank"), units=(rifles(3), guards(1)), name="Depot"),
        Area("square", 2, SOVIET, ("bank",), units=(rifles(4),), name="Square"),
        Area("bank", 1, SOVIET, (), units=(guards(2),), ferry=True, name="River bank"),
    ),
    arrivals=(Arrival(2, "bank", rifles(5)), Arrival(3, "steppe", grenadiers(5, "2"))),
    withdrawals=(Withdrawal(2, "tanks-1"),),
    objectives=Objectives(SOVIET, ("station", "depot", "mill"), 2),
)

ACTION, OWN_FIRE, ENEMY_FIRE = Timing.OWN_ACTION, Timing.OWN_FIRE, Timing.ENEMY_FIRE

SAMPLE_CARDS = (
    TacticalCard("barrage", GERMAN, ACTION, "Sample barrage", card_fire=CardFire(6)),
    TacticalCard("assault", GERMAN, ACTION, "Sample assault", move_then_fire=True),
    TacticalCard("shortage", GERMAN, ENEMY_FIRE, "Sample shortage", cancel_fire=True),
    TacticalCard("observer", GERMAN, OWN_FIRE, "Sample observer", allocation_by=Allocator.FIRING_PLAYER),
    TacticalCard("volley", SOVIET, ACTION, "Sample volley", card_fire=CardFire(7)),
    TacticalCard("rubble", SOVIET, ENEMY_FIRE, "Sample rubble", terrain_multiplier=2, lasts=True),
    TacticalCard("cellars", SOVIET, ENEMY_FIRE, "Sample cellars", terrain_bonus=1),
    TacticalCard("rockets", SOVIET, OWN_FIRE, "Sample rockets", attack_bonus=2),
)
"""Made-up cards, one for each effect; they are not those of the game."""

SAMPLES = {"sample": SAMPLE, "sample-with-cards": replace(SAMPLE, cards=SAMPLE_CARDS, hand_sizes=(2, 3))}
