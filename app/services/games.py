"""Games: the board that the server holds, its opening, its moves, its end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from app.domain.board import Act
from app.domain.errors import IllegalAction, NotYours
from app.domain.record import seat_name
from app.domain.table import ChoiceWanted
from app.errors import Problem
from app.persistence import store
from app.persistence.codec import OPENING, Json
from app.persistence.rows import Session
from app.persistence.unit import Draft
from app.services.access import HOST, Caller, Sender, require_player, require_seat, seat_in
from app.services.catalogue import Rulebook
from app.services.declaring import Declaration, Given, declare
from app.services.documents import questions_document
from app.services.ledger import ActionState
from app.services.log import Log, board_after, read_events
from app.services.players import ASK
from app.services.playing import ACTOR, board_of, load_played, read_state, stored_facts
from app.services.sessions import Opening, open_session


@dataclass(frozen=True, slots=True)
class MoveOrder:
    """A move as a client sends it; `seen` is the seq that was read."""

    seen: int
    action: Any
    seat: int | None
    given: Given


def open_game(draft: Draft, book: Rulebook, opening: Opening, setup: Any, options: Any, given: Given) -> Session:
    """Open a game: its action 1."""
    _, shapes = board_of(book)
    session = open_session(draft, opening)
    declaration = Declaration(
        OPENING,
        shapes.setup.dump(setup),
        policies_of_seats(session),
        {},
        HOST,
        load_played(book, OPENING, shapes.setup.dump(setup), shapes.options.dump(options), {}, None),
    )
    declare(draft, book, session, declaration, given, None)
    return session


def policies_of_seats(session: Session) -> dict[str, str]:
    """Who answers for each seat of a game."""
    return {seat_name(seat.seat): seat.policy or ASK for seat in session.seats}


def play(
    draft: Draft, book: Rulebook, id: str, caller: Caller, order_for: Callable[[Session], MoveOrder], last_seed: bytes
) -> ActionState:
    """Make a move in a game.

    409 action-open, session-closed, stale, illegal-action; 403 not-your-role, not-allowed.
    """
    session, sender = require_player(draft.session(id), caller)
    order = order_for(session)
    check_session_plays(book, session)
    if order.seen < session.state_seq or order.seen > session.seq:
        raise Problem("stale", at=("seen",), params={"seen": session.state_seq})
    board, shapes = board_of(book)
    state, options = shapes.state.load(session.state), shapes.options.load(session.options)
    seat = actor(session, sender, order.seat, board.asked(state))
    try:
        board.check(state, options, seat, order.action)
    except IllegalAction as illegal:
        raise refused(book, illegal) from illegal
    if order.given.reference is not None and store.has_reference(draft.reading(id), id, order.given.reference):
        raise Problem("reference-taken", at=("reference",), params={"reference": order.given.reference})
    situation, seats = shapes.move.dump(order.action), {ACTOR: seat}
    declaration = Declaration(
        situation["kind"],
        situation,
        policies_of_seats(session),
        seats,
        sender,
        load_played(book, situation["kind"], situation, session.options, seats, state),
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


def actor(session: Session, sender: Sender, wanted: int | None, asked: tuple[int, ...]) -> int:
    """Whose move it is: the sender's, or for the host the seat that is named, else the one in turn."""
    if wanted is not None:
        require_seat(sender, seat_in(session, wanted).seat, "seat")
        return wanted
    if sender != HOST:
        return sender
    if not asked:
        raise Problem("seats-unclear", at=("seat",))
    return asked[0]


def refused(book: Rulebook, illegal: IllegalAction) -> Problem:
    """The problem that a forbidden move is: 403 where it is about what belongs to another player, else 409."""
    code = "not-allowed" if isinstance(illegal, NotYours) else "illegal-action"
    return Problem(
        code, at=("action",), reason=illegal.reason, rule=illegal.rule, params=illegal.params, ruleset=book.slug
    )


def moves_asked(book: Rulebook, session: Session) -> list[ChoiceWanted[object]]:
    """The question `act` for each seat that is to move, the one in turn first."""
    if not session.is_game or session.pending or session.state is None or session.status == "closed":
        return []
    board, shapes = board_of(book)
    state, options = shapes.state.load(session.state), shapes.options.load(session.options)
    return [
        ChoiceWanted(Act(board, state, options, seat), seat_name(seat), board.rule, seat) for seat in board.asked(state)
    ]


def open_questions(connection: sa.Connection, book: Rulebook, session: Session, language: str) -> Json:
    """All that a session waits for: rolls and choices of open actions, and moves of a game."""
    waiting = store.pending_actions(connection, session.id) if session.pending else []
    states = [read_state(connection, book, session, action.number) for action in waiting]
    return questions_document(book, session, states, moves_asked(book, session), language)


def state_at(connection: sa.Connection, book: Rulebook, session: Session, at: int | None) -> tuple[int, Json]:
    """A game's board with the seq it stands at: now, or as the log tells it at an event; 404 where there is none."""
    if not session.is_game or (at is not None and at > session.seq):
        raise Problem("not-found")
    if at is not None or session.state is None:
        at = session.seq if at is None else at
        state = board_after(book, story_of(connection, session, at))
        if state is None:
            raise Problem("not-found")
        return at, board_of(book)[1].state.dump(state)
    if not session.pending:
        return session.seq, session.state
    board, shapes = board_of(book)
    entries = store.entries_of(connection, session.id, session.last_number)
    return session.seq, shapes.state.dump(board.fold(shapes.state.load(session.state), stored_facts(book, entries)))


def rebuild(connection: sa.Connection, book: Rulebook, session: Session, *, without: int) -> Json:
    """The board from the log, without an action."""
    return board_of(book)[1].state.dump(board_after(book, story_of(connection, session, session.seq), without=without))


def story_of(connection: sa.Connection, session: Session, upto: int) -> Log:
    """What a game's log tells of its actions, up to an event."""
    types = ("session-opened", "action-declared", "entries", "action-voided")
    return read_events(store.events_of_types(connection, session.id, types, upto))
