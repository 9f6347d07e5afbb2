"""Castle Rampage: attacks on a gate and the castle behind it, card by card, and sieges that the server holds."""

from app.domain.names import dataclasses_of
from app.domain.ruleset import Covered, Ruleset
from app.rulesets.castle_rampage import facts
from app.rulesets.castle_rampage.game import BOARD
from app.rulesets.castle_rampage.game.turns import STARTING_SEAT
from app.rulesets.castle_rampage.model import (
    Attack,
    Attacker,
    Card,
    Options,
    Outcome,
)
from app.rulesets.castle_rampage.odds import MEASURES, THEN, YES_NO, matters, odds, odds_within, price
from app.rulesets.castle_rampage.questions import ChooseTarget
from app.rulesets.castle_rampage.refusals import prepare
from app.rulesets.castle_rampage.rules import attack, choose_target, refuse_unknown, turned_up
from app.rulesets.castle_rampage.what_if import what_if

OGRE = Card("ogre", gate_defense=6, castle_defense=6, purple=True)
DRAGON = Card("dragon", gate_defense=2, castle_defense=3)


def card(gate: int, castle: int) -> Card:
    """A card of which only the values are known, and which is called by them."""
    return Card(f"{gate}/{castle}", gate, castle)


EXAMPLES = (
    Attack(Attacker(9), gate=(card(3, 1), card(4, 2), OGRE), castle=(card(1, 3), DRAGON)),
    Attack(Attacker(9), gate=(card(4, 2),), castle=(OGRE, DRAGON)),
    Attack(Attacker(3, bypasses_gate=True, card="digger"), gate=(OGRE,), castle=(DRAGON,)),
)

RULESET = Ruleset(
    slug="castle-rampage",
    version=2,
    added_members={"name": 2},
    title="Castle Rampage",
    language="de",
    script=attack,
    prepare=prepare,
    situation=Attack,
    options=Options,
    outcome=Outcome,
    measures=MEASURES,
    yes_no=YES_NO,
    matters=matters,
    what_if=what_if,
    dice=(STARTING_SEAT,),
    facts=dataclasses_of(facts),
    questions=(ChooseTarget,),
    examples=EXAMPLES,
    presets={"standard": Options()},
    price=price,
    odds=odds,
    within=odds_within,
    ends=("castle-empty",),
    then=THEN,
    rehearsal=choose_target,
    best_by=("castle_fallen", "destroyed", "gate_cleared"),
    hides=True,
    covers=Covered(("gate", "castle"), turned_up, refuse_unknown),
    board=BOARD,
)
