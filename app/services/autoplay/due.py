"""Finds the decisions that the service must make in a session, and when."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import sqlalchemy as sa
from pydantic_core import from_json

from app.domain.players import ASK, BEST, OF_THE_SERVICE
from app.domain.record import seat_name
from app.domain.table import ChoiceWanted, Wanted
from app.persistence.queries import logged_events, store
from app.persistence.stored.rows import Session
from app.services.actions.clocks import falls_at, stand_in
from app.services.actions.state import ActionState, seat_wanted
from app.services.documents.open_questions import opened_in
from app.services.events.asked import asked_to_bring
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
class PendingDecision:
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
class DueList:
    """A list that a seat has yet to bring."""

    book: Rulebook
    session: Session
    seat: int
    deadline: Deadline
    """When its reserve stands in, or the game is closed."""


@dataclass(frozen=True, slots=True)
class Look:
    """A session as it was looked at."""

    seq: int
    """The number of its newest event."""
    due: tuple[PendingDecision | DueList, ...]
    is_alone: bool = False
    """Whether no person has a seat in it: a game that the service plays by itself."""
    falls_at: int | None = None
    """What the clock of the service has when the first clock of a player falls; None where none runs."""
    is_stuck: bool = False
    """Whether it waits for what nobody can answer, because rules have changed."""
    absent: Mapping[int, tuple[bytes, ...]] = field(default_factory=dict)
    """Where clocks wait for players: the seats of those who have not come, each with the digests of its tokens."""
    opened_at: str = ""
    """When a session was opened in which clocks wait for players."""


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
    look = look_at_open(connection, book, session, patiently=patiently)
    return (
        replace(look, absent=absent_in(session), opened_at=session.created_at) if waits_for_players(session) else look
    )


def waits_for_players(session: Session) -> bool:
    """Whether the clocks of a session stand because not every player has come."""
    return bool(session.clock and session.clock.get("waits"))


def absent_in(session: Session) -> dict[int, tuple[bytes, ...]]:
    """The seats whose players have not come to a game whose clocks wait, each with the digests of its tokens."""
    clock, clocks = session.clock or {"agreed": []}, session.clocks or {}
    waited_for = [one for one in session.seats if str(one.seat) in clocks and one.seat not in clock["agreed"]]
    return {one.seat: (one.token, *one.player_tokens) for one in waited_for}


def look_at_open(connection: sa.Connection, book: Rulebook, session: Session, *, patiently: bool) -> Look:
    """What the service owes in an open session of an installed rulebook. Raises what opened_in() raises."""
    if asked_to_bring(session):
        return Look(session.seq, tuple(lists_due(connection, book, session)))
    opened = opened_in(connection, book, session, patiently=patiently)
    found: list[PendingDecision] = []
    for state in opened.states:
        if isinstance(state.wanted, ChoiceWanted):
            policy = state.action.policies.get(player_of(state.wanted), ASK)
            policy = stand_in(session, seat_wanted(state, state.wanted)) or (policy if policy == BEST else ASK)
            asked = who_decides(connection, session, policy, state.action.seq)
            if asked:
                found.append(PendingDecision(book, session, state, state.wanted, len(state.entries), *asked))
    for move in opened.moves if session.last_number < MOVES else ():
        policy = player_who_moves(book, session, move.seat)
        policy = stand_in(session, move.seat) or (policy if policy in OF_THE_SERVICE else ASK)
        if policy != ASK or move is opened.moves[0]:
            asked = who_decides(connection, session, policy, session.state_seq)
            if asked:
                found.append(PendingDecision(book, session, None, move, session.state_seq, *asked))
    return Look(session.seq, tuple(found), is_alone(book, session), falls_at(session), bool(opened.changed))


def lists_due(connection: sa.Connection, book: Rulebook, session: Session) -> Iterator[DueList]:
    """The lists that seats have yet to bring by a deadline, those first for which nothing stands in."""
    asked = who_decides(connection, session, ASK, 1)
    if asked is None or asked[1] is None or session.bring is None:
        return
    reserves = session.bring["reserves"]
    for seat in sorted(asked_to_bring(session), key=lambda seat: seat in reserves):
        yield DueList(book, session, seat, asked[1])


def is_alone(book: Rulebook, session: Session) -> bool:
    """Whether the service plays every seat of a game."""
    return session.is_game and all(player_who_moves(book, session, one.seat) in OF_THE_SERVICE for one in session.seats)


def player_who_moves(book: Rulebook, session: Session, seat: int | None) -> str:
    """Who makes the moves of a seat: people where moves tell what only they can see, else its policy."""
    if book.ruleset.board.at_table is not None:
        return ASK
    return next((one.policy or ASK for one in session.seats if one.seat == seat), ASK)


def player_of(wanted: Wanted) -> str:
    """By which name the policies of an action tell who answers: the seat in a game, else the role."""
    return wanted.by if wanted.seat is None else seat_name(wanted.seat)


def who_decides(
    connection: sa.Connection, session: Session, player: str, asked_by: int
) -> tuple[str, Deadline | None] | None:
    """Who answers instead of a player, and after which deadline; None: nobody does.

    `asked_by`: the number of the event with which the question stood open.
    """
    if player != ASK:
        return player, None
    if session.deadline is None:
        return None
    event = logged_events.events_after(connection, session.id, asked_by - 1, 1)[0]
    return session.deadline["policy"], Deadline(asked_by, from_json(event.body)["at"], session.deadline["seconds"])
