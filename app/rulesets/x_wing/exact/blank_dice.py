"""Dice that always show blanks."""

from app.domain.dice import DiceSource, Die, Faces
from app.rulesets.x_wing.terms import Face


class BlankDice:
    """Dice that always show blanks, to find out how many dice a roll throws."""

    source = DiceSource.SERVICE

    def throw(self, die: Die[int | str], count: int, *, index: int) -> Faces:  # noqa: ARG002
        """`count` blanks."""
        return (Face.BLANK.value,) * count
