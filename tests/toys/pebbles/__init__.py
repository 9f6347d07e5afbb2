"""Pebbles: a small rulebook with an attack, a yes or no, and a game; the guide `docs/rulebook.md` explains it."""

from pebbles.game import BOARD
from pebbles.model import HeapCovered, PebblesAttack, PebblesGrabbed, PebblesOptions, PebblesOutcome
from pebbles.rules import CoverHeap, cover_where_it_helps, grab, prepare
from umpire.rulebook.v1 import D6, Ruleset, first_option

RULESET = Ruleset(
    slug="pebbles",
    version=1,
    title="Pebbles",
    language="en",
    script=grab,
    prepare=prepare,
    situation=PebblesAttack,
    options=PebblesOptions,
    outcome=PebblesOutcome,
    measures={"grabbed": lambda outcome: outcome.grabbed},
    dice=(D6,),
    facts=(HeapCovered, PebblesGrabbed),
    questions=(CoverHeap,),
    examples=(PebblesAttack(pebbles=9), PebblesAttack(pebbles=2, dice=1, covers=0)),
    policies={"careful": cover_where_it_helps, "careless": first_option},
    board=BOARD,
)
