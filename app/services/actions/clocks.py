"""The clocks of players: which run follows from what the game asks, before and after every change of a session.

Time is told by the clock of the service: milliseconds that only go by while a process serves.
"""

from collections.abc import Iterator, Sequence, Set

from app.errors import Problem
from app.persistence.stored.codec import ACTOR, Json
from app.persistence.stored.rows import Session
from app.persistence.writing.draft import Draft
from app.services.access import HOST, SERVICE, Caller, sent_by, session_to_play, voices
from app.services.actions.close import end_with
from app.services.actions.state import newest_action, read_state, seat_wanted
from app.services.events.action import ActionResolved
from app.services.events.clocks import ClockExpired, ClocksChanged, ClockSwitched, is_by_turns
from app.services.events.event import LOSE, append
from app.services.events.session import SessionClosed
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook

TIME = "time"
"""The note of the result of such a game."""


def running_in(session: Session) -> list[int]:
    """The seats whose clocks run."""
    return [int(seat) for seat, one in (session.clocks or {}).items() if one["since"] is not None]


def left_in(session: Session, ms: int) -> dict[str, int]:
    """What is left to each player, by seat, in milliseconds, when the clock of the service has `ms`."""
    passed = max(0, ms - session.clock_at)
    return {
        seat: max(0, one["left_ms"] - passed) if one["since"] is not None else one["left_ms"]
        for seat, one in (session.clocks or {}).items()
    }


def falls_at(session: Session) -> int | None:
    """What the clock of the service has when the first clock of a player falls; None where none runs."""
    running = running_in(session)
    left = [one["left_ms"] for seat, one in (session.clocks or {}).items() if int(seat) in running]
    return session.clock_at + min(left) if left else None


def stand_in(session: Session, seat: int | None) -> str | None:
    """The policy that answers and moves for a seat whose time is over; None: its player does."""
    own = (session.clocks or {}).get(str(seat))
    flag: str | None = session.clock["flag"] if session.clock and own and own["left_ms"] == 0 else None
    return None if flag == LOSE else flag


def let_fall(draft: Draft, book: Rulebook, id: str, ms: int) -> None:
    """Before a change of a session: the clock of each player falls whose time is over, and with it perhaps the game.

    So of several processes that find it one ends it, and what comes too late comes after it.
    """
    session = draft.session(id)
    if session is None or session.clock is None or not book.is_installed:
        return
    while session.status == "open" and (due := falls_at(session)) is not None and due <= ms:
        clocks = session.clocks or {}
        seat = min(running_in(session), key=lambda seat: clocks[str(seat)]["left_ms"])
        append(draft, session, ClockExpired(seat=seat, flag=session.clock["flag"]))
        if session.clock["flag"] == LOSE:
            end_with(draft, book, session, SessionClosed(result=lost_by(session, seat), reason="time"), SERVICE)


def lost_by(session: Session, seat: int) -> Json:
    """The result of a game in which the time of this seat was over: all others win."""
    winners = [one.seat for one in session.seats if one.seat != seat]
    return {"winner": min(winners, default=None), "winners": winners, "scores": None, "note": TIME}


def keep_clocks(draft: Draft, book: Rulebook, session: Session, ms: int) -> None:
    """After a change of a session: start and stop the clocks of its players as the game now asks them.

    Who passes the turn to another gets the increment, and loses it again where that is taken back. In sessions of
    before each resolved move gives it.
    """
    if session.clock is None:
        return
    running, gained = asked_alone(draft, book, session), list(increments(draft, book, session))
    if running == running_in(session) and not gained:
        return
    left = left_in(session, ms)
    for seat, more in gained:
        if left.get(seat):
            left[seat] = max(1, left[seat] + more * session.clock["increment"] * 1000)
    append(draft, session, ClocksChanged(left_ms=left, running=running))
    session.clock_at = max(ms, session.clock_at)


def increments(draft: Draft, book: Rulebook, session: Session) -> Iterator[tuple[str, int]]:
    """Which seats this request gives an increment (1), or takes one back from (-1)."""
    if not session.clock or not session.clock["increment"]:
        return
    own = [row["action"] for row in draft.rows.events if is_of(row, session, ActionResolved.type)]
    voided = [row["of_action"] for row in draft.rows.voided if row["of_session"] == session.id]
    movers = [mover_of(draft, session, number) for number in own]
    back = [mover_of(draft, session, number) for number in voided]
    if not is_by_turns(session):
        yield from ((str(seat), 1) for seat in movers if seat)
        yield from ((str(seat), -1) for seat in back if seat)
        return
    turn = asked(draft, book, session) if movers and not session.pending else []
    passed = [seat for seat in dict.fromkeys(movers) if turn and seat not in turn]
    yield from ((str(seat), 1) for seat in passed if seat)
    yield from (
        (str(seat), -1) for seat in back if seat and session.clock["running"] and seat not in running_in(session)
    )


