"""Actions as they stand: read, run up to their question, voided; and the session closed over them."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from app.domain.dice import Dice, DiceSource, Faces, IllegalDice, ThrownDice
from app.domain.errors import Diverged
from app.domain.fairness import place_in_chain
from app.domain.record import Record
from app.domain.resolution import Pending, Resolved, resolve
from app.errors import Problem
from app.persistence import store
from app.persistence.codec import Json
from app.persistence.rows import Action, Session
from app.persistence.unit import Draft
from app.services.access import Caller, require_player
from app.services.catalogue import Rulebook
from app.services.ledger import ActionState, mark, project, provable_dice, reveal, seed_of
from app.services.players import Players


def run(
    book: Rulebook,
    situation: Any,
    options: Any,
    record: Record,
    dice: Dice,
    players: Players,
) -> Resolved[Any] | Pending:
    """Run the rulebook's script; what does not fit becomes the client's problem."""
    try:
        return resolve(book.ruleset.script, situation, options, record=record, dice=dice, players=players)
    except IllegalDice as misfit:
        expected = {"die": misfit.die.name, "count": misfit.count, "faces": misfit.die.faces}
        at = ("dice", "faces", misfit.index) if not record.entries else ("faces",)
        raise Problem("illegal-dice", at=at, params=expected, extra={"expected": expected}) from misfit
    except Diverged as diverged:
        raise Problem("rules-changed", params={"entry": diverged.entry}) from diverged


def dice_of(draft: Draft, state: ActionState, faces: Sequence[Faces]) -> Dice:
    """The dice of an action: the service's, or those that people threw."""
    if state.action.dice == DiceSource.PHYSICAL:
        return ThrownDice(faces)
    number = state.action.number
    return provable_dice(state.session, number, seed_of(draft, state.session, number))


def find_action(connection: sa.Connection, session: Session, number: int) -> Action:
    """An action of a session; 404."""
    action = store.action(connection, session.id, number)
    if action is None:
        raise Problem("not-found")
    return action


def load_state(connection: sa.Connection, session: Session, action: Action) -> ActionState:
    """An action with its record, as stored; without its open question."""
    entries = store.entries_of(connection, session.id, action.number)
    casualties = store.casualties_of(connection, session.id, action.number) if action.status == "resolved" else []
    state = ActionState(session, action, entries, casualties, is_new=False)
    if session.chain and action.number <= session.closed_upto:
        state.seed = store.seed_at(connection, session.id, *place_in_chain(action.number, session.chain_length))
    return state


def with_seed(draft: Draft, state: ActionState) -> ActionState:
    """The action with its seed, where that is revealed."""
    if state.session.chain and state.action.number <= state.session.closed_upto:
        state.seed = seed_of(draft, state.session, state.action.number)
    return state


def read_state(connection: sa.Connection, book: Rulebook, session: Session, number: int) -> ActionState:
    """An action as it stands, with its open question; without one where the rules have changed under it."""
    state = load_state(connection, session, find_action(connection, session, number))
    if state.action.status == "pending":
        try:
            state.wanted = reopen(book, state).wanted
        except Problem as changed:
            if changed.code != "rules-changed":
                raise
    return state


def go_on(book: Rulebook, state: ActionState, dice: Dice, players: Players) -> Resolved[Any] | Pending:
    """Run the script over the stored record and on; 409 rules-changed where the record is no longer its own."""
    codec, action = book.codec, state.action
    try:
        situation, options = codec.situation.load(action.situation), codec.options.load(action.options)
        record = codec.load_record(state.entries)
    except (LookupError, ValueError) as unreadable:
        raise Problem("rules-changed", params={"entry": 0}) from unreadable
    return run(book, situation, options, record, dice, players)


def reopen(book: Rulebook, state: ActionState) -> Pending:
    """Run a waiting action up to its question; 409 rules-changed where the rules now tell another story."""
    nobody = Players(book.ruleset, dict.fromkeys(state.action.policies, "ask"))
    end = go_on(book, state, ThrownDice(), nobody)
    if isinstance(end, Resolved):
        raise Problem("rules-changed", params={"entry": len(state.entries)})
    return end


def void(draft: Draft, id: str, number: int, caller: Caller, reason: str | None) -> ActionState:
    """Void an action: it keeps its number, dice and seed, and counts nowhere."""
    session = require_player(draft.session(id), caller)
    state = load_state(draft.reading(), session, find_action(draft.reading(), session, number))
    void_action(draft, state, reason=reason)
    draft.made(id, number)
    return with_seed(draft, state)


def void_action(draft: Draft, state: ActionState, *, reason: str | None, replaced_by: int | None = None) -> None:
    """Take an action out of the count. 409 session-closed, action-closed."""
    session, action = state.session, state.action
    if session.status == "closed":
        raise Problem("session-closed")
    if action.status == "void":
        raise Problem("action-closed", params={"status": action.status})
    was_pending = action.status == "pending"
    session.pending -= was_pending
    session.resolved -= not was_pending
    session.void += 1
    action.status, action.replaced_by, action.resolved_at = "void", replaced_by, draft.at
    action.outcome, state.casualties = None, []
    draft.change(action)
    body = {"action": action.number, "by": "host", "reason": reason, "replaced_by": replaced_by}
    mark(draft, state, "action-voided", body)
    if was_pending:
        project(draft, state)
        reveal(draft, state)
    else:
        draft.rows.voided.append({"of_session": session.id, "of_action": action.number})


def close_session(draft: Draft, id: str, caller: Caller, result: Json | None, *, abandon: bool) -> Session:
    """Close a session with its result; what waits is voided where `abandon` says so, else 409 questions-open."""
    session = require_player(draft.session(id), caller)
    if session.status == "closed":
        raise Problem("session-closed")
    if session.pending and not abandon:
        raise Problem("questions-open", params={"count": session.pending})
    if session.pending:
        for action in store.pending_actions(draft.reading(), id):
            void_action(draft, load_state(draft.reading(), session, action), reason="abandoned")
    session.status, session.closed_at, session.result = "closed", draft.at, result
    draft.append(session, "session-closed", {"result": result, "reason": "abandoned" if abandon else "closed"})
    draft.made(id, None)
    return session
