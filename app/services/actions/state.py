"""The present state of an action: its row, its record, its casualties and its open question."""

import logging
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sa

from app.domain.dice import Dice, ThrownDice
from app.domain.errors import Refusal
from app.domain.fairness import place_in_chain
from app.domain.players import ASK
from app.domain.resolution import Pending, Resolved
from app.domain.table import Wanted
from app.errors import Path, Problem
from app.persistence.queries import logged_events, seeds, store
from app.persistence.stored.codec import ATTACK, OPENING, Json
from app.persistence.stored.rows import Action, Session
from app.persistence.writing.batch import EarlierResult
from app.persistence.writing.draft import Draft
from app.services.access import Caller, IssuedTokens
from app.services.play.players import Players
from app.services.play.scripts import ScriptCall, board_of, load_call, run
from app.services.play.seating import seat_for
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook, Rulebooks
from app.services.sessions.read import read_session, unknown_action
from app.services.view_rights import ViewRights, tags_in, view_rights_of

log = logging.getLogger(__name__)


@dataclass(slots=True)
class ActionState:
    """All that the document of an action is made from."""

    session: Session
    action: Action
    entries: list[Json] = field(default_factory=list)
    """The entries of the record as they are stored, in order."""
    casualties: list[Json] = field(default_factory=list)
    """The casualties as JSON, in order; empty unless the action is resolved."""
    wanted: Wanted | None = None
    """The roll or the choice for which the action waits; None where it waits for nothing."""
    rules_changed: bool = False
    """Whether it waits for nothing because the rules no longer lead to its record, or fail: nobody can answer it."""
    seed: bytes | None = None
    """The seed of the action; None until it is revealed."""
    tokens: IssuedTokens | None = None
    """The tokens of the session; None except in the answer that opens the session."""
    is_new: bool = True
    """Whether this request has declared the action."""
    revealed: tuple[str, ...] = ()
    """The tags of private parts in it that everybody may see."""
    is_open: bool = False
    """Whether it is known that nothing in the entries is hidden from anybody."""


def sight_in(state: ActionState, caller: Caller, seat: int | None = None) -> ViewRights:
    """What the caller may see of an action; who has just opened its session is its host."""
    opener = state.tokens and state.tokens.host
    return view_rights_of(state.session, Caller(opener) if opener else caller, seat)


def seen_as(state: ActionState, sight: ViewRights) -> ActionState:
    """The same action as a caller may see it, for documents."""
    session, action = state.session, state.action
    if not session.hides:
        return state
    shown = copy(action)
    shown.situation = sight.of(action.situation, state.revealed)
    shown.outcome = sight.of(action.outcome, state.revealed)
    if action.proposal and "replacement" in action.proposal and not sight.is_whole:
        shown.proposal = {**action.proposal, "replacement": redacted(action.proposal["replacement"])}
    entries = state.entries if state.is_open else sight.of(state.entries, state.revealed)
    return replace(state, session=seen_session(session, sight), action=shown, entries=entries)


def seen_session(session: Session, sight: ViewRights) -> Session:
    """The same session with its board as a caller may see it, for the names of things in texts."""
    return replace(session, state=sight.of(session.state)) if session.hides and session.state else session


def redacted(replacement: Json) -> Json:
    """The request of an attack or a move without what only its sender may see: of a move its kind is left."""
    sent = as_sent_today(replacement)
    told = {name: value for name, value in sent.items() if name not in ("situation", "answers")}
    return told | {"move": {"kind": told["move"]["kind"]}} if "move" in told else told


def as_sent_today(replacement: Json) -> Json:
    """The request of an attack or a move as it is sent today: logs of 0.1.0 have the move as `action`."""
    return {"move" if name == "action" else name: value for name, value in replacement.items()}


def call_of(book: Rulebook, session: Session, action: Action) -> ScriptCall:
    """The script, the situation and the options of an action; a move starts from the present board of its session."""
    state = None
    if action.kind not in (ATTACK, OPENING):
        state = board_of(book)[1].state.load(session.state)
    return load_call(book, action.kind, action.situation, action.options, action.seats, state)


