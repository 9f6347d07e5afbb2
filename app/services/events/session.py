"""What happens to a session as a whole: it is opened, binds itself to seeds, and is closed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from app.domain.players import OF_THE_SERVICE
from app.persistence.stored.codec import Json
from app.persistence.stored.private import bare
from app.persistence.stored.rows import Seat, Session, Visibility
from app.services.events.clocks import full_clocks, new_clock
from app.services.events.event import Happened, InLog, Present, event
from app.services.events.seats import nothing_brought, nothing_given
from app.services.events.shapes import ClockOpened, DeadlineShown, DiceShown, SeatOpened, SentBy, SessionResultShown
from app.services.typed import Uuid, document


@document
class ChainOpened(TypedDict):
    """A seed chain, to whose seeds its commitment binds the service."""

    number: int
    """The number of the chain, from 1."""
    length: int
    """How many seeds the chain has, one for each action."""
    commitment: str
    """The commitment of the chain, in hex."""


@dataclass(frozen=True, slots=True)
class UnloggedSeat:
    """The columns of a seat that no event has."""

    token: bytes
    """SHA-256 of the seat's token."""
    player: str | None = None
    """The id of its player; None where it is nobody's."""
    player_tokens: tuple[bytes, ...] = ()
    """SHA-256 of each token of that player."""


@dataclass(frozen=True, slots=True)
class Unlogged:
    """The columns of a session that no event has: digests of tokens, and who may find and read it."""

    visibility: Visibility
    reference: str | None
    owner: str | None
    """The id of the API key that opened the session."""
    host_token: bytes | None
    """SHA-256 of the host's token."""
    seats: tuple[UnloggedSeat, ...]
    """The same of each seat, in the order of the seats."""


@event("session-opened")
class SessionOpened(Happened):
    """A session was opened."""

    row = Session

    session: Annotated[str, InLog(Uuid)]
    """The id of the session."""
    logged: Json
    seats: Annotated[list[Json], InLog(list[SeatOpened])]
    """The seats, in the order of their numbers."""
    dice: Annotated[Json, InLog(DiceShown)]
    """Who throws its dice."""
    policies: dict[str, str]
    """The policy that answers for a seat, by its number."""
    deadline: Annotated[Json | None, InLog(DeadlineShown)] = None
    """How long a player has for an answer; absent where there is no deadline."""
    entropy: Annotated[str | None, InLog(Literal["seats"])] = None
    """`seats`: they contribute to the dice before the first action; absent where they do not."""
    advice: Annotated[str | None, InLog(Literal["after"])] = None
    """`after`: the odds of its own actions are shown once it is closed; absent where they are shown at any time."""
    take_back: Annotated[str | None, InLog(Literal["free"])] = None
    """`free`: a seat takes its own slip back at once; absent where the others have to agree."""
    clock: Annotated[Json | None, InLog(ClockOpened)] = None
    """How much time each player has; absent without clocks."""
    hides: bool = False
    """True where anything may be hidden from somebody; else absent."""
    bring: Annotated[Json | None, InLog(dict[str, dict[str, Any]])] = None
    """The limits of the list of each seat that brings one, by its number; a reserve is private. Absent where no
    seat does."""
    setup: Json | None
    """The board of a game at its start, with null where a seat brings its own; null where the session is no game."""
    chain: Annotated[Json | None, InLog(ChainOpened | None)]
    """The first seed chain; null with physical dice."""

    def begin(self, at: str, unlogged: Unlogged) -> Session:
        """The session as it is opened, before the number and the hash of this event."""
        return Session(
            id=self.session,
            **self.logged,
            visibility=unlogged.visibility,
            dice=self.dice["source"],
            created_at=at,
            reference=unlogged.reference,
            host_token=unlogged.host_token,
            owner=unlogged.owner,
            seat_count=len(self.seats),
            hides=self.hides,
            commitment=bytes.fromhex(self.chain["commitment"]) if self.chain else None,
            chain=self.chain["number"] if self.chain else 0,
            chain_length=self.chain["length"] if self.chain else 0,
            deadline=self.deadline,
            entropy=nothing_given() if self.entropy else None,
            advice="after" if self.advice else "open",
            bring=nothing_brought(self.bring) if self.bring else None,
            take_back="free" if self.take_back else "assent",
            clock=new_clock(self.clock) if self.clock else None,
            clocks=full_clocks(self.clock, self._asked) if self.clock else None,
            watched=self._is_watched,
            seats=tuple(self._seats(unlogged)),
        )

    @property
    def _asked(self) -> list[int]:
        """The seats whose players are asked."""
        return [at["seat"] for at in self.seats if str(at["seat"]) not in self.policies]

    @property
    def _is_watched(self) -> bool:
        keeps_time = self.deadline is not None or self.clock is not None
        return keeps_time or any(policy in OF_THE_SERVICE for policy in self.policies.values())

    def _seats(self, unlogged: Unlogged) -> Iterator[Seat]:
        """The seats, with the digests of their tokens. Raises ValueError where their numbers differ."""
        for at, own in zip(self.seats, unlogged.seats, strict=True):
            name, reference, policy = bare(at["name"]), bare(at["reference"]), self.policies.get(str(at["seat"]))
            whose = own.token, own.player, own.player_tokens
            yield Seat(self.session, at["seat"], name, at["side"], reference, policy, *whose)


