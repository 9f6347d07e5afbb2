"""Declare an action, an attack or a move, and resolve it as far as its answers reach."""

from dataclasses import dataclass, field
from typing import Any

from app.domain.dice import Dice, Faces, ThrownDice
from app.domain.fairness import place_in_chain
from app.domain.record import Record, Rolled
from app.domain.resolution import Pending, Resolved
from app.errors import Problem
from app.persistence.batch import Draft
from app.persistence.codec import Json
from app.persistence.fields import LOGGED, values_of
from app.persistence.rows import Action, Session
from app.services.access import Sender, sent_by
from app.services.actions.dice import dice_of, with_revealed_seed
from app.services.actions.state import ActionState
from app.services.actions.write import append_action_event, write_entries, write_result
from app.services.play.players import Players, SentAnswer, illegal_answer
from app.services.play.scripts import ScriptCall, run
from app.services.play.seating import Seating, require_own
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.chains import chain_ending_in, keep_chain


@dataclass(frozen=True, slots=True)
class SentAlong:
    """What a request brings along beside the action itself."""

    faces: tuple[Faces, ...] = ()
    answers: tuple[SentAnswer, ...] = ()
    stored: Json = field(default_factory=dict)
    """The fields of the action that the client sends beside it, by name."""

    @property
    def reference(self) -> str | None:
        """The client's own id of the action."""
        reference: str | None = self.stored.get("reference")
        return reference


@dataclass(frozen=True, slots=True)
class Declaration:
    """An action that is allowed to begin."""

    kind: str
    situation: Json
    policies: dict[str, str]
    seats: Seating
    sender: Sender
    what: ScriptCall


def declare(
    draft: Draft, book: Rulebook, session: Session, asked: Declaration, given: SentAlong, last_seed: bytes | None
) -> ActionState:
    """Give the action its number, log what was asked, and resolve it as far as its answers reach.

    `last_seed` ends the session's next chain, should this action have to commit it.
    """
    state = begin(draft, book, session, asked, given)
    number = state.action.number
    commit_next_chain(draft, session, number, last_seed)
    dice = dice_of(draft, state, given.faces)
    players = Players(book.ruleset, asked.policies, given.answers)
    end = run(book, asked.what, Record(), dice, players)
    require_own(end.record.entries, end.record.sources, 0, asked.seats, asked.sender)
    check_used(book, end, dice, players)
    shapes = book.codec.choices
    unused = [{"question": sent.question, "choice": shapes[sent.question].dump(sent.choice)} for sent in players.unused]
    write_entries(draft, state, book.codec.dump_entries(end.record), unused, sent_by(asked.sender))
    write_result(draft, book, state, end)
    draft.made(session.id, number)
    return with_revealed_seed(draft, state)


def begin(draft: Draft, book: Rulebook, session: Session, asked: Declaration, given: SentAlong) -> ActionState:
    """The action with its number, logged before its first roll."""
    session.last_number += 1
    session.pending += 1
    action = Action(
        session_id=session.id,
        number=session.last_number,
        kind=asked.kind,
        ruleset=book.slug,
        ruleset_version=book.ruleset.version,
        situation=asked.situation,
        options=session.options,
        dice=session.dice,
        policies=asked.policies,
        seats=dict(asked.seats),
        sent_by=sent_by(asked.sender),
        created_at=draft.at,
        commitment=commitment_of(draft, session, session.last_number),
        **given.stored,
    )
    state = ActionState(session, action)
    draft.declare(action)
    append_action_event(draft, state, "action-declared", declaration(action))
    return state


def declaration(action: Action) -> Json:
    """The body of `action-declared`."""
    return {"action": action.number, **values_of(action, LOGGED) | {"dice": {"source": action.dice}}}


def commitment_of(draft: Draft, session: Session, number: int) -> bytes | None:
    """S_0 of the chain that serves an action; none with physical dice."""
    if not session.chain:
        return None
    chain, _ = place_in_chain(number, session.chain_length)
    return session.commitment if chain == session.chain else draft.seed(session.id, chain, 0)


def commit_next_chain(draft: Draft, session: Session, number: int, last_seed: bytes | None) -> None:
    """Commit the next chain with the first action of the last eighth of the present one."""
    if last_seed is None or not session.chain:
        return
    present, place = place_in_chain(number, session.chain_length)
    if present == session.chain and place > session.chain_length - session.chain_length // 8:
        chain = chain_ending_in(session.id, last_seed, session.chain_length)
        keep_chain(draft, session, chain)
        body = {"number": session.chain, "length": chain.length, "commitment": chain.commitment.hex()}
        draft.append(session, "chain-committed", body)


def check_used(book: Rulebook, end: Resolved[Any] | Pending, dice: Dice, players: Players) -> None:
    """Refuse dice and answers that are left over or do not apply, unless the service has rolled: then nothing is."""
    if isinstance(dice, ThrownDice):
        if dice.left_over:
            raise Problem("dice-left-over", at=("dice", "faces"), params={"count": dice.left_over})
    elif any(isinstance(entry, Rolled) for entry in end.record.entries):
        return
    if players.illegal is not None:
        raise illegal_answer("illegal-answer", "answers", players.illegal, book.slug) from players.illegal
    if players.unused:
        raise Problem("answer-left-over", at=("answers",), params={"question": players.unused[0].question})