def mover_of(draft: Draft, session: Session, number: int) -> int | None:
    """The seat whose move an action is; None for the opening."""
    return draft.rows.actions[session.id][number].seats.get(ACTOR)


def is_of(row: Json, session: Session, type: str) -> bool:
    """Whether the row of an event is one of this type in the session."""
    return bool(row["session_id"] == session.id and row["type"] == type)


def asked_alone(draft: Draft, book: Rulebook, session: Session) -> list[int]:
    """The seats whose clocks are to run: those that the game asks what they alone can answer, in order.

    None does before the first action, or while the clocks are halted; in sessions of before, neither while seats have
    to agree to something.
    """
    is_played = session.status == "open" and session.last_number > 0 and book.is_installed
    if not is_played or not (session.clock or {})["running"]:
        return []
    if not is_by_turns(session) and is_proposed(draft, session):
        return []
    timed = {int(seat) for seat, one in (session.clocks or {}).items() if one["left_ms"]}
    return sorted(timed & set(asked(draft, book, session)))


def is_proposed(draft: Draft, session: Session) -> bool:
    """Whether seats have to agree that the session is closed, or that its newest action becomes void."""
    action = newest_action(draft, session)
    return session.proposal is not None or (action.proposal is not None and action.status != "void")


def asked(draft: Draft, book: Rulebook, session: Session) -> Sequence[int]:
    """The seats that the game asks something, as this request leaves it."""
    if session.pending:
        if session.id not in draft.asked and (running := running_in(session)):
            return running  # the action waits for what it waited for before
        if session.id not in draft.asked:
            state = read_state(draft.reading(session.id), book, session, session.last_number)
            draft.asked[session.id] = seat_wanted(state, state.wanted) if state.wanted else None
        seat = draft.asked[session.id]
        return [] if seat is None else [seat]
    if session.state is None:
        return []
    board, shapes = board_of(book)
    return board.asked(shapes.state.load(session.state))


def wait_for_nobody(draft: Draft, id: str) -> None:
    """Take down that a session waits for what nobody can answer, so that its clocks stop: rules have changed."""
    if (session := draft.session(id)) is not None:
        draft.asked[id], draft.rows.sessions[id] = None, session


def switch_clocks(draft: Draft, id: str, caller: Caller, *, running: bool) -> Session:
    """Halt all clocks of a game, or let them go on: the host does it at once, seats once all of them want it.

    Who sends what is so already takes back what seats wanted. Raises Problem: session-closed, fixed-by-session (409)
    where there are no clocks; what session_to_play() raises.
    """
    session, sender = session_to_play(draft, id, caller)
    if session.status == "closed":
        raise Problem("session-closed")
    if session.clock is None:
        raise Problem("fixed-by-session", reason="no-clocks")
    draft.made(id, None)
    if session.clock.get("waits"):
        if running and sender == HOST:
            append(draft, session, ClockSwitched(running=True, by=sent_by(sender)))
        elif running:
            let_clocks_begin(draft, session, {sender})
        return session
    known: list[int] = session.clock["agreed"]
    if running == session.clock["running"]:
        if known:
            append(draft, session, ClockSwitched(running=running, by=sent_by(sender)))
        return session
    agreed = sorted({*known, sender})
    if sender == HOST or voices(session) <= {*agreed}:
        append(draft, session, ClockSwitched(running=running, by=sent_by(sender)))
    elif agreed != known:
        append(draft, session, ClockSwitched(running=running, by=sent_by(sender), agreed=agreed))
    return session


def let_clocks_begin(draft: Draft, session: Session | None, come: Set[int], *, is_late: bool = False) -> None:
    """Log that these players have come; when all have, or `is_late`, the clocks of the game begin to run.

    Nothing happens where they do not wait any more.
    """
    if session is None or session.status == "closed" or not session.clock or not session.clock.get("waits"):
        return
    players = {int(seat) for seat in session.clocks or {}}
    there = {*session.clock["agreed"]}
    if is_late or players <= there | come:
        append(draft, session, ClockSwitched(running=True, by=sent_by(SERVICE)))
        return
    for seat in sorted(come & players - there):
        there.add(seat)
        append(draft, session, ClockSwitched(running=True, by=sent_by(seat), agreed=sorted(there)))