@event("chain-committed")
class ChainCommitted(Happened):
    """The service committed to a further seed chain."""

    number: int
    """The number of the chain, from 1."""
    length: int
    """How many seeds the chain has, one for each action."""
    commitment: str
    """The commitment of the chain, in hex."""

    def apply(self, now: Present) -> None:
        now.session.chain, now.session.commitment = self.number, bytes.fromhex(self.commitment)


@event("seeds-revealed")
class SeedsRevealed(Happened):
    """A seed was revealed, from which those of all earlier actions of its chain follow."""

    upto: int
    """The number of the action whose seed it is."""
    seed: str
    """The seed, in hex."""

    @property
    def about(self) -> int:
        return self.upto

    def apply(self, now: Present) -> None:
        now.session.closed_upto = self.upto


@document
class RevealedPart(TypedDict):
    """A private part that was revealed."""

    digest: str
    """The digest that stands in its place in an earlier event, in hex."""
    salt: str
    """The salt of the digest, in hex."""
    bytes: str
    """The exact bytes that are hashed, JSON."""


@event("private-revealed")
class PrivateRevealed(Happened):
    """What was hidden was turned up: everybody may see it now."""

    action: int | None
    """The number of the action that turned it up; null at the close of the session, and where lists are shown that
    seats have brought."""
    parts: Annotated[list[Json], InLog(list[RevealedPart])]
    """The private parts, in the order of the log."""

    @property
    def about(self) -> int | None:
        return self.action


@event("close-proposed")
class CloseProposed(Happened):
    """A seat proposed to close the session."""

    seat: int
    """The number of the seat that proposes it."""
    result: Annotated[Json | None, InLog(SessionResultShown | None)]
    """The result with which it should end; null without one."""
    abandon: bool
    """Whether actions that still wait should become void."""
    anew: bool = False
    """True where it takes the place of another proposal; else absent."""

    # Terms are compared only where `anew` is absent: those that differ in a note are equal once it is forgotten.
    def apply(self, now: Present) -> None:
        now.session.proposal = self.proposal_after(now.session.proposal)

    def proposal_after(self, known: Json | None) -> Json:
        """How seats propose to close the session after this event, from what they did before it."""
        return proposal_to_close(None if self.anew else known, self.seat, bare(self.result), abandon=self.abandon)


def proposal_to_close(known: Json | None, seat: int, result: Json | None, *, abandon: bool) -> Json:
    """How the session would be closed, and which seats propose it. Other terms begin a new proposal."""
    terms = {"result": result, "abandon": abandon}
    same = known is not None and {**known, "seats": None} == {**terms, "seats": None}
    return {**terms, "seats": sorted({*(known["seats"] if known and same else ()), seat})}


@event("close-declined")
class CloseDeclined(Happened):
    """The host or a seat declined to close the session, with which the proposal ended."""

    by: Annotated[Any, InLog(SentBy)]
    """Who declined."""

    def apply(self, now: Present) -> None:
        now.session.proposal = None


Why = Literal["closed", "abandoned", "finished", "time"]


@event("session-closed")
class SessionClosed(Happened):
    """A session was closed."""

    result: Annotated[Json | None, InLog(SessionResultShown | None)]
    """How the session ended; null without a result."""
    reason: Why
    """Why it was closed. `closed`: the players ended it; `abandoned`: they did, and open actions became void;
    `finished`: the game was over; `time`: the time of a player was."""

    def apply(self, now: Present) -> None:
        session = now.session
        session.status, session.closed_at = "closed", now.at
        session.result, session.proposal = bare(self.result), None


@event("rematch-offered")
class RematchOffered(Happened):
    """A seat offered to play once more with the seats swapped, after the session was closed."""

    session: Annotated[str, InLog(Uuid)]
    """The id of the session in which the seats play once more."""
    seat: int
    """The number of the seat that offers it."""

    def apply(self, now: Present) -> None:
        now.session.rematch = self.session


@event("personal-forgotten")
class PersonalForgotten(Happened):
    """A person was forgotten: what named it is gone, its digests stay."""

    # Nothing is to be applied: an earlier event whose part is gone tells no name when it is read.
    parts: list[str]
    """The digests of what is gone, in hex."""
