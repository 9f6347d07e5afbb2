"""Dice: the attack die, the defense die, and which dice of a pool a step can act on."""

from typing import NamedTuple

from app.domain.dice import Die
from app.rulesets.x_wing.effects import XWingStep
from app.rulesets.x_wing.ops import Op
from app.rulesets.x_wing.outcome import Dice, XWingDie
from app.rulesets.x_wing.terms import FACES_OF, Face, Pool

ATTACK_DIE = Die("attack-die", (*[Face.HIT] * 3, Face.CRIT, *[Face.FOCUS] * 2, *[Face.BLANK] * 2))
DEFENSE_DIE = Die("defense-die", (*[Face.EVADE] * 3, *[Face.FOCUS] * 2, *[Face.BLANK] * 3))
DIE_OF = {Pool.ATTACK: ATTACK_DIE, Pool.DEFENSE: DEFENSE_DIE}


def dice_as_rolled(faces: tuple[Face, ...]) -> Dice:
    """The dice of a roll; dice rolled later in the same step are not rerolled dice (XW-26)."""
    return tuple([XWingDie(face, face) for face in faces])


def count_faces(dice: Dice, face: Face) -> int:
    """How many dice show a face, without canceled dice."""
    count = 0
    for die in dice:
        count += die.face is face and not die.canceled
    return count


def places_of(dice: Dice, pool: Pool, faces: tuple[Face, ...]) -> tuple[int, ...]:
    """The places of the dice that show one of `faces`, the least useful to their owner first."""
    return tuple(
        [
            place
            for face in FACES_OF[pool]
            if face in faces
            for place, die in enumerate(dice)
            if die.face is face and not die.canceled
        ]
    )


def may_act_on(step: XWingStep, face: Face, *, rerolled: bool) -> bool:
    """XW-32, XW-46, XW-73: whether a step can act on a die with this face, which was rerolled in this attack or not."""
    if step.faces and face not in step.faces:
        return False
    if step.op is Op.REROLL:
        return not (rerolled and step.counts_as_reroll)
    return not (step.op is Op.CHANGE and face is step.to)


class Became(NamedTuple):
    """What a die has become: its face, None if it is thrown or does not count any more; whether it was rerolled."""

    face: Face | None
    rerolled: bool
    is_thrown: bool = False


def becomes(step: XWingStep, *, rerolled: bool) -> Became:
    """XW-32, XW-46, XW-47: what a step makes of a die that was rerolled in this attack or not."""
    if step.op is Op.REROLL:
        return Became(None, rerolled or step.counts_as_reroll, is_thrown=True)
    return Became(step.to if step.op is Op.CHANGE else None, rerolled)


def eligible_places(step: XWingStep, dice: Dice, pool: Pool) -> tuple[int, ...]:
    """The places of the dice on which a step can act, the least useful to their owner first."""
    return tuple(
        [
            place
            for place in places_of(dice, pool, step.faces or FACES_OF[pool])
            if may_act_on(step, dice[place].face, rerolled=dice[place].rerolled)
        ]
    )
