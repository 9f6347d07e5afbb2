"""Games: their opening, and the moves in them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.domain.errors import IllegalAction, NotYours
from app.domain.record import seat_name
from app.errors import Problem
from app.persistence import store
from app.persistence.batch import Draft
from app.persistence.codec import OPENING
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
    """A move as a client sends it; `seen` is the seq that was read."""

    seen: int
    action: Any
    seat: int | None
    given: SentAlong


def open_game(draft: Draft, book: Rulebook, opening: Opening, setup: Any, options: Any, given: SentAlong) -> Session:
    """Open a game: its action 1."""
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
    declare(draft, book, session, declaration, given, None)
    return session


def policies_of_seats(session: Session) -> dict[str, str]:
    """Who answers for each seat of a game."""
    return {seat_name(seat.seat): seat.policy or ASK for seat in session.seats}


def make_move(
    draft: Draft, book: Rulebook, id: str, caller: Caller, order_for: Callable[[Session], MoveOrder], last_seed: bytes
) -> ActionState:
    """Make a move in a game.

    409 action-open, session-closed, stale, illegal-action; 403 not-your-role, not-allowed.
    """
    session, sender = player_in(draft, id, caller)
    order = order_for(session)
    check_session_plays(book, session)
    if order.seen < session.state_seq or order.seen > session.seq:
        raise Problem("stale", at=("seen",), params={"seen": session.state_seq})
    board, shapes = board_of(book)
    state, options = shapes.state.load(session.state), shapes.options.load(session.options)
    seat = mover(session, sender, order.seat, board.asked(state))
    try:
        board.check(state, options, seat, order.action)
    except IllegalAction as illegal:
        raise problem_of_move(book, illegal) from illegal
    if order.given.reference is not None and store.has_reference(draft.reading(id), id, order.given.reference):
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
    """Raise where the session is closed, no game, of another rulebook, or waits for an answer."""
    if session.status == "closed":
        raise Problem("session-closed")
    if session.ruleset != book.slug or not session.is_game:
        fixed = session.kind if session.ruleset == book.slug else session.ruleset
        raise Problem("fixed-by-session", params={"fixed": fixed})
    if session.pending:
        raise Problem("action-open", params={"action": session.last_number})


def mover(session: Session, sender: Sender, wanted: int | None, asked: tuple[int, ...]) -> int:
    """Whose move it is: the sender's, or for the host the seat that is named, else the one in turn."""
    if wanted is not None:
        require_seat(sender, seat_in(session, wanted).seat, "seat")
        return wanted
    if sender != HOST:
        return sender
    if not asked:
        raise Problem("seats-unclear", at=("seat",))
    return asked[0]


def problem_of_move(book: Rulebook, illegal: IllegalAction) -> Problem:
    """The problem that a forbidden move is: 403 where it is about what belongs to another player, else 409."""
    code = "not-allowed" if isinstance(illegal, NotYours) else "illegal-action"
    return Problem(
        code, at=("action",), reason=illegal.reason, rule=illegal.rule, params=illegal.params, ruleset=book.slug
    )
