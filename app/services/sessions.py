"""Open and close sessions, and read them."""

import os
from dataclasses import dataclass, replace

import sqlalchemy as sa
from uuid_utils import uuid7

from app.domain.dice import DiceSource
from app.domain.fairness import CHAIN_LENGTH, seed_chain
from app.errors import Problem
from app.persistence import store
from app.persistence.codec import Json
from app.persistence.rows import Seat, Session, raw_id
from app.persistence.unit import Draft
from app.services.access import (
    Caller,
    Retry,
    Tokens,
    require_player,
    require_reader,
    require_seat,
    seat_in,
    sent_by,
    token_for,
    tokens_for,
)
from app.services.catalogue import Rulebook


@dataclass(frozen=True, slots=True)
class Chain:
    """A seed chain: its commitment and those of its seeds that are stored."""

    length: int
    commitment: bytes
    stored: tuple[tuple[int, bytes], ...]


def draw_seed() -> bytes:
    """The last seed of a new chain; to be drawn before a request enters the writer."""
    return os.urandom(32)


def chain_ending_in(session: str, last: bytes, length: int) -> Chain:
    """The chain that follows from its last seed."""
    chain = seed_chain(raw_id(session), last, length)
    places = [*range(store.SEED_STRIDE, length, store.SEED_STRIDE), length]
    return Chain(length, chain[0], tuple((place, chain[place]) for place in places))


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
    tokens: Tokens
    seats: tuple[Seat, ...]
    owner: str | None
    setup: Json | None


@dataclass(frozen=True, slots=True)
class Player:
    """A seat as it is asked for."""

    name: str | None = None
    side: str | None = None
    reference: str | None = None
    policy: str | None = None


def opening(
    book: Rulebook,
    kind: str,
    options: Json,
    dice: DiceSource,
    visibility: str,
    retry: Retry | None,
    *,
    reference: str | None = None,
    players: tuple[Player, ...] = (),
    host: bool = True,
    owner: str | None = None,
    setup: Json | None = None,
) -> Opening:
    """Draw a session's id, seeds and tokens."""
    session = str(uuid7())
    chain = None
    if dice is DiceSource.SERVICE:
        chain = chain_ending_in(session, draw_seed(), 1 if kind == "single" else CHAIN_LENGTH)
    tokens = tokens_for(session, retry, seats=len(players), host=host)
    seats = tuple(
        Seat(session, n, player.name, player.side, player.reference, player.policy, Caller(token).digest)
        for n, (player, token) in enumerate(zip(players, tokens.seats, strict=True), 1)
    )
    return Opening(session, book, kind, options, dice, visibility, reference, chain, tokens, seats, owner, setup)


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
        host_token=Caller(order.tokens.host).digest if order.tokens.host else None,
        owner=order.owner,
        seat_count=len(order.seats),
        chain_length=chain.length if chain else 0,
        seats=order.seats,
    )
    draft.open(session)
    committed = chain and {"number": 1, "length": chain.length, "commitment": chain.commitment.hex()}
    body = {"session": session.id, "ruleset": ruleset.slug, "ruleset_version": ruleset.version, "kind": order.kind}
    seats = [{"seat": at.seat, "name": at.name, "side": at.side, "reference": at.reference} for at in order.seats]
    policies = {str(seat.seat): seat.policy for seat in order.seats if seat.policy}
    settings = {"options": order.options, "seats": seats, "dice": {"source": session.dice}, "policies": policies}
    draft.append(session, "session-opened", {**body, **settings, "setup": order.setup, "chain": committed})
    if chain:
        keep_chain(draft, session, chain)
    return session


def keep_chain(draft: Draft, session: Session, chain: Chain) -> None:
    """Store a chain as the session's newest."""
    session.chain += 1
    session.commitment = chain.commitment
    draft.rows.seeds += seed_rows(session.id, session.chain, chain)


def seed_rows(session: str, number: int, chain: Chain) -> list[Json]:
    """The rows of a session's chain: its commitment and the seeds that are stored."""
    of_chain = {"session_id": session, "chain": number}
    return [{**of_chain, "place": place, "seed": seed} for place, seed in ((0, chain.commitment), *chain.stored)]


def read_session(connection: sa.Connection, id: str, caller: Caller) -> Session:
    """A session that the caller may read; else 404."""
    return require_reader(store.sessions_by_id(connection, [id]).get(id), caller)


def renew_token(draft: Draft, id: str, number: int, caller: Caller, retry: Retry | None) -> tuple[Session, str]:
    """A new token for a seat, by the seat or the host; the old one ends. So a seat is handed over."""
    session, sender = require_player(draft.session(id), caller)
    seat = seat_in(session, number)
    require_seat(sender, number)
    if session.status == "closed":
        raise Problem("session-closed")
    token = token_for(number, id, retry)
    draft.renew(session, replace(seat, token=Caller(token).digest))
    draft.append(session, "seat-changed", {"seat": number, "change": "token-renewed", "by": sent_by(sender)})
    draft.made(id, number)
    return session, token
