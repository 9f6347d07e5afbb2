"""Face down: a small rulebook in which everything can be hidden that a rulebook can hide; `docs/rulebook.md` has it."""

from app.domain.dice import D6
from app.domain.hidden import Private
from app.domain.ruleset import Ruleset
from face_down.game import BOARD
from face_down.model import (
    CardTurnedUp,
    FaceDownAttack,
    FaceDownCard,
    FaceDownOptions,
    FaceDownOutcome,
)
from face_down.rules import prepare, strike

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
