"""Refuses dice or answers that the rules did not ask for."""

from collections.abc import Callable
from typing import Any

from app.domain.dice import Dice, ThrownDice
from app.domain.record import Rolled
from app.domain.resolution import Pending, Resolved
from app.errors import Problem, TextNames
from app.services.play.players import Players, illegal_answer
from app.services.rulebooks.registry import Rulebook


def refuse_unused_input(
    book: Rulebook, end: Resolved[Any] | Pending, dice: Dice, players: Players, about: Callable[[], TextNames]
) -> None:
    """Raise Problem where dice or answers that the client sent were not used, or where an answer is illegal.

    `about` tells what the texts of a refusal call by its name.

    dice-left-over, illegal-answer, answer-left-over (422). Once the service has rolled, no answer is refused any more:
    the question waits, and unused answers are logged.
    """
    if isinstance(dice, ThrownDice):
        if dice.left_over:
            asked = sum(isinstance(entry, Rolled) for entry in end.record.entries)
            params = {"count": dice.left_over, "asked": asked}
            raise Problem("dice-left-over", at=("dice", "faces"), params=params)
    elif Rolled in map(type, end.record.entries):
        return
    place = players.sent - len(players.unused)
    if players.illegal is not None:
        raise illegal_answer(
            "illegal-answer", ("answers", place, "choice"), players.illegal, book.slug, about()
        ) from players.illegal
    if players.unused:
        question = {"question": players.unused[0].question}
        raise Problem("answer-left-over", at=("answers", place), params=question)
