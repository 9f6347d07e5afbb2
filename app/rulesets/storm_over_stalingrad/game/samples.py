"""A setup for trying the game. Its map and its units are invented for this purpose and belong to no published game."""

from app.rulesets.storm_over_stalingrad.game.model import Arrival, Objectives, Setup, Withdrawal
from app.rulesets.storm_over_stalingrad.model import Area, Side, Unit, UnitState

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
        Area("steppe", 0, GERMAN, ("station", "mill"), units=(grenadiers(1, "1"), grenadiers(2, "1"), tanks(1))),
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

SAMPLES = {"sample": SAMPLE}
