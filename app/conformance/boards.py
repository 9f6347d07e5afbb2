"""Boards: what `legal`, `check`, `asked` and `evolve` of a game promise each other, at every step of random games."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from pydantic import ValidationError

from app.conformance.attacks import PLAIN, require_round_trip
from app.conformance.faults import refuse, require
from app.conformance.games import Game, Step, games_of
from app.conformance.moves import spoiled_moves
from app.conformance.play import require_steps
from app.conformance.texts import languages_of, require_entry_text, require_question_texts, require_text
from app.domain.board import Act, Course
from app.domain.errors import IllegalAction
from app.domain.record import seat_name
from app.persistence.stored.codec import BoardCodec, JsonConverter
from app.services.documents.wording import message_of
from app.services.play.scripts import board_of
from app.services.rulebooks.own_names import OwnNames, things_in
from app.services.rulebooks.registry import Rulebook

LISTED = 100
"""How many of the moves that `legal` lists are tried in a state."""


def asked_in(game: Game) -> Iterator[tuple[Any, int]]:
    """Every state of a game as a seat that is asked to move in it may see it, with this seat."""
    for state in game.states:
        for seat in game.board.asked(state):
            yield game.board.view(state, seat), seat


def what_a_seat_may_see_is_a_state(book: Rulebook) -> None:
    """`view` gives a state for every seat and for everybody, which hides nothing that the next view would show."""
    for game in games_of(book):
        for state in game.states:
            for seat in (*game.seats, None):
                seen = game.board.view(state, seat)
                if game.board.view(seen, seat) != seen:
                    refuse(f"{game.what}: what seat {seat} sees changes when it looks again. Hide it in one way.")
            if not (game.board.hides and game.board.hides_in(game.setup)) and game.board.view(state, None) != state:
                refuse(f"{game.what}: the state hides something. Set `hides` of the board.")


def whoever_is_asked_has_a_seat(book: Rulebook) -> None:
    """`asked` names seats of the game, each once, and nobody after its end."""
    for game in games_of(book):
        for state in game.states:
            asked = game.board.asked(state)
            require(len(set(asked)) == len(asked), f"{game.what}: `asked` names a seat twice: {asked}.")
            for seat in asked:
                if seat not in game.seats:
                    refuse(f"{game.what}: `asked` names seat {seat}, which nobody has. Correct it.")
            if asked and game.board.result(state) is not None:
                refuse(f"{game.what}: the game has ended, but `asked` names {asked}. Name nobody then.")


def the_course_has_numbers_that_everybody_may_see(book: Rulebook) -> None:
    """`course` gives whole numbers from 0, the same from what everybody may see, and its number has a text."""
    for game in games_of(book):
        if (course := game.board.course) is None:
            return
        for state in game.states:
            for seat in game.seats:
                seen = [shown_by(course, each, seat) for each in (state, game.board.view(state, None))]
                numbers = (seen[0][0], seen[0][1], *seen[0][2].values())
                if any(type(number) is not int or number < 0 for number in numbers):
                    refuse(f"{game.what}: `course` gives {numbers} for seat {seat}. Give whole numbers from 0.")
                if seen[0] != seen[1]:
                    refuse(f"{game.what}: `course` of seat {seat} needs what is hidden. Count only what all may see.")
        for language in languages_of(book) if book.messages else ():
            key = f"course.{course.measure}"
            require(book.texts(language).find(key, {}) is not None, f"`{key}` ({language}) has no text. Add it.")


def shown_by(course: Course[Any], state: Any, seat: int) -> tuple[int, int, Mapping[str, int]]:
    """What a course shows of a seat in a state."""
    return course.round(state), course.value(state, seat), course.left(state, seat)


def legal_and_check_agree(book: Rulebook) -> None:
    """Every move that `legal` lists passes `check`, and no other, tried with moves spoiled in their fields."""
    for game in games_of(book):
        move = board_of(book)[1].move
        for state, seat in asked_in(game):
            legal = list(islice(game.board.legal(state, game.options, seat), LISTED))
            for listed in legal:
                if (illegal := refusal(game, state, seat, listed)) is not None:
                    refuse(f"{game.what}: `legal` lists {listed}, but `check` refuses it: {illegal}. Make them agree.")
            if len(legal) < LISTED and game.board.lists_every_move:
                for other in spoiled_moves(legal):
                    require_refused(game, state, seat, other, move)


def refusal(game: Game, state: Any, seat: int, move: Any) -> IllegalAction | None:
    """Why `check` refuses a move; None where it lets it pass."""
    try:
        game.board.check(state, game.options, seat, move)
    except IllegalAction as illegal:
        return illegal
    return None


def require_refused(game: Game, state: Any, seat: int, move: Any, shape: JsonConverter[Any]) -> None:
    """Raise Nonconforming where `check` lets a move pass that `legal` does not list and a client can send."""
    try:
        shape.load(shape.dump(move))
    except ValidationError:
        return
    if refusal(game, state, seat, move) is None:
        refuse(
            f"{game.what}: `check` lets {move} pass, which `legal` does not list. Refuse it or list it; "
            "where there are too many to list, set `lists_every_move` of the board to False."
        )


def the_facts_fold_to_the_state(book: Rulebook) -> None:
    """The stored facts of each step make of the state before it the state that its script saw at its end."""
    for game in games_of(book):
        for step in game.steps:
            require(
                game.board.fold(step.before, stored_facts(book, step)) == step.after,
                f"{game.what}: the facts of {step.what} do not lead to its state. Let only `evolve` change the state, "
                "and each time in the same way.",
            )


def stored_facts(book: Rulebook, step: Step) -> list[Any]:
    """The facts of a step as they come back from JSON."""
    shapes, names = book.codec.facts, book.codec.fact_names
    return [shapes[names[type(fact)]].load(shapes[names[type(fact)]].dump(fact)) for fact in step.facts]


def a_voided_move_leaves_the_game_as_before_it(book: Rulebook) -> None:
    """The log without the latest move leads to the state before that move, at every step."""
    for game in games_of(book):
        facts = [stored_facts(book, step) for step in game.steps]
        for n, step in enumerate(game.steps[1:], start=1):
            state = game.board.set_up(game.setup, game.options)
            for earlier in facts[:n]:
                state = game.board.fold(state, earlier)
            require(
                state == step.before,
                f"{game.what}: without {step.what} its log does not lead to the state before it. "
                "Let `set_up` and `evolve` depend on their arguments only.",
            )


def the_opening_and_every_move_resolve_step_by_step(book: Rulebook) -> None:
    """Rolls and answers that come one at a time make the same record and the same turn as in one run."""
    for game in games_of(book):
        for number, step in enumerate(game.steps, 1):
            require_steps(f"{game.what}: {step.what}", step.script, step.situation, game.options, step.end, number)


def states_setups_and_moves_survive_json(book: Rulebook) -> None:
    """What is stored of a game is read again as it was."""
    for game in games_of(book):
        shapes = board_of(book)[1]
        require_round_trip(f"{game.what}: the setup", shapes.setup, game.setup)
        require_round_trip(f"{game.what}: the options", shapes.options, game.options)
        for step in game.steps:
            require_step_round_trip(book, f"{game.what}: {step.what}", step, shapes)


def require_step_round_trip(book: Rulebook, what: str, step: Step, shapes: BoardCodec) -> None:
    """Raise Nonconforming unless state, turn, record and move of a step come back from JSON."""
    require_round_trip(f"{what}: the state", shapes.state, step.after)
    require_round_trip(f"{what}: the turn", shapes.turn, step.end.outcome)
    if hasattr(step.situation, "action"):
        require_round_trip(f"{what}: the move", shapes.move, step.situation.action)
    entries = book.codec.dump_entries(step.end.record)
    require(
        book.codec.load_record(entries) == step.end.record, f"{what}: its record is another one once stored. {PLAIN}"
    )


def every_move_and_every_question_has_a_text(book: Rulebook) -> None:
    """What a game tells has words in every language; each move or answer that it offers has words of its own."""
    if not book.messages:
        return
    for game in games_of(book):
        require_game_texts(book, game)


def require_game_texts(book: Rulebook, game: Game) -> None:
    """Raise Nonconforming unless the steps, the moves and the questions of a game have their texts."""
    for step in game.steps:
        require_step_texts(book, step)
        for question, by in step.asked:
            require_question_texts(book, question, by, names_in(book, step.before))
    for state, seat in asked_in(game):
        question = Act(game.board, state, game.options, seat)
        require_question_texts(book, question, seat_name(seat), names_in(book, state))


def names_in(book: Rulebook, state: Any) -> OwnNames:
    """What texts call the things of a game."""
    return OwnNames(things_in(board_of(book)[1].state.dump(state)))


def require_step_texts(book: Rulebook, step: Step) -> None:
    """Raise Nonconforming unless the entries and the turn of a step have their texts."""
    board, shapes = board_of(book)
    turn = shapes.turn.dump(step.end.outcome)
    for language in languages_of(book):
        texts = book.texts(language)
        for entry in book.codec.dump_entries(step.end.record):
            require_entry_text(book, entry, texts, language)
        require_text(f"`turn` ({language})", message_of(board.turn, "turn", turn, turn, texts), "turn")


CHECKS = (
    what_a_seat_may_see_is_a_state,
    whoever_is_asked_has_a_seat,
    the_course_has_numbers_that_everybody_may_see,
    legal_and_check_agree,
    the_facts_fold_to_the_state,
    a_voided_move_leaves_the_game_as_before_it,
    the_opening_and_every_move_resolve_step_by_step,
    states_setups_and_moves_survive_json,
    every_move_and_every_question_has_a_text,
)