def continue_script(book: Rulebook, state: ActionState, dice: Dice, players: Players) -> Resolved[Any] | Pending:
    """Run the script of an action over its stored record, and go on with `dice` and `players`.

    Raises Problem rules-changed (409) where the rules no longer lead to this record.
    """
    try:
        call = call_of(book, state.session, state.action)
        record = book.codec.load_record(state.entries)
    except (LookupError, ValueError) as unreadable:
        raise Problem("rules-changed", params={"entry": 0}) from unreadable
    return run(book, call, record, dice, players, state.action.number)


def run_to_question(book: Rulebook, state: ActionState) -> Pending:
    """Run the script of a waiting action until its open question.

    Raises Problem rules-changed (409) where the rules no longer lead to this record, or ask nothing after it.
    """
    nobody = Players(book.ruleset, dict.fromkeys(state.action.policies, ASK))
    try:
        end = continue_script(book, state, ThrownDice(), nobody)
    except (ArithmeticError, LookupError, Refusal, TypeError, ValueError) as misfit:
        if state.action.ruleset_version == book.ruleset.version:
            raise
        raise Problem("rules-changed", params={"entry": 0}) from misfit
    if isinstance(end, Resolved):
        raise Problem("rules-changed", params={"entry": len(state.entries)})
    return end


def seat_wanted(state: ActionState, wanted: Wanted) -> int | None:
    """The number of the seat that has to answer; None where no seat plays the role."""
    return wanted.seat or seat_for(wanted.by, state.action.seats)


def find_action(connection: sa.Connection, session: Session, number: int, at: Path | None = None) -> Action:
    """The action with this number, which the body names at `at`.

    Raises Problem not-found (404) where the session has none.
    """
    is_reached = 1 <= number <= session.last_number  # a database takes no number of any size
    action = store.action(connection, session.id, number) if is_reached else None
    if action is None:
        raise unknown_action(session, number, at)
    return action


def closed(action: Action) -> Problem:
    """The Problem for an action that waits for nothing any more (409)."""
    return Problem("action-closed", reason=f"action-{action.status}", params={"action": action.number})


def load_state(connection: sa.Connection, session: Session, action: Action) -> ActionState:
    """An action with its record, its casualties and its revealed seed, but without its open question."""
    entries = logged_events.entries_of(connection, session.id, action.number)
    action.recorded = len(entries)
    casualties = store.casualties_of(connection, session.id, action.number) if action.status == "resolved" else []
    state = ActionState(session, action, entries, casualties, is_new=False)
    if tags := tags_in([action.situation, action.outcome]):
        state.revealed = tuple(logged_events.revealed_tags(connection, session.id, tags))
    if session.chain and action.number <= session.closed_upto:
        state.seed = seeds.seed_at(connection, session.id, *place_in_chain(action.number, session.chain_length))
    return state


def load_states(connection: sa.Connection, session: Session, numbers: Sequence[int]) -> list[ActionState]:
    """Actions of a session, which has them, as load_state() gives them, in the order of the numbers."""
    found = store.actions_of(connection, session.id, numbers)
    return [load_state(connection, session, found[number]) for number in numbers]


def read_state(
    connection: sa.Connection, book: Rulebook, session: Session, number: int, at: Path | None = None
) -> ActionState:
    """An action with its open question. Raises what find_action() raises.

    Where the rules have changed so that the record no longer follows from them, or fail, there is no question.
    """
    state = load_state(connection, session, find_action(connection, session, number, at))
    if state.action.status == "pending":
        try:
            state.wanted = run_to_question(book, state).wanted
        except Problem as changed:
            if changed.code != "rules-changed":
                raise
            state.rules_changed = book.is_installed
        except Exception:  # it is told all the same, and can be made void: else a fault of the rules would hold it open
            log.exception("%s cannot go on with action %d of session %s", book.slug, number, session.id)
            state.rules_changed = True
    return state


def read_made(connection: sa.Connection, books: Rulebooks, made: EarlierResult, caller: Caller) -> ActionState:
    """The action that the first sending of a repeated request made, in its present state, if the caller may read it."""
    session = read_session(connection, made.session_id, caller)
    return read_state(connection, rulebook_or_absent(books, session.ruleset), session, made.number or 1)


def newest_action(draft: Draft, session: Session) -> Action:
    """The newest action of a session that has one, as this request leaves it."""
    own = draft.rows.actions.get(session.id, {}).get(session.last_number)
    return own or find_action(draft.reading(session.id), session, session.last_number)
