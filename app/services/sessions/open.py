"""Open a session."""

from dataclasses import dataclass

from uuid_utils import uuid7

from app.domain.dice import DiceSource
from app.domain.fairness import chain_lengths
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import personal
from app.persistence.stored.private import bringer, wrap_private
from app.persistence.stored.rows import Advice, Kind, Seat, Session, TakeBack, Visibility
from app.persistence.writing.draft import Draft
from app.services.access import (
    Caller,
    IssuedTokens,
    Retry,
    is_unclaimed,
    nobody_s,
    tokens_for,
)
from app.services.events.clocks import ClockSwitched
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
    advice: Advice = "open"
    """When the odds of its own actions are told."""
    bring: Json | None = None
    """The limits of the list of each seat that brings one, by its number; None where no seat does."""
    take_back: TakeBack = "assent"
    """Whether a seat takes back a slip of its own at once."""
    clock: Json | None = None
    """How much time each player of a game has, as its event has it; None: as much as they want."""


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
    unclaimed: bool = False
    """Whether nobody gets a token of the seat before somebody claims it."""

    def seated(self, session: str, number: int, token: str | None) -> Seat:
        """The seat in a session, with the name of its player where it has none of its own."""
        whose = (self.player.id, self.player.tokens) if self.player else (None, ())
        name = self.name or (self.player.name if self.player else None)
        digest = Caller(token).digest if token else nobody_s(session, number)
        return Seat(session, number, name, self.side, self.reference, self.policy, digest, *whose)


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
    advice: Advice = "open",
    bring: Json | None = None,
    take_back: TakeBack = "assent",
    clock: Json | None = None,
    id: str | None = None,
) -> Opening:
    """Everything that is needed to open a session, with a new seed chain and new tokens, and with a new id unless one
    is given.
    """
    session = id or str(uuid7())
    chain = None
    if dice is DiceSource.SERVICE:
        chain = chain_ending_in(session, draw_seed(), chain_lengths(kind)[0])
    tokens = tokens_for(session, retry, unclaimed=[player.unclaimed for player in players], host=host)
    seats = tuple(
        player.seated(session, n, token) for n, (player, token) in enumerate(zip(players, tokens.seats, strict=True), 1)
    )
    of_game = setup, deadline, shares_entropy, advice, bring, take_back, clock
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
        advice="after" if order.advice == "after" else None,
        take_back="free" if order.take_back == "free" else None,
        clock=order.clock,
        host=order.tokens.host is not None,
        hides=hides(order),
        bring=order.bring and {seat: limits_opened(int(seat), limits) for seat, limits in order.bring.items()},
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
    if order.clock:
        append(draft, session, ClockSwitched(running=False, by="service"))
    if chain:
        keep_chain(draft, session, chain)
    return session


def seat_opened(seat: Seat) -> Json:
    """A seat as the event that opens the session has it; what names its player can be forgotten."""
    name, reference = personal(seat.name, seat.seat), personal(seat.reference, seat.seat)
    told = {"seat": seat.seat, "name": name, "side": seat.side, "reference": reference}
    return told | {"unclaimed": True} if is_unclaimed(seat) else told


def limits_opened(seat: int, limits: Json) -> Json:
    """What a list has to keep to, as the event that opens the session has it; the reserve is for its seat alone."""
    reserve = limits["reserve"]
    return {**limits, "reserve": reserve and wrap_private(reserve, (bringer(seat),), f"reserve-{seat}")}


def hides(order: Opening) -> bool:
    """Whether anything in the session may be hidden from somebody, as its rulebook says."""
    ruleset = order.book.ruleset
    if order.kind != "game":
        return bool(ruleset.hides)
    board, shapes = ruleset.board, order.book.codec.board
    return bool(board and shapes and board.hides and board.hides_in(shapes.setup.load(order.setup)))
