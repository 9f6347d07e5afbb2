"""Face down: a small rulebook in which everything can be hidden that a rulebook can hide; `docs/rulebook.md` has it."""

from face_down.game import BOARD
from face_down.model import (
    CardTurnedUp,
    FaceDownAttack,
    FaceDownCard,
    FaceDownOptions,
    FaceDownOutcome,
)
from face_down.rules import prepare, strike
from umpire.rulebook.v1 import D6, Private, Ruleset

RULESET = Ruleset(
    slug="face-down",
    version=1,
    title="Face down",
    language="en",
    script=strike,
    prepare=prepare,
    situation=FaceDownAttack,
    options=FaceDownOptions,
    outcome=FaceDownOutcome,
    measures={"turned": lambda outcome: outcome.turned},
    dice=(D6,),
    facts=(CardTurnedUp,),
    examples=(FaceDownAttack(7, tuple(Private(FaceDownCard(value)) for value in (3, 2, 4, 1))),),
    hides=True,
    board=BOARD,
)
