"""Storm Over Stalingrad: fire actions; the owner of the targets distributes the damage."""

from dataclasses import replace

from app.domain.dice import D6
from app.domain.names import dataclasses_of
from app.domain.record import Role
from app.domain.ruleset import FollowUps, Ruleset
from app.rulesets.storm_over_stalingrad import facts
from app.rulesets.storm_over_stalingrad.game import BOARD
from app.rulesets.storm_over_stalingrad.model import (
    ActivationRestriction,
    Area,
    Fire,
    Options,
    Outcome,
    Side,
    Unit,
    UnitState,
    WhyIgnored,
)
from app.rulesets.storm_over_stalingrad.odds import MEASURES, left, several
from app.rulesets.storm_over_stalingrad.policies import POLICIES
from app.rulesets.storm_over_stalingrad.questions import AllocateDamage, Retreat
from app.rulesets.storm_over_stalingrad.refusals import prepare
from app.rulesets.storm_over_stalingrad.rules import fire
from app.rulesets.storm_over_stalingrad.what_if import what_if

FREE_STANDING = Options()
FULL = Options(activation_restriction=ActivationRestriction.GERMAN_DIVISION, ferry_rules=True)

FRESH, SPENT, SOVIET, GERMAN = UnitState.FRESH, UnitState.SPENT, Side.SOVIET, Side.GERMAN
FIRING = Area(
    "F",
    terrain_defense=1,
    controller=SOVIET,
    adjacent=("T",),
    units=(Unit("s1", SOVIET, FRESH, 2, 7, 6), Unit("s2", SOVIET, FRESH, 2, 7, 6)),
)
TARGET = Area(
    "T",
    terrain_defense=3,
    controller=GERMAN,
    adjacent=("F", "X", "Y"),
    units=(
        Unit("g1", GERMAN, FRESH, 4, 9, 8),
        Unit("g2", GERMAN, FRESH, 4, 9, 8),
        Unit("g3", GERMAN, SPENT, 4, 9, 8),
    ),
)
EMPTY = Area("X", terrain_defense=1, controller=SOVIET, adjacent=("T",))
MIXED = Area(
    "Y",
    terrain_defense=1,
    controller=GERMAN,
    adjacent=("T",),
    units=(Unit("g4", GERMAN, FRESH, 4, 9, 8), Unit("s3", SOVIET, FRESH, 2, 7, 6)),
)
SEED = Fire(SOVIET, "T", (FIRING, TARGET, EMPTY, MIXED), firing_area="F", firers=("s1", "s2"))


def sides(situation: Fire) -> dict[Role, str]:
    """SS-4: the side that fires attacks, the other defends."""
    return {Role.ATTACKER: situation.firing_side.value, Role.DEFENDER: situation.firing_side.enemy.value}


def is_standard(options: Options) -> bool:
    """Whether the options are without house rules (SS-3, SS-18, SS-39, SS-48)."""
    houses = options.allow_zero_firepower or options.marker_on_same_area_fire
    houses = houses or any(reason not in options.terrain_ignore_conditions for reason in WhyIgnored)
    return options.stacking_limit == FREE_STANDING.stacking_limit and not houses


RULESET = Ruleset(
    slug="storm-over-stalingrad",
    version=5,
    added_members={"terrain_bonus": 2, "area_cleared": 4, "movement": 5, "middle": 5},
    title="Storm Over Stalingrad",
    language="ru",
    script=fire,
    prepare=prepare,
    situation=Fire,
    options=Options,
    outcome=Outcome,
    measures=MEASURES,
    yes_no=("area_cleared",),
    matters=lambda _situation: (("area_cleared", 1), ("eliminated", 1)),
    what_if=what_if,
    ends=("no-target", "unit-spent"),
    then=FollowUps(("firing_side", "target_area", "areas"), left, several=several),
    best_by=("damage_points", "eliminated", "retreated", "flipped"),
    dice=(D6,),
    facts=dataclasses_of(facts),
    questions=(AllocateDamage, Retreat),
    policies=POLICIES,
    presets={"free-standing": FREE_STANDING, "full": FULL},
    examples=(SEED, replace(SEED, firing_area="Y", firers=("s3",), attack_bonus=4)),
    sides=sides,
    side_names=tuple(Side),
    is_standard=is_standard,
    board=BOARD,
)
