"""Open a game, and make moves in it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.domain.errors import IllegalAction, NotYours
from app.domain.record import seat_name
from app.errors import Problem
from app.persistence.codec import OPENING
from app.persistence.draft import Draft
from app.persistence.rows import Session
from app.services.access import HOST, Caller, Sender, player_in, require_seat, seat_in
from app.services.actions.declare import Declaration, SentAlong, declare
from app.services.actions.state import ActionState
from app.services.play.players import ASK
from app.services.play.scripts import ACTOR, board_of, load_call
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.open import Opening, open_session


@dataclass(frozen=True, slots=True)
class MoveOrder:
    """A move that a client wants to make."""

    seen: int
    """The number of the newest event that the client had read."""
    action: Any
    """The move, as a value of the rulebook."""
    seat: int | None
    """The seat for which the host moves; None where the request does not say."""
    given: SentAlong
    """The faces, the answers and the stored fields that the client sends with the move."""


def open_game(
    draft: Draft, book: Rulebook, opening: Opening, setup: Any, options: Any, sent_along: SentAlong
) -> Session:
    """Open a game. Its opening becomes action 1 of the session."""
    _, shapes = board_of(book)
    session = open_session(draft, opening)
    declaration = Declaration(
        OPENING,
        shapes.setup.dump(setup),
        policies_of_seats(session),
        {},
        HOST,
        load_call(book, OPENING, shapes.setup.dump(setup), shapes.options.dump(options), {}, None),
    )
    declare(draft, book, session, declaration, sent_along, None)
    return session


def policies_of_seats(session: Session) -> dict[str, str]:
    """The name of the policy that answers for each seat of a game, or `ask`; by the name of the seat."""
    return {seat_name(seat.seat): seat.policy or ASK for seat in session.seats}


def make_move(
    draft: Draft, book: Rulebook, id: str, caller: Caller, order_for: Callable[[Session], MoveOrder], last_seed: bytes
) -> ActionState:
    """Make a move in a game.

    Raises Problem: session-closed, fixed-by-session, action-open, stale, illegal-action, reference-taken (409),
    not-your-role, not-allowed (403), seats-unclear (422), and what declare() raises. `last_seed`: see declare().
    """
    session, sender = player_in(draft, id, caller)
    order = order_for(session)
    check_session_plays(book, session)
    if order.seen < session.state_seq or order.seen > session.seq:
        extra = {"board": (book, session, sender)}
        params = {"seen": session.state_seq}
        raise Problem("stale", at=("seen",), reason="stale-board", params=params, extra=extra)
    board, shapes = board_of(book)
    state, options = shapes.state.load(session.state), shapes.options.load(session.options)
    seat = mover(session, sender, order.seat, board.asked(state))
    try:
        board.check(state, options, seat, order.action)
    except IllegalAction as illegal:
        raise problem_of_move(book, illegal) from illegal
    if order.given.reference is not None and draft.has_reference(id, order.given.reference):
        raise Problem("reference-taken", at=("reference",), params={"reference": order.given.reference})
    situation, seats = shapes.move.dump(order.action), {ACTOR: seat}
    declaration = Declaration(
        situation["kind"],
        situation,
        policies_of_seats(session),
        seats,
        sender,
        load_call(book, situation["kind"], situation, session.options, seats, state),
    )
    return declare(draft, book, session, declaration, order.given, last_seed)


def check_session_plays(book: Rulebook, session: Session) -> None:
    """Raise Problem where no move can be made in the session now.

    session-closed (409); fixed-by-session (409) where it is no game or has another rulebook; action-open (409) where an
    action waits for an answer.
    """
    if session.status == "closed":
        raise Problem("session-closed")
    if session.ruleset != book.slug:
        raise Problem("fixed-by-session", reason="other-ruleset", params={"fixed": session.ruleset})
    if not session.is_game:
        raise Problem("fixed-by-session", reason="no-game", params={"ruleset": book.slug})
    if session.pending:
        raise Problem("action-open", params={"action": session.last_number})


def mover(session: Session, sender: Sender, named: int | None, to_move: tuple[int, ...]) -> int:
    """The number of the seat that moves: the seat named in the request, else the sender's seat.

    If the host names no seat, it is the first of `asked`, the seats that are to move. Raises Problem: seats-unclear
    (422) where no seat is to move, not-your-role (403), not-found (404).
    """
    if named is not None:
        require_seat(sender, seat_in(session, named).seat, "seat")
        return named
    if sender != HOST:
        return sender
    if not to_move:
        raise Problem("seats-unclear", at=("seat",), reason="nobody-to-move")
    return to_move[0]


def problem_of_move(book: Rulebook, illegal: IllegalAction) -> Problem:
    """The Problem for a move that the rules forbid.

    not-allowed (403) where the move uses what belongs to another player, else illegal-action (409).
    """
    code = "not-allowed" if isinstance(illegal, NotYours) else "illegal-action"
    return Problem(
        code, at=("action",), reason=illegal.reason, rule=illegal.rule, params=illegal.params, ruleset=book.slug
    )
