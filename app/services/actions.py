"""Mistakes and endings: actions voided, and the session closed over them; by the host, or by assent of all seats."""

from app.errors import Problem
from app.persistence import store
from app.persistence.codec import OPENING, Json
from app.persistence.rows import Session
from app.persistence.unit import Draft
from app.services.access import HOST, Caller, Sender, require_player
from app.services.catalogue import Rulebook
from app.services.games import rebuild
from app.services.ledger import ActionState, mark, project, reveal
from app.services.playing import find_action, load_state, with_seed


def void(draft: Draft, book: Rulebook, id: str, number: int, caller: Caller, reason: str | None) -> ActionState:
    """Void an action: it keeps its number, dice and seed, and counts nowhere. A seat proposes it, until all have."""
    session, sender = require_player(draft.session(id), caller)
    connection = draft.reading(id)
    state = load_state(connection, session, find_action(connection, session, number))
    check_voidable(state)
    if sender == HOST or assented(draft, state, sender, reason):
        by = "host" if sender == HOST else "seats"
        reason = reason if sender == HOST else (state.action.proposal or {}).get("reason")
        void_action(draft, book, state, reason=reason, by=by)
    draft.made(id, number)
    return with_seed(draft, state)


def assented(draft: Draft, state: ActionState, seat: Sender, reason: str | None) -> bool:
    """Log that a seat would void the action; whether all seats now would."""
    session, action = state.session, state.action
    proposal = action.proposal or {"reason": reason, "seats": []}
    if seat not in proposal["seats"]:
        action.proposal = {**proposal, "seats": sorted([*proposal["seats"], seat])}
        body = {"action": action.number, "seat": seat, "reason": reason}
        draft.append(session, "void-proposed", body, action=action.number)
        draft.change(action)
    return len((action.proposal or {})["seats"]) == len(session.seats)


def check_voidable(state: ActionState) -> None:
    """Raise 409 session-closed, action-closed, or in a game fixed-by-session for all but its latest move."""
    session, action = state.session, state.action
    if session.status == "closed":
        raise Problem("session-closed")
    if action.status == "void":
        raise Problem("action-closed", params={"status": action.status})
    if session.is_game and (action.kind == OPENING or action.number != session.last_number):
        raise Problem("fixed-by-session", params={"fixed": action.kind})


def void_action(
    draft: Draft,
    book: Rulebook,
    state: ActionState,
    *,
    reason: str | None,
    replaced_by: int | None = None,
    by: str = "host",
) -> None:
    """Take an action out of the count."""
    session, action = state.session, state.action
    was_pending = action.status == "pending"
    session.pending -= was_pending
    session.resolved -= not was_pending
    session.void += 1
    action.status, action.replaced_by, action.resolved_at = "void", replaced_by, draft.at
    action.outcome, state.casualties, state.wanted = None, [], None
    draft.change(action)
    mark(
        draft, state, "action-voided", {"action": action.number, "by": by, "reason": reason, "replaced_by": replaced_by}
    )
    if was_pending:
        project(draft, state)
        reveal(draft, state)
        return
    draft.rows.voided.append({"of_session": session.id, "of_action": action.number})
    if session.is_game:
        session.state = rebuild(draft.reading(session.id), book, session, without=action.number)


def close_session(
    draft: Draft, book: Rulebook, id: str, caller: Caller, result: Json | None, *, abandon: bool
) -> Session:
    """Close a session with its result; what waits is voided where `abandon` says so, else 409 questions-open.

    A seat proposes it, until all seats have proposed the same.
    """
    session, sender = require_player(draft.session(id), caller)
    check_closable(session, result, abandon=abandon)
    draft.made(id, None)
    if sender != HOST and not agreed(draft, session, sender, {"result": result, "abandon": abandon}):
        return session
    for action in store.pending_actions(draft.reading(id), id) if session.pending else ():
        state = load_state(draft.reading(id), session, action)
        void_action(draft, book, state, reason="abandoned", by="host" if sender == HOST else "seats")
    session.status, session.closed_at, session.result, session.proposal = "closed", draft.at, result, None
    draft.append(session, "session-closed", {"result": result, "reason": "abandoned" if abandon else "closed"})
    return session


def check_closable(session: Session, result: Json | None, *, abandon: bool) -> None:
    """Raise 409 session-closed, questions-open, or 422 where the result names a seat that is not there."""
    if session.status == "closed":
        raise Problem("session-closed")
    if session.pending and not abandon:
        raise Problem("questions-open", params={"count": session.pending})
    if session.seats and result is not None:
        named = [result["winner"]] if result["winner"] else []
        named += [int(seat) for seat in result["scores"] or {}]
        if any(seat > len(session.seats) for seat in named):
            raise Problem("seats-unclear", at=("result",))


def agreed(draft: Draft, session: Session, seat: Sender, terms: Json) -> bool:
    """Log that a seat would close the session on these terms; whether all seats now would."""
    known = session.proposal or {}
    seats = known["seats"] if known and {**known, "seats": None} == {**terms, "seats": None} else []
    if seat not in seats:
        session.proposal = {**terms, "seats": sorted([*seats, seat])}
        draft.append(session, "close-proposed", {"seat": seat, **terms})
    return len((session.proposal or {})["seats"]) == len(session.seats)
