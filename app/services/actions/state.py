"""An action as it stands: its row, its record, its casualties and its open question."""

from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from app.domain.dice import Dice, ThrownDice
from app.domain.fairness import place_in_chain
from app.domain.resolution import Pending, Resolved
from app.domain.table import Wanted
from app.errors import Problem
from app.persistence import store
from app.persistence.batch import MadeBefore
from app.persistence.codec import ATTACK, OPENING, Json
from app.persistence.rows import Action, Session
from app.services.access import Caller, IssuedTokens
from app.services.play.players import ASK, Players
from app.services.play.scripts import ScriptCall, board_of, load_call, run
from app.services.rulebooks.absent import rulebook_or_absent
from app.services.rulebooks.registry import Rulebook, Rulebooks
from app.services.sessions.read import read_session


@dataclass(slots=True)
class ActionState:
    """An action as a client is shown it."""

    session: Session
    action: Action
    entries: list[Json] = field(default_factory=list)
    casualties: list[Json] = field(default_factory=list)
    wanted: Wanted | None = None
    seed: bytes | None = None
    tokens: IssuedTokens | None = None
    is_new: bool = True


def call_of(book: Rulebook, session: Session, action: Action) -> ScriptCall:
    """The newest open action of a session, ready to be run."""
    state = None
    if action.kind not in (ATTACK, OPENING):
        state = board_of(book)[1].state.load(session.state)
    return load_call(book, action.kind, action.situation, action.options, action.seats, state)


def continue_script(book: Rulebook, state: ActionState, dice: Dice, players: Players) -> Resolved[Any] | Pending:
    """Run the script over the stored record and on; 409 rules-changed where the record is no longer its own."""
    try:
        what = call_of(book, state.session, state.action)
        record = book.codec.load_record(state.entries)
    except (LookupError, ValueError) as unreadable:
        raise Problem("rules-changed", params={"entry": 0}) from unreadable
    return run(book, what, record, dice, players)


def run_to_question(book: Rulebook, state: ActionState) -> Pending:
    """Run a waiting action up to its question; 409 rules-changed where the rules now tell another story."""
    nobody = Players(book.ruleset, dict.fromkeys(state.action.policies, ASK))
    end = continue_script(book, state, ThrownDice(), nobody)
    if isinstance(end, Resolved):
        raise Problem("rules-changed", params={"entry": len(state.entries)})
    return end


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


def read_state(connection: sa.Connection, book: Rulebook, session: Session, number: int) -> ActionState:
    """An action as it stands, with its open question; without one where the rules have changed under it."""
    state = load_state(connection, session, find_action(connection, session, number))
    if state.action.status == "pending":
        try:
            state.wanted = run_to_question(book, state).wanted
        except Problem as changed:
            if changed.code != "rules-changed":
                raise
    return state


def read_made(connection: sa.Connection, books: Rulebooks, made: MadeBefore, caller: Caller) -> ActionState:
    """The action that a retried request made before, as it stands now, if the caller may still read it."""
    session = read_session(connection, made.session_id, caller)
    return read_state(connection, rulebook_or_absent(books, session.ruleset), session, made.number or 1)
