"""Open and close sessions, and read them."""

import os
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from uuid_utils import uuid7

from app.domain.dice import DiceSource
from app.domain.fairness import CHAIN_LENGTH, place_in_chain, seed_chain
from app.persistence import store
from app.persistence.codec import Json
from app.persistence.rows import Session
from app.persistence.unit import Draft
from app.services.access import Caller, Retry, host_token, require_reader
from app.services.catalogue import Rulebook

NEAR = 256
"""Attacks that may come between the reading of a session and the writing."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A seed chain, drawn before anything is written: its commitment and those of its seeds that are stored."""

    length: int
    commitment: bytes
    stored: tuple[tuple[int, bytes], ...]


def draw_chain(session: str, length: int) -> Chain:
    """A new chain from 32 random bytes."""
    chain = seed_chain(UUID(session).bytes, os.urandom(32), length)
    places = [*range(store.SEED_STRIDE, length, store.SEED_STRIDE), length]
    return Chain(length, chain[0], tuple((place, chain[place]) for place in places))


def chain_in_time(session: Session) -> Chain | None:
    """The next chain, drawn where an attack that is sent now may have to commit it."""
    present, place = place_in_chain(session.last_number + 1, max(session.chain_length, 1))
    is_near = place + NEAR > session.chain_length - session.chain_length // 8
    return draw_chain(session.id, session.chain_length) if present == session.chain and is_near else None


@dataclass(frozen=True, slots=True)
class Opening:
    """All that opening a session takes; its randomness is drawn before the request enters the writer."""

    session: str
    book: Rulebook
    kind: str
    options: Json
    dice: DiceSource
    visibility: str
    reference: str | None
    chain: Chain | None
    token: str

    @property
    def tokens(self) -> Json:
        """What the answer to the opening hands out."""
        return {"host": self.token, "seats": {}}


def opening(
    book: Rulebook,
    kind: str,
    options: Any,
    dice: DiceSource,
    visibility: str,
    reference: str | None,
    retry: Retry | None,
) -> Opening:
    """Draw a session's id, seeds and token."""
    session = str(uuid7())
    chain = None
    if dice is DiceSource.SERVICE:
        chain = draw_chain(session, 1 if kind == "single" else CHAIN_LENGTH)
    dumped = book.codec.options.dump(options)
    return Opening(session, book, kind, dumped, dice, visibility, reference, chain, host_token(session, retry))


def open_session(draft: Draft, order: Opening) -> Session:
    """Begin a session: its first event commits to its dice."""
    chain, ruleset = order.chain, order.book.ruleset
    session = Session(
        id=order.session,
        ruleset=ruleset.slug,
        ruleset_version=ruleset.version,
        kind=order.kind,
        visibility=order.visibility,
        options=order.options,
        dice=order.dice.value,
        created_at=draft.at,
        reference=order.reference,
        host_token=Caller(order.token).digest,
        chain_length=chain.length if chain else 0,
    )
    draft.open(session)
    committed = chain and {"number": 1, "length": chain.length, "commitment": chain.commitment.hex()}
    body = {"session": session.id, "ruleset": ruleset.slug, "ruleset_version": ruleset.version, "kind": order.kind}
    settings = {"options": order.options, "seats": [], "dice": {"source": session.dice}, "policies": {}}
    draft.append(session, "session-opened", {**body, **settings, "setup": None, "chain": committed})
    if chain:
        keep_chain(draft, session, chain)
    return session


def keep_chain(draft: Draft, session: Session, chain: Chain) -> None:
    """Store a chain as the session's newest."""
    session.chain += 1
    session.commitment = chain.commitment
    of_chain = {"session_id": session.id, "chain": session.chain}
    draft.rows.seeds += [
        {**of_chain, "place": place, "seed": seed} for place, seed in ((0, chain.commitment), *chain.stored)
    ]


def read_session(connection: sa.Connection, id: str, caller: Caller) -> Session:
    """A session that the caller may read; else 404."""
    return require_reader(store.sessions_by_id(connection, [id]).get(id), caller)
