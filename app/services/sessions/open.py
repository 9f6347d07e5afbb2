"""Open a session."""

from dataclasses import dataclass

from uuid_utils import uuid7

from app.domain.dice import DiceSource
from app.domain.fairness import CHAIN_LENGTH
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import personal
from app.persistence.stored.rows import Kind, Seat, Session, Visibility
from app.persistence.writing.draft import Draft
from app.services.access import (
    Caller,
    IssuedTokens,
    Retry,
    tokens_for,
)
from app.services.events.event import append
from app.services.events.session import SessionOpened, Unlogged, UnloggedSeat
from app.services.players import Player
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
    deadline: Json | None = None
    """How many seconds a player has for an answer, and the policy that answers then; None: for ever."""
    shares_entropy: bool = False
    """Whether the seats contribute to the dice, before the first action."""


@dataclass(frozen=True, slots=True)
class RequestedSeat:
    """A seat that a client wants in a new session."""

    name: str | None = None
    side: str | None = None
    reference: str | None = None
    policy: str | None = None
    """The policy that answers for the seat; None where its player is asked."""
    player: Player | None = None
    """The player whose tokens are the seat's too; None where nobody's are."""

    def seated(self, session: str, number: int, token: str) -> Seat:
        """The seat in a session, with the name of its player where it has none of its own."""
        whose = (self.player.id, self.player.tokens) if self.player else (None, ())
        name = self.name or (self.player.name if self.player else None)
        return Seat(session, number, name, self.side, self.reference, self.policy, Caller(token).digest, *whose)


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
    deadline: Json | None = None,
    shares_entropy: bool = False,
) -> Opening:
    """Everything that is needed to open a session, with a new id, a new seed chain and new tokens."""
    session = str(uuid7())
    chain = None
    if dice is DiceSource.SERVICE:
        chain = chain_ending_in(session, draw_seed(), 1 if kind == "single" else CHAIN_LENGTH)
    tokens = tokens_for(session, retry, seats=len(players), host=host)
    seats = tuple(
        player.seated(session, n, token) for n, (player, token) in enumerate(zip(players, tokens.seats, strict=True), 1)
    )
    of_game = setup, deadline, shares_entropy
    return Opening(session, book, kind, options, dice, visibility, reference, chain, tokens, seats, owner, *of_game)


def open_session(draft: Draft, order: Opening) -> Session:
    """Open a session. Its first event commits to the seeds of its dice."""
    chain, ruleset = order.chain, order.book.ruleset
    opened = SessionOpened(
        session=order.session,
        logged={
            "ruleset": ruleset.slug,
            "ruleset_version": ruleset.version,
            "kind": order.kind,
            "options": order.options,
        },
        seats=[seat_opened(seat) for seat in order.seats],
        dice={"source": order.dice.value},
        policies={str(seat.seat): seat.policy for seat in order.seats if seat.policy},
        deadline=order.deadline,
        entropy="seats" if order.shares_entropy else None,
        hides=hides(order),
        setup=order.setup,
        chain={"number": 1, "length": chain.length, "commitment": chain.commitment.hex()} if chain else None,
    )
    unlogged = Unlogged(
        visibility=order.visibility,
        reference=order.reference,
        owner=order.owner,
        host_token=Caller(order.tokens.host).digest if order.tokens.host else None,
        seats=tuple(UnloggedSeat(seat.token, seat.player, seat.player_tokens) for seat in order.seats),
    )
    session = opened.begin(draft.at, unlogged)
    draft.open(session)
    append(draft, session, opened)
    if chain:
        keep_chain(draft, session, chain)
    return session


def seat_opened(seat: Seat) -> Json:
    """A seat as the event that opens the session has it; what names its player can be forgotten."""
    name, reference = personal(seat.name, seat.seat), personal(seat.reference, seat.seat)
    return {"seat": seat.seat, "name": name, "side": seat.side, "reference": reference}


def hides(order: Opening) -> bool:
    """Whether anything in the session may be hidden from somebody, as its rulebook says."""
    ruleset = order.book.ruleset
    if order.kind != "game":
        return bool(ruleset.hides)
    board, shapes = ruleset.board, order.book.codec.board
    return bool(board and shapes and board.hides and board.hides_in(shapes.setup.load(order.setup)))
