"""Open a game, and make moves in it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from app.domain.errors import IllegalAction, NotYours
from app.domain.hidden import with_audience
from app.domain.record import NOBODY, seat_name
from app.errors import Problem, TextNames
from app.persistence.stored.codec import ACTOR, Json
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import HOST, SERVICE, Caller, Sender, require_seat, seat_in, session_to_play
from app.services.actions.begin import Lain, begin_if_ready, lay
from app.services.actions.declare import AdvanceInput, Declaration, declare
from app.services.actions.dice import with_revealed_seed
from app.services.actions.proposals import withdraw_proposals
from app.services.actions.revealed import require_nothing_revealed
from app.services.actions.state import ActionState, read_state
from app.services.actions.void import begins_anew, check_voidable, proposer_of, void_to_replace
from app.services.events.asked import policies_of_seats
from app.services.log.boards import board_without
from app.services.play.scripts import board_of, load_call
from app.services.play.seating import declares_for
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.lists import check_lists
from app.services.sessions.names import about
from app.services.sessions.open import Opening, open_session
from app.services.sessions.shares import check_entropy
from app.services.view_rights import sight_for


@dataclass(frozen=True, slots=True)
class MoveInput:
    """A move that a client wants to make."""

    seen: int
    """The number of the newest event that the client had read."""
    move: Any
    """The move, as a value of the rulebook."""
    seat: int | None
    """The seat for which the host moves; None where the request does not say."""
    given: AdvanceInput
    """The faces, the answers and the stored fields that the client sends with the move."""
    replaces: int | None = None
    """The number of the newest action, which this move replaces; None where it replaces none."""
    request: Json | None = None
    """The request as other seats are asked to agree to it; None where the move replaces none."""


def open_game(draft: Draft, book: Rulebook, opening: Opening) -> Session:
    """Open a game. Its opening becomes action 1 of the session, as soon as the seats have given and brought what is
    theirs; a seat that the service plays brings its reserve at once.
    """
    board, shapes = board_of(book)
    if board.hides and opening.setup is not None:
        setup = with_audience(shapes.setup.load(opening.setup), NOBODY, 1)
        opening = replace(opening, setup=shapes.setup.dump(setup))
    session = open_session(draft, opening)
    draft.made(session.id, None)
    lain: dict[int, Lain] = {}
    for seat in session.seats:
        if seat.policy is not None and (reserve := reserve_of(opening, seat.seat)) is not None:
            lain |= lay(draft, session, seat.seat, reserve, SERVICE)
    begin_if_ready(draft, book, session, opening.setup, lain)
    return session


def reserve_of(opening: Opening, seat: int) -> Json | None:
    """The list that stands in for a seat; None where there is none."""
    reserve: Json | None = (opening.bring or {}).get(str(seat), {"reserve": None})["reserve"]
    return reserve


def make_move(
    draft: Draft, book: Rulebook, id: str, caller: Caller, order_for: Callable[[Session], MoveInput]
) -> ActionState:
    """Make a move in a game. If it replaces the newest move, that becomes void and the board is as it was before it.

    Where a seat has to ask the others first, it is the move to be replaced that is returned. Raises Problem:
    session-closed, fixed-by-session, entropy-open, lists-open, action-open, stale, illegal-action, reference-taken
    (409), not-your-role, not-allowed (403), seats-unclear (422), and what declare() raises.
    """
    session, sender = session_to_play(draft, id, caller)
    order = order_for(session)
    check_session_plays(book, session, replaces=order.replaces)
    check_seen(book, session, sender, order.seen)
    if order.replaces is None:
        return declare_move(draft, book, session, order, sender)
    replaced = read_state(draft.reading(id), book, session, order.replaces, at=("replaces",))
    anew = begins_anew(replaced, sender)
    declared = replace_move_or_propose(draft, book, order, replaced, sender, anew=anew)
    if declared is None:
        draft.made(id, order.replaces)
        return with_revealed_seed(draft, replaced)
    return declared


def check_seen(book: Rulebook, session: Session, sender: Sender, seen: int) -> None:
    """Raise Problem stale (409) unless the sender, who has read the log up to `seen`, knows the board as it is."""
    if seen < session.state_seq or seen > session.seq:
        params, extra = {"seen": session.state_seq}, {"board": (book, session, sender)}
        raise Problem("stale", at=("seen",), reason="stale-board", params=params, extra=extra)


def replace_move_or_propose(
    draft: Draft,
    book: Rulebook,
    order: MoveInput,
    replaced: ActionState,
    sender: Sender,
    *,
    anew: bool = False,
) -> ActionState | None:
    """Void the newest move and make another in its place, or record that a seat proposes it, and return None.

    It is done as with an attack: see replace_or_propose(). Raises what check_voidable(), require_nothing_revealed() and
    make_move() raise.
    """
    session = replaced.session
    check_voidable(replaced)
    require_nothing_revealed(draft, book, replaced)
    player = proposer_of(replaced, order.request, sender, anew=anew)
    before = session.state
    if replaced.action.status != "pending":
        before = board_without(draft.reading(session.id), book, session, without=replaced.action.number)
    checked_move(draft, book, session, order, player, before)
    if not void_to_replace(draft, book, replaced, sender, order.request, anew=anew):
        return None
    return declare_move(draft, book, session, order, player)


def declare_move(draft: Draft, book: Rulebook, session: Session, order: MoveInput, sender: Sender) -> ActionState:
    """Check a move on the board as it stands, then declare and resolve it."""
    state, seat = checked_move(draft, book, session, order, sender, session.state)
    withdraw_proposals(draft, session, sender)
    board, shapes = board_of(book)
    move = with_audience(order.move, (seat_name(seat),), session.last_number + 1) if board.hides else order.move
    situation, seats = shapes.move.dump(move), {ACTOR: seat}
    declaration = Declaration(
        situation["kind"],
        situation,
        policies_of_seats(session),
        seats,
        sender,
        load_call(book, situation["kind"], situation, session.options, seats, state),
    )
    return declare(draft, book, session, declaration, order.given)


def checked_move(
    draft: Draft, book: Rulebook, session: Session, order: MoveInput, sender: Sender, stored: Json | None
) -> tuple[Any, int]:
    """The board as a value of the rulebook, and the seat that may make the move. Raises what make_move() raises."""
    board, shapes = board_of(book)
    state, options = shapes.state.load(stored), shapes.options.load(session.options)
    seat = mover(book, session, sender, order.seat, board.asked(state))
    try:
        board.check(board.view(state, seat), options, seat, order.move)
    except IllegalAction as illegal:
        seen = shapes.state.dump(board.view(state, seat)) if board.hides else stored or {}
        raise problem_of_move(book, illegal, about(session, sight_for(session, seat).of(seen))) from illegal
    if order.given.reference is not None and draft.has_reference(session.id, order.given.reference):
        raise Problem("reference-taken", at=("reference",), params={"reference": order.given.reference})
    return state, seat


def check_session_plays(book: Rulebook, session: Session, *, replaces: int | None) -> None:
    """Raise Problem where no move can be made in the session now.

    session-closed (409); fixed-by-session (409) where it is no game or has another rulebook; action-open (409) where an
    action waits for an answer that the move does not replace.
    """
    if session.status == "closed":
        raise Problem("session-closed")
    if session.ruleset != book.slug:
        raise Problem("fixed-by-session", reason="other-ruleset", params={"fixed": session.ruleset})
    if not session.is_game:
        raise Problem("fixed-by-session", reason="no-game", params={"ruleset": book.slug})
    check_entropy(session)
    check_lists(session)
    if session.pending and replaces is None:
        raise Problem("action-open", params={"action": session.last_number})


def mover(book: Rulebook, session: Session, sender: Sender, named: int | None, to_move: tuple[int, ...]) -> int:
    """The number of the seat that moves: the seat named in the request, else the sender's seat.

    If the host names no seat, it is the first of `asked`, the seats that are to move. A seat that the service plays is
    named by others where people declare its moves. Raises Problem: seats-unclear
    (422) where no seat is to move, not-your-role (403), not-found (404).
    """
    if named is not None:
        if not declares_for(book, session, sender, seat_in(session, named).seat):
            require_seat(sender, named, "seat")
        return named
    if sender != HOST:
        return sender
    if not to_move:
        raise Problem("seats-unclear", at=("seat",), reason="nobody-to-move")
    return to_move[0]


def problem_of_move(book: Rulebook, illegal: IllegalAction, named: TextNames) -> Problem:
    """The Problem for a move that the rules forbid, with all that is wrong; `named`: what its texts call by its name.

    not-allowed (403) where the move uses what belongs to another player, else illegal-action (409).
    """
    code = "not-allowed" if isinstance(illegal, NotYours) else "illegal-action"
    more = [problem_of_move(book, one, named) for one in illegal.more]
    at, reason, rule, params = ("move", *illegal.field), illegal.reason, illegal.rule, illegal.params
    return Problem(code, at=at, reason=reason, rule=rule, params=params, ruleset=book.slug, more=more, about=named)
