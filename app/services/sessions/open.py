"""Open a session."""

from dataclasses import dataclass

from uuid_utils import uuid7

from app.domain.dice import DiceSource
from app.domain.fairness import CHAIN_LENGTH
from app.persistence.codec import Json
from app.persistence.draft import Draft
from app.persistence.fields import LOGGED, values_of
from app.persistence.rows import Kind, Seat, Session, Visibility
from app.services.access import (
    Caller,
    IssuedTokens,
    Retry,
    tokens_for,
)
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.chains import Chain, chain_ending_in, draw_seed, keep_chain


@dataclass(frozen=True, slots=True)
class Opening:
    """Everything that is needed to open a session. Its random parts are drawn before the change enters the writer."""

    session: str
    """The id of the new session."""
    book: Rulebook
    kind: Kind
    options: Json
    """The options as JSON."""
    dice: DiceSource
    visibility: Visibility
    reference: str | None
    chain: Chain | None
    """The first seed chain; None with physical dice."""
    tokens: IssuedTokens
    seats: tuple[Seat, ...]
    owner: str | None
    """The id of the API key that opens the session; None where none does."""
    setup: Json | None
    """The setup of a game as JSON; None for other sessions."""


@dataclass(frozen=True, slots=True)
class RequestedSeat:
    """A seat that a client wants in a new session."""

    name: str | None = None
    side: str | None = None
    reference: str | None = None
    policy: str | None = None
    """The policy that answers for the seat; None where its player is asked."""


def draw_opening(
    book: Rulebook,
    kind: Kind,
    options: Json,
    dice: DiceSource,
    visibility: Visibility,
    retry: Retry | None,
    *,
    reference: str | None = None,
    players: tuple[RequestedSeat, ...] = (),
    host: bool = True,
    owner: str | None = None,
    setup: Json | None = None,
) -> Opening:
    """Everything that is needed to open a session, with a new id, a new seed chain and new tokens."""
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
    """Open a session. Its first event commits to the seeds of its dice."""
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
    body = {"session": session.id, **values_of(session, LOGGED)}
    seats = [{"seat": at.seat, "name": at.name, "side": at.side, "reference": at.reference} for at in order.seats]
    policies = {str(seat.seat): seat.policy for seat in order.seats if seat.policy}
    settings = {"seats": seats, "dice": {"source": session.dice}, "policies": policies}
    draft.append(session, "session-opened", {**body, **settings, "setup": order.setup, "chain": committed})
    if chain:
        keep_chain(draft, session, chain)
    return session
