"""What the service has to answer in a session, and when."""

from dataclasses import dataclass

import sqlalchemy as sa
from pydantic_core import from_json

from app.domain.players import ASK, BEST, OF_THE_SERVICE
from app.domain.record import seat_name
from app.domain.table import ChoiceWanted, Wanted
from app.persistence.queries import logged_events, store
from app.persistence.stored.rows import Session
from app.services.actions.state import ActionState
from app.services.documents.open_questions import opened_in
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook, Rulebooks

MOVES = 1000
"""The number of the action of a game after which the service makes no move by itself."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """How long a player has for an answer."""

    event: int
    """The number of the event with which the question stood open."""
    since: str
    """The time of that event, as stored."""
    seconds: int


@dataclass(frozen=True, slots=True)
class Due:
    """An answer, or a move of a game, that the service owes."""

    book: Rulebook
    session: Session
    state: ActionState | None
    """The action that waits; None for a move."""
    wanted: ChoiceWanted[object]
    seen: int
    """The length of the record; for a move the number of the newest event about the game."""
    policy: str
    """The policy, or the player of the service, that answers."""
    deadline: Deadline | None
    """When it is owed; None for a seat that the service plays, at once."""


@dataclass(frozen=True, slots=True)
class Look:
    """A session as it was looked at."""

    seq: int
    """The number of its newest event."""
    due: tuple[Due, ...]


def watched_sessions(connection: sa.Connection) -> dict[str, int]:
    """The sessions in which the service may have to answer now, each with the number of its newest event."""
    return store.watched_sessions(connection)


def look_at(connection: sa.Connection, books: Rulebooks, id: str, *, patiently: bool = True) -> Look | None:
    """What the service owes in a session; None where it is gone. Raises what opened_in() raises."""
    session = store.sessions_by_id(connection, [id]).get(id)
    if session is None:
        return None
    book = rulebook_or_absent(books, session.ruleset)
    if not session.watched or session.status == "closed" or not book.is_installed:
        return Look(session.seq, ())
    opened = opened_in(connection, book, session, patiently=patiently)
    found: list[Due] = []
    for state in opened.states:
        if isinstance(state.wanted, ChoiceWanted):
            policy = state.action.policies.get(player_of(state.wanted), ASK)
            asked = owed(connection, session, policy if policy == BEST else ASK, state.action.seq)
            if asked:
                found.append(Due(book, session, state, state.wanted, len(state.entries), *asked))
    for move in opened.moves if session.last_number < MOVES else ():
        policy = player_who_moves(book, session, move.seat)
        is_turn = move is opened.moves[0]
        if policy in OF_THE_SERVICE or is_turn:
            asked = owed(connection, session, policy if policy in OF_THE_SERVICE else ASK, session.state_seq)
            if asked:
                found.append(Due(book, session, None, move, session.state_seq, *asked))
    return Look(session.seq, tuple(found))


def player_who_moves(book: Rulebook, session: Session, seat: int | None) -> str:
    """Who makes the moves of a seat: people where moves tell what only they can see, else its policy."""
    if book.ruleset.board.at_table is not None:
        return ASK
    return next((one.policy or ASK for one in session.seats if one.seat == seat), ASK)


def player_of(wanted: Wanted) -> str:
    """By which name the policies of an action tell who answers: the seat in a game, else the role."""
    return wanted.by if wanted.seat is None else seat_name(wanted.seat)


def owed(connection: sa.Connection, session: Session, player: str, asked_by: int) -> tuple[str, Deadline | None] | None:
    """Who answers instead of a player, and after which deadline; None: nobody does.

    `asked_by`: the number of the event with which the question stood open.
    """
    if player != ASK:
        return player, None
    if session.deadline is None:
        return None
    event = logged_events.events_after(connection, session.id, asked_by - 1, 1)[0]
    return session.deadline["policy"], Deadline(asked_by, from_json(event.body)["at"], session.deadline["seconds"])
