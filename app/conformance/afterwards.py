"""What an attack leaves: it can be sent again as it is, and in a game it stands on the board."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from pydantic import ValidationError

from app.conformance.attacks import require_round_trip
from app.conformance.faults import refuse
from app.conformance.games import Game, games_of
from app.conformance.play import RandomPlayer, play, trials
from app.domain.errors import Refusal
from app.domain.follow_ups import with_defender
from app.persistence.stored.private import unwrap_private
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook

TIMES = 5
"""How often an attack is made again with what it has left."""


def put_back(situation: Any, after: Any) -> Any:
    """A situation with what an attack has left, as clients put it together: each member of `after` in its place.

    Of a list of things with ids `after` has those that have changed.
    """
    changed = {field.name: getattr(after, field.name) for field in fields(after)}
    for name, value in changed.items():
        if not hasattr(situation, name):
            refuse(f"`after` of the outcome has `{name}`, which situations do not have. Name it as they do.")
        before = getattr(situation, name)
        if isinstance(value, tuple) and all(hasattr(thing, "id") for thing in (*(before or ()), *value)):
            now = {thing.id: thing for thing in value}
            changed[name] = tuple(now.get(thing.id, thing) for thing in before)
    return replace(situation, **changed)


def what_an_attack_leaves_can_be_sent_again(book: Rulebook) -> None:
    """The `after` of an outcome, put back into its situation, is taken, unless the attack is at its end."""
    options = book.ruleset.options()
    for what, situation, key in trials(book):
        random = Random(what)
        for _ in range(TIMES):
            outcome = play(book, situation, key, RandomPlayer(random)).outcome
            if not hasattr(outcome, "after") or not is_taken_again(book, what, situation, options, outcome):
                break
            situation, key = put_back(situation, outcome.after), random.randbytes(32)


def is_taken_again(book: Rulebook, what: str, situation: Any, options: Any, outcome: Any) -> bool:
    """Whether an attack can be made again with what it has left; the odds of several attacks go on with it, too."""
    if (then := book.ruleset.then) is not None:
        further = with_defender(then, situation, then.left(situation, outcome), options)
        is_taken(book, f"{what}: a further attack on what is left", further, options)
    return is_taken(book, f"{what}: what is left", put_back(situation, outcome.after), options)


def is_taken(book: Rulebook, what: str, situation: Any, options: Any) -> bool:
    """Whether an attack can be made; False where it is at its end.

    Raises Nonconforming where it is no situation, or is refused for another reason.
    """
    try:
        require_round_trip(f"{what}: the situation", book.codec.situation, situation)
        book.ruleset.prepare(situation, options)
    except ValidationError as error:
        refuse(f"{what} is no situation: {error.errors()[0]['msg']}. Let `after` be what clients may send.")
    except Refusal as refusal:
        if any(each.reason not in book.ruleset.ends for each in (refusal, *refusal.more)):
            refuse(f"{what} is refused: {refusal}. Let `after` be right, or name the reason in `ends`.")
        return False
    return True


def what_an_attack_of_a_game_leaves_stands_on_its_board(book: Rulebook) -> None:
    """An attack that is made again with what it has left meets the things of the board as they are."""
    for game in games_of(book):
        require_on_board(book, game)


def require_on_board(book: Rulebook, game: Game) -> None:
    """Raise Nonconforming where a thing in what an attack of the game has left never stood so on the board since."""
    for step in game.steps:
        outcome = outcome_in(step.end.outcome, book.ruleset.outcome)
        if step.attack is None or outcome is None or not hasattr(outcome, "after"):
            continue
        if can_be_sent(book, step.attack, game.options):
            is_taken_again(book, f"{game.what}: {step.what}", step.attack, game.options, outcome)
        again = put_back(step.attack, outcome.after)
        left = {thing["id"]: thing for thing in things_in(unwrap_private(book.codec.situation.dump(again)))}
        for state in (step.after, *step.since):
            board = {thing["id"]: thing for thing in things_in(unwrap_private(board_of(book)[1].state.dump(state)))}
            same = {id: board[id] for id in left if id in board and board[id].keys() == left[id].keys()}
            left = {id: left[id] for id, stands in same.items() if stands != left[id]}
            if not left:
                break
        else:
            refuse(
                f"{game.what}: {step.what} leaves {', '.join(f'`{id}`' for id in left)} in another way than the board "
                "has it. Let `after` be what the board has."
            )


def can_be_sent(book: Rulebook, situation: Any, options: Any) -> bool:
    """Whether a situation of a game can be an attack of its own: what is sealed in a game is in no situation."""
    try:
        book.ruleset.prepare(situation, options)
    except Refusal:
        return False
    return True


def outcome_in(turn: Any, kind: type) -> Any:
    """The outcome of the attack in a turn; None where there was none."""
    found = [getattr(turn, field.name) for field in fields(turn)] if is_dataclass(turn) else []
    return next((value for value in found if isinstance(value, kind)), None)


def things_in(node: Any) -> Iterator[Any]:
    """Everything in JSON data that has an id."""
    if isinstance(node, dict):
        if isinstance(node.get("id"), str):
            yield node
        for inner in node.values():
            yield from things_in(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from things_in(inner)


CHECKS = (what_an_attack_leaves_can_be_sent_again, what_an_attack_of_a_game_leaves_stands_on_its_board)
