"""What happens to a session as a whole: it is opened, binds itself to seeds, and is closed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from uuid import UUID

from typing_extensions import TypedDict

from app.domain.dice import DiceSource
from app.domain.fairness import chain_lengths
from app.domain.players import OF_THE_SERVICE
from app.persistence.stored.codec import Json
from app.persistence.stored.private import unwrap_private
from app.persistence.stored.rows import Seat, Session, Visibility, raw_id
from app.services.document_types import Uuid, document
from app.services.events.asked import asked_to_bring
from app.services.events.clocks import full_clocks, new_clock
from app.services.events.event import EventTarget, InLog, LogEvent, event, require, require_seat
from app.services.events.seats import nothing_brought, nothing_given
from app.services.events.shapes import ClockOpened, Deadline, SeatOpened, SentBy, SessionDice, SessionResultShown

SEED = re.compile("[0-9a-f]{64}")
"""How a seed stands in a log."""
COMMITMENT = "a commitment is 64 digits in lower case"
"""What is said of a commitment that is spelled otherwise."""


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
class SessionOpened(LogEvent):
    """A session was opened."""

    row = Session

    session: Annotated[str, InLog(Uuid)]
    """The id of the session."""
    logged: Json
    seats: Annotated[list[Json], InLog(list[SeatOpened])]
    """The seats, in the order of their numbers."""
    dice: Annotated[Json, InLog(SessionDice)]
    """Who throws its dice."""
    policies: dict[str, str]
    """The policy that answers for a seat, by its number."""
    deadline: Annotated[Json | None, InLog(Deadline)] = None
    """How long a player has for an answer; absent where there is no deadline."""
    entropy: Annotated[str | None, InLog(Literal["seats"])] = None
    """`seats`: they contribute to the dice before the first action; absent where they do not."""
    advice: Annotated[str | None, InLog(Literal["after"])] = None
    """`after`: the odds of its own actions are shown once it is closed; absent where they are shown at any time."""
    take_back: Annotated[str | None, InLog(Literal["free"])] = None
    """`free`: a seat takes its own slip back at once; absent where the others have to agree."""
    clock: Annotated[Json | None, InLog(ClockOpened)] = None
    """How much time each player has; absent without clocks."""
    host: bool = True
    """False where nobody is the host; else absent."""
    hides: bool = False
    """True where anything may be hidden from somebody; else absent."""
    bring: Annotated[Json | None, InLog(dict[str, dict[str, Any]])] = None
    """The limits of the list of each seat that brings one, by its number; a reserve is private. Absent where no
    seat does."""
    setup: Json | None
    """The board of a game at its start, with null where a seat brings its own; null where the session is no game."""
    chain: Annotated[Json | None, InLog(ChainOpened | None)]
    """The first seed chain; null with physical dice."""

    def check(self, now: EventTarget) -> None:
        session = now.session
        require(session.seq == 1, "a session is opened once, by its first event")
        require(str(UUID(bytes=raw_id(session.id))) == session.id, "the id of its session is none")
        numbers = [seat.seat for seat in session.seats]
        require(numbers == [*range(1, len(numbers) + 1)], "seats are numbered as 1, 2, …")
        require(all(int(seat) in numbers for seat in self.policies), "its seat does not exist")
        require((self.setup is not None) == session.is_game, "a game alone has a setup")
        if session.dice != DiceSource.SERVICE:
            require(self.chain is None and self.entropy is None, "physical dice have no seeds and no entropy")
            return
        require(self.chain is None or SEED.fullmatch(self.chain["commitment"]) is not None, COMMITMENT)
        is_first = self.chain is not None and self.chain["number"] == 1
        is_whole = is_first and session.chain_length in chain_lengths(session.kind)
        require(is_whole, "its first seed chain is not of the length of all")

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
            name, reference, policy = (
                unwrap_private(at["name"]),
                unwrap_private(at["reference"]),
                self.policies.get(str(at["seat"])),
            )
            whose = own.token, own.player, own.player_tokens
            yield Seat(self.session, at["seat"], name, at["side"], reference, policy, *whose)


@event("chain-committed")
class ChainCommitted(LogEvent):
    """The service committed to a further seed chain."""

    number: int
    """The number of the chain, from 1."""
    length: int
    """How many seeds the chain has, one for each action."""
    commitment: str
    """The commitment of the chain, in hex."""

    def check(self, now: EventTarget) -> None:
        super().check(now)
        session = now.session
        require(SEED.fullmatch(self.commitment) is not None, COMMITMENT)
        is_next = (self.number, self.length) == (session.chain + 1, session.chain_length)
        require(session.chain > 0 and session.kind != "single" and is_next, "it is not the next seed chain")
        is_wanted = session.last_number > (session.chain - 1) * session.chain_length
        require(is_wanted, "no action has come to the chain before it")

    def apply(self, now: EventTarget) -> None:
        now.session.chain, now.session.commitment = self.number, bytes.fromhex(self.commitment)


@event("seeds-revealed")
class SeedsRevealed(LogEvent):
    """A seed was revealed, from which those of all earlier actions of its chain follow."""

    upto: int
    """The number of the action whose seed it is."""
    seed: str
    """The seed, in hex."""

    @property
    def about(self) -> int:
        return self.upto

    def check(self, now: EventTarget) -> None:
        session = now.session
        require(session.chain > 0, "physical dice have no seeds and no entropy")
        is_further = session.closed_upto < self.upto <= session.last_number
        require(is_further, "a seed is revealed for a later action than the last, which was declared")
        is_late = session.hides and session.is_game
        require((session.status == "closed") == is_late, "seeds are revealed before the close, or after it if it hides")
        require(SEED.fullmatch(self.seed) is not None, "a seed is 64 digits in lower case")
        is_closed = session.pending == 0 or self.upto < min(now.waiting())
        require(is_closed, "an action up to this one still waits")

    def apply(self, now: EventTarget) -> None:
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
class PrivateRevealed(LogEvent):
    """What was hidden was turned up: everybody may see it now."""

    action: int | None
    """The number of the action that turned it up; null at the close of the session, and where lists are shown that
    seats have brought."""
    parts: Annotated[list[Json], InLog(list[RevealedPart])]
    """The private parts, in the order of the log."""

    @property
    def about(self) -> int | None:
        return self.action

    def check(self, now: EventTarget) -> None:
        session = now.session
        if self.action is not None:
            super().check(now)
            require(session.hides, "nothing is hidden in this session")
            require(now.own.status == "pending", "its action does not wait for anything")
        elif session.status == "closed":
            is_at_close = session.hides and now.before == SessionClosed.type
            require(is_at_close, "what is hidden is shown right after the close, once")
        else:
            are_shown = session.bring is not None and session.last_number == 0 and not asked_to_bring(session)
            require(are_shown, "lists are shown once all have brought theirs")


@event("close-proposed")
class CloseProposed(LogEvent):
    """A seat proposed to close the session."""

    seat: int
    """The number of the seat that proposes it."""
    result: Annotated[Json | None, InLog(SessionResultShown | None)]
    """The result with which it should end; null without one."""
    abandon: bool
    """Whether actions that still wait should become void."""
    anew: bool = False
    """True where it takes the place of another proposal; else absent."""

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require_seat(now, self.seat)

    # Terms are compared only where `anew` is absent: those that differ in a note are equal once it is forgotten.
    def apply(self, now: EventTarget) -> None:
        now.session.proposal = self.proposal_after(now.session.proposal)

    def proposal_after(self, known: Json | None) -> Json:
        """How seats propose to close the session after this event, from what they did before it."""
        return proposal_to_close(
            None if self.anew else known, self.seat, unwrap_private(self.result), abandon=self.abandon
        )


def proposal_to_close(known: Json | None, seat: int, result: Json | None, *, abandon: bool) -> Json:
    """How the session would be closed, and which seats propose it. Other terms begin a new proposal."""
    terms = {"result": result, "abandon": abandon}
    same = known is not None and {**known, "seats": None} == {**terms, "seats": None}
    return {**terms, "seats": sorted({*(known["seats"] if known and same else ()), seat})}


@event("close-declined")
class CloseDeclined(LogEvent):
    """The host or a seat declined to close the session, with which the proposal ended."""

    by: Annotated[Any, InLog(SentBy)]
    """Who declined."""

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require(now.session.proposal is not None, "nobody has proposed it")

    def apply(self, now: EventTarget) -> None:
        now.session.proposal = None


Why = Literal["closed", "abandoned", "finished", "time"]


@event("session-closed")
class SessionClosed(LogEvent):
    """A session was closed."""

    result: Annotated[Json | None, InLog(SessionResultShown | None)]
    """How the session ended; null without a result."""
    reason: Why
    """Why it was closed. `closed`: the players ended it; `abandoned`: they did, and open actions became void;
    `finished`: the game was over; `time`: the time of a player was."""

    def check(self, now: EventTarget) -> None:
        super().check(now)
        session = now.session
        require(session.pending == 0, "an action still waits")
        require(self.reason != "finished" or (session.is_game and session.last_number > 0), "only a game is finished")
        require(self.reason != "finished" or self.result is not None, "a finished game has a result")
        require(self.reason != "time" or session.clock is not None, "the session has no clocks")
        is_refused = session.bring is not None and session.bring["refused"] is not None
        require(
            not is_refused or (self.reason == "abandoned" and self.result is None),
            "nobody wins where lists are refused",
        )
        numbers = {seat.seat for seat in session.seats}
        named = {self.result["winner"], *map(int, self.result["scores"] or {})} - {None} if self.result else set()
        require(not numbers or named <= numbers, "its seat does not exist")

    def apply(self, now: EventTarget) -> None:
        session = now.session
        session.status, session.closed_at = "closed", now.at
        session.result, session.proposal = unwrap_private(self.result), None


@event("rematch-offered")
class RematchOffered(LogEvent):
    """A seat offered to play once more with the seats swapped, after the session was closed."""

    session: Annotated[str, InLog(Uuid)]
    """The id of the session in which the seats play once more."""
    seat: int
    """The number of the seat that offers it."""

    def check(self, now: EventTarget) -> None:
        require_seat(now, self.seat)
        is_first = now.session.status == "closed" and now.session.rematch is None
        require(is_first, "a rematch is offered once, after the close")

    def apply(self, now: EventTarget) -> None:
        now.session.rematch = self.session


@event("personal-forgotten")
class PersonalForgotten(LogEvent):
    """A person was forgotten: what named it is gone, its digests stay."""

    # Nothing is to be applied: an earlier event whose part is gone tells no name when it is read.
    parts: list[str]
    """The digests of what is gone, in hex."""

    def check(self, now: EventTarget) -> None:
        """A person may be forgotten at any time."""
