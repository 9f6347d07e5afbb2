"""Attacks as clients declare them. Each change runs on the writer as a plain function over a draft."""

from dataclasses import dataclass
from typing import Any

from app.domain.dice import Dice, DiceSource, Faces, ThrownDice
from app.domain.fairness import place_in_chain
from app.domain.record import Record, Rolled
from app.domain.resolution import Pending, Resolved
from app.errors import Problem
from app.persistence import store
from app.persistence.codec import Json
from app.persistence.rows import Action, Session
from app.persistence.unit import Draft
from app.services.access import Caller, require_player
from app.services.actions import dice_of, find_action, load_state, run, void_action, with_seed
from app.services.catalogue import Rulebook
from app.services.ledger import ActionState, mark, settle, write_entries
from app.services.players import Players, SentAnswer
from app.services.sessions import Chain, Opening, keep_chain, open_session


@dataclass(frozen=True, slots=True)
class AttackOrder:
    """An attack as a client declares it, checked as far as it can be without its session."""

    book: Rulebook
    situation: Any
    options: Any
    dice: DiceSource
    faces: tuple[Faces, ...]
    policies: dict[str, str]
    answers: tuple[SentAnswer, ...]
    replaces: int | None
    played_at: str | None
    reference: str | None


def declare_alone(draft: Draft, order: AttackOrder, opening: Opening) -> ActionState:
    """Resolve an attack in a session of its own."""
    session = open_session(draft, opening)
    state = declare(draft, order, session, None)
    state.tokens = opening.tokens
    return state


def declare_in(draft: Draft, order: AttackOrder, id: str, caller: Caller, next_chain: Chain | None) -> ActionState:
    """Resolve an attack in a series, perhaps in the place of an earlier one."""
    session = require_player(draft.session(id), caller)
    check_session_takes(session, order)
    if order.reference is not None and store.has_reference(draft.reading(), id, order.reference):
        raise Problem("reference-taken", at=("reference",), params={"reference": order.reference})
    if order.replaces is not None:
        voided = load_state(draft.reading(), session, find_action(draft.reading(), session, order.replaces))
        void_action(draft, voided, reason="replaced", replaced_by=session.last_number + 1)
    return declare(draft, order, session, next_chain)


def check_session_takes(session: Session, order: AttackOrder) -> None:
    """Raise where the session is closed, of another ruleset or kind, or has fixed other options or dice."""
    if session.status == "closed":
        raise Problem("session-closed")
    if session.ruleset != order.book.slug:
        raise Problem("fixed-by-session", at=("session_id",), params={"fixed": session.ruleset})
    if session.kind != "series":
        raise Problem("fixed-by-session", at=("session_id",), params={"fixed": session.kind})
    if session.options != order.book.codec.options.dump(order.options):
        raise Problem("fixed-by-session", at=("options",), params={"fixed": "options"})
    if session.dice != order.dice:
        raise Problem("fixed-by-session", at=("dice", "source"), params={"fixed": session.dice})


def declare(draft: Draft, order: AttackOrder, session: Session, next_chain: Chain | None) -> ActionState:
    """Give the attack its number, log what was asked, and resolve it as far as its answers reach."""
    codec = order.book.codec
    session.last_number += 1
    session.pending += 1
    number = session.last_number
    action = Action(
        session_id=session.id,
        number=number,
        kind="attack",
        ruleset=order.book.slug,
        ruleset_version=order.book.ruleset.version,
        situation=codec.situation.dump(order.situation),
        options=session.options,
        dice=order.dice.value,
        policies=order.policies,
        sent_by="host",
        created_at=draft.at,
        commitment=commitment_of(draft, session, number),
        reference=order.reference,
        played_at=order.played_at,
    )
    state = ActionState(session, action)
    draft.declare(action)
    mark(draft, state, "action-declared", declaration(action))
    commit_next_chain(draft, session, number, next_chain)
    dice = dice_of(draft, state, order.faces)
    players = Players(order.book.ruleset, order.policies, order.answers)
    end = run(order.book, order.situation, order.options, Record(), dice, players)
    check_used(end, dice, players)
    unused = [
        {"question": sent.question, "choice": codec.choices[sent.question].dump(sent.choice)} for sent in players.unused
    ]
    write_entries(draft, state, codec.dump_entries(end.record), unused)
    settle(draft, state, end, codec)
    draft.made(session.id, number)
    return with_seed(draft, state)


def declaration(action: Action) -> Json:
    """The body of `action-declared`."""
    told = {"action": action.number, "kind": action.kind, "ruleset_version": action.ruleset_version}
    asked = {"situation": action.situation, "options": action.options, "dice": {"source": action.dice}}
    sender = {"policies": action.policies, "seats": {}, "sent_by": action.sent_by, "reference": action.reference}
    return {**told, **asked, **sender, "played_at": action.played_at}


def commitment_of(draft: Draft, session: Session, number: int) -> bytes | None:
    """S_0 of the chain that serves an action; none with physical dice."""
    if not session.chain:
        return None
    chain, _ = place_in_chain(number, session.chain_length)
    return session.commitment if chain == session.chain else draft.seed(session.id, chain, 0)


def commit_next_chain(draft: Draft, session: Session, number: int, chain: Chain | None) -> None:
    """Commit the next chain with the first action of the last eighth of the present one."""
    if chain is None or not session.chain:
        return
    present, place = place_in_chain(number, session.chain_length)
    if present == session.chain and place > session.chain_length - session.chain_length // 8:
        keep_chain(draft, session, chain)
        body = {"number": session.chain, "length": chain.length, "commitment": chain.commitment.hex()}
        draft.append(session, "chain-committed", body)


def check_used(end: Resolved[Any] | Pending, dice: Dice, players: Players) -> None:
    """Refuse dice and answers that are left over or do not apply, unless the service has rolled: then nothing is."""
    if isinstance(dice, ThrownDice):
        if dice.left_over:
            raise Problem("dice-left-over", at=("dice", "faces"), params={"count": dice.left_over})
    elif any(isinstance(entry, Rolled) for entry in end.record.entries):
        return
    if players.illegal is not None:
        illegal = players.illegal
        raise Problem(
            "illegal-answer", at=("answers",), reason=illegal.reason, rule=illegal.rule, params=illegal.params
        ) from illegal
    if players.unused:
        raise Problem("answer-left-over", at=("answers",), params={"question": players.unused[0].question})
