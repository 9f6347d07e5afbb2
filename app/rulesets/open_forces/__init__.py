"""Open Forces: groups of units, one die a unit, rows compared pair by pair."""

from collections.abc import Hashable
from dataclasses import replace
from typing import cast

from app.domain.dice import D6
from app.domain.names import dataclasses_of
from app.domain.ruleset import FollowUps, Matrix, Ruleset
from app.rulesets.open_forces import facts
from app.rulesets.open_forces.game import BOARD
from app.rulesets.open_forces.losses import on_what_is_left
from app.rulesets.open_forces.model import (
    OpenForcesAttack,
    OpenForcesAttackers,
    OpenForcesAttackMode,
    OpenForcesCover,
    OpenForcesDefenders,
    OpenForcesDefenseMode,
    OpenForcesOptions,
    OpenForcesOutcome,
)
from app.rulesets.open_forces.odds import MEASURES, matters, odds, outcomes
from app.rulesets.open_forces.questions import ChooseCasualties, ChooseSubgroup, RemoveSurplusDice
from app.rulesets.open_forces.refusals import prepare
from app.rulesets.open_forces.rules import attack
from app.rulesets.open_forces.several import several
from app.rulesets.open_forces.what_if import what_if

STANDARD = OpenForcesOptions()


def is_standard(options: OpenForcesOptions) -> bool:
    """Whether the threshold is the rulebook's (OF-29, OF-31)."""
    numbers = (options.base_threshold, options.threshold_min, options.threshold_max)
    return numbers == (STANDARD.base_threshold, STANDARD.threshold_min, STANDARD.threshold_max)


def profile(attack: OpenForcesAttack) -> Hashable:
    """An attack without what its units are called."""
    return replace(
        attack, attacker=replace(attack.attacker, unit_ids=()), defender=replace(attack.defender, unit_ids=())
    )


EXAMPLES = (
    OpenForcesAttack(
        attacker=OpenForcesAttackers(units=5, mode=OpenForcesAttackMode(atk=1)),
        defender=OpenForcesDefenders(units=4, mode=OpenForcesDefenseMode(def_=1)),
        cover=(OpenForcesCover(def_=2, touching=2),),
    ),
    OpenForcesAttack(
        attacker=OpenForcesAttackers(units=8, mode=OpenForcesAttackMode(atk=1, spl=4)),
        defender=OpenForcesDefenders(units=6, mode=OpenForcesDefenseMode(def_=1)),
    ),
    OpenForcesAttack(
        attacker=OpenForcesAttackers(units=3, mode=OpenForcesAttackMode(atk=1, atk_base=2, spl=4)),
        defender=OpenForcesDefenders(units=6, mode=OpenForcesDefenseMode(def_=1)),
        cover=(OpenForcesCover(def_=2, touching=3),),
    ),
)

RULESET = Ruleset(
    slug="open-forces",
    version=3,
    added_members={"totals": 2, "distances": 3, "visible": 3, "cover": 3},
    title="Open Forces",
    language="de",
    script=attack,
    prepare=prepare,
    situation=OpenForcesAttack,
    options=OpenForcesOptions,
    outcome=OpenForcesOutcome,
    measures=MEASURES,
    yes_no=("destroyed",),
    matters=matters,
    what_if=what_if,
    dice=(D6,),
    facts=dataclasses_of(facts),
    questions=(ChooseSubgroup, RemoveSurplusDice, ChooseCasualties),
    examples=EXAMPLES,
    presets={"standard": STANDARD},
    is_standard=is_standard,
    odds=odds,
    ends=("empty-group", "no-line-of-sight", "out-of-range"),
    then=FollowUps(
        ("defender",),
        lambda _attack, outcome: {"defender": outcome.after.defender},
        outcomes,
        go_on=lambda attack, left, options: on_what_is_left(
            attack, cast(OpenForcesDefenders, left["defender"]), options
        ),
        several=several,
    ),
    matrix=Matrix("distance", profile),
    board=BOARD,
)
