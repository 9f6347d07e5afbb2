"""Run an action's script: an attack, the opening of a game, or a move in one."""

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from app.domain.board import Board, SeatMove
from app.domain.dice import Dice, DiceSource, Faces, IllegalDice, ThrownDice
from app.domain.errors import Diverged
from app.domain.fairness import place_in_chain
from app.domain.record import Noted, Record
from app.domain.resolution import Pending, Resolved, Script, resolve
from app.errors import Problem
from app.persistence import store
from app.persistence.codec import ATTACK, OPENING, BoardCodec, Json
from app.persistence.rows import Action, Session
from app.persistence.unit import Draft
from app.services.catalogue import Rulebook
from app.services.ledger import ActionState, provable_dice, seed_of, settle
from app.services.players import ASK, Players

ACTOR = "actor"
"""In the seats of a move: the seat whose move it is."""

Played = tuple[Script[Any, Any, Any], Any, Any]
"""A script, its situation and its options."""


def board_of(book: Rulebook) -> tuple[Board[Any, Any, Any, Any], BoardCodec]:
    """The rulebook's board with its shapes; LookupError where it has none."""
    if book.ruleset.board is None or book.codec.board is None:
        raise LookupError(f"{book.slug} has no board")
    return book.ruleset.board, book.codec.board


def load_played(book: Rulebook, kind: str, situation: Json, options: Json, seats: Json, state: Any) -> Played:
    """An action as it was stored, ready to be run; a move is made on `state`.

    Raises LookupError or ValueError where it can no longer be read.
    """
    codec = book.codec
    if kind == ATTACK:
        return book.ruleset.script, codec.situation.load(situation), codec.options.load(options)
    board, shapes = board_of(book)
    rules = shapes.options.load(options)
    if kind == OPENING:
        return board.opening_script, shapes.setup.load(situation), rules
    return board.move_script(state), SeatMove(seats[ACTOR], shapes.move.load(situation)), rules


def played(book: Rulebook, session: Session, action: Action) -> Played:
    """The newest open action of a session, ready to be run."""
    state = None
    if action.kind not in (ATTACK, OPENING):
        state = board_of(book)[1].state.load(session.state)
    return load_played(book, action.kind, action.situation, action.options, action.seats, state)


def run(book: Rulebook, what: Played, record: Record, dice: Dice, players: Players) -> Resolved[Any] | Pending:
    """Run a script; what does not fit becomes the client's problem."""
    script, situation, options = what
    try:
        return resolve(script, situation, options, record=record, dice=dice, players=players)
    except IllegalDice as misfit:
        expected = {"die": misfit.die.name, "count": misfit.count, "faces": misfit.die.faces}
        at = ("dice", "faces", misfit.index) if not record.entries else ("faces",)
        raise Problem(
            "illegal-dice", at=at, params=expected, extra={"expected": expected}, ruleset=book.slug
        ) from misfit
    except Diverged as diverged:
        raise Problem("rules-changed", params={"entry": diverged.entry}) from diverged


def go_on(book: Rulebook, state: ActionState, dice: Dice, players: Players) -> Resolved[Any] | Pending:
    """Run the script over the stored record and on; 409 rules-changed where the record is no longer its own."""
    try:
        what = played(book, state.session, state.action)
        record = book.codec.load_record(state.entries)
    except (LookupError, ValueError) as unreadable:
        raise Problem("rules-changed", params={"entry": 0}) from unreadable
    return run(book, what, record, dice, players)


def reopen(book: Rulebook, state: ActionState) -> Pending:
    """Run a waiting action up to its question; 409 rules-changed where the rules now tell another story."""
    nobody = Players(book.ruleset, dict.fromkeys(state.action.policies, ASK))
    end = go_on(book, state, ThrownDice(), nobody)
    if isinstance(end, Resolved):
        raise Problem("rules-changed", params={"entry": len(state.entries)})
    return end


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


def conclude(draft: Draft, book: Rulebook, state: ActionState, end: Resolved[Any] | Pending) -> None:
    """Resolve an action or leave it with its question; a game goes on from its new board, or is over."""
    settle(draft, state, end, book.codec)
    session = state.session
    if not session.is_game or not isinstance(end, Resolved):
        return
    board, shapes = board_of(book)
    if state.action.kind == OPENING:
        rules = shapes.options.load(session.options)
        before = board.set_up(shapes.setup.load(state.action.situation), rules)
    else:
        before = shapes.state.load(session.state)
    after = board.fold(before, facts_in(end.record))
    session.state = shapes.state.dump(after)
    if result := board.result(after):
        told = {"winner": result.winner, "winners": list(result.winners), "scores": dict(result.scores)}
        session.status, session.closed_at = "closed", draft.at
        session.result = {**told, "note": result.reason}
        draft.append(session, "session-closed", {"result": session.result, "reason": "finished"})


def facts_in(record: Record) -> Iterable[object]:
    """The facts of a record, in order."""
    return (entry.fact for entry in record.entries if isinstance(entry, Noted))


def stored_facts(book: Rulebook, entries: list[Json]) -> Iterable[object]:
    """The facts among stored entries, in order."""
    return (book.codec.facts[entry["fact"]].load(entry["data"]) for entry in entries if entry["kind"] == "noted")
