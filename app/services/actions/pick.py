"""Choices that are sent by their place among those that a question lists."""

from collections.abc import Generator

from app.domain.board import Act
from app.domain.dice import ThrownDice
from app.domain.players import ASK
from app.domain.resolution import Resolved
from app.domain.table import ChoiceWanted, Question
from app.errors import Problem
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session
from app.services.access import Caller, require_seat, require_sender
from app.services.actions.move import check_seen, check_session_plays, mover
from app.services.actions.state import ActionState, closed, seat_wanted
from app.services.odds.of_actions import StoredAction, loaded
from app.services.play.choices import listed_choices
from app.services.play.players import Players
from app.services.play.scripts import board_of, run
from app.services.rulebooks.registry import Rulebook


def choice_at(
    book: Rulebook, state: ActionState, stored: StoredAction, caller: Caller, seen: int, place: int
) -> Generator[None, None, Json]:
    """The choice at a place of the question that stood after `seen` entries of an action, which may be answered by now.

    Raises Problem: token-missing, token-invalid (401), not-your-role (403), stale, action-closed, rules-changed (409),
    illegal-answer (422) where a roll is asked for or fewer choices are listed.
    """
    sender = require_sender(state.session, caller)
    if seen >= len(state.entries) and state.action.status != "pending":
        raise closed(state.action)
    call, record = yield from loaded(book, stored, seen)
    nobody = Players(book.ruleset, dict.fromkeys(state.action.policies, ASK))
    end = run(book, call, record, ThrownDice(), nobody, state.action.number)
    if isinstance(end, Resolved) or not seen == len(end.record.entries) <= len(state.entries):
        raise Problem("stale", at=("seen",), params={"seen": len(state.entries)}, extra={"state": state})
    require_seat(sender, seat_wanted(state, end.wanted))
    if not isinstance(end.wanted, ChoiceWanted):
        raise Problem("illegal-answer", at=("pick",), reason="wants-faces", extra={"state": state})
    question = end.wanted.question
    found: Json = book.codec.choices[question.name].dump(at_place(question, place))
    return found


def move_at(book: Rulebook, session: Session, caller: Caller, seen: int, named: int | None, place: int) -> Json:
    """The move at a place of the question `act` of a seat; `named`: the seat for which the host moves.

    Raises what make_move() raises, and Problem illegal-answer (422) where fewer moves are listed.
    """
    sender = require_sender(session, caller)
    check_session_plays(book, session, replaces=None)
    check_seen(book, session, sender, seen)
    board, shapes = board_of(book)
    state, options = shapes.state.load(session.state), shapes.options.load(session.options)
    seat = mover(book, session, sender, named, board.asked(state))
    if seat not in board.asked(state):
        raise Problem("illegal-answer", at=("pick",), reason="no-such-pick", params={"listed": 0})
    found: Json = shapes.move.dump(at_place(Act(board, board.view(state, seat), options, seat), place))
    return found


def at_place(question: Question[object], place: int) -> object:
    """The choice at a place, from 0, of those that are listed. Raises Problem illegal-answer (422) beyond them."""
    listed = listed_choices(question)
    if place >= len(listed):
        raise Problem("illegal-answer", at=("pick",), reason="no-such-pick", params={"listed": len(listed)})
    return listed[place]


def assent_at(state: ActionState, place: int) -> bool | None:
    """Whether the choice at a place agrees to what is proposed about an action; None where nothing is.

    Raises Problem: illegal-answer (422) beyond the choices; invalid-request (422) where the action has a question of
    its own too.
    """
    if state.action.proposal is None and not state.rules_changed:
        return None
    if state.wanted is not None:
        raise Problem("invalid-request", at=("pick",), reason="which-question")
    choices = [True] if state.action.proposal is None else [True, False]
    if place >= len(choices):
        raise Problem("illegal-answer", at=("pick",), reason="no-such-pick", params={"listed": len(choices)})
    return choices[place]
