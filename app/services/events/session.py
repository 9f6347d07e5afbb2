"""What happens to a session as a whole: it is opened, binds itself to seeds, and is closed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from app.domain.players import OF_THE_SERVICE
from app.persistence.stored.codec import Json
from app.persistence.stored.private import unwrap_private
from app.persistence.stored.rows import Seat, Session, Visibility
from app.services.document_types import Uuid, document
from app.services.events.action import OWN, PENDING
from app.services.events.asked import NOBODY_BRINGS
from app.services.events.clocks import full_clocks, new_clock
from app.services.events.conditions import (
    AFTER_DEADLINE,
    EXISTING_SEAT,
    HAS_VERSION,
    IN_TIME,
    IS_GAME,
    NOT_LOST,
    OPEN,
    PLAYS_ON,
    Condition,
    all_of,
    any_of,
    has_host,
    is_absent,
    is_there,
    sent_by_somebody,
    text,
    when,
)
from app.services.events.event import LOSE, EventTarget, InLog, LogEvent, event
from app.services.events.seats import nothing_brought, nothing_given
from app.services.events.shapes import ClockOpened, Deadline, SeatOpened, SentBy, SessionDice, SessionResultShown

ID, SEED = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "[0-9a-f]{64}"
"""How the id of a session, and a seed or a commitment, are spelled in a log."""
COMMITMENT = "a commitment is 64 digits in lower case"
SEEDLESS = "physical dice have no seeds and no entropy"
IS_PROVABLE = ["=", "dice", text("service")]


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

    conditions = (
        Condition("a session is opened once, by its first event", ["=", "seq", 1]),
        Condition("the id of its session is none", ["matches", "event.session", text(ID)]),
        Condition("seats are numbered as 1, 2, …", ["=", "seats", ["count", ["size", "seats"]]]),
        Condition(EXISTING_SEAT.why, ["within", ["numbers", "event.policies"], "seats"]),
        Condition("a game alone has a setup", ["=", is_there("event.setup"), IS_GAME]),
        HAS_VERSION,
        Condition(
            "its deadline or its clock leaves no time",
            all_of(
                when(is_there("event.deadline"), ["<", 0, "event.deadline.seconds"]),
                when(
                    is_there("event.clock"), all_of(["<", 0, "event.clock.seconds"], ["<=", 0, "event.clock.increment"])
                ),
            ),
        ),
        Condition(SEEDLESS, any_of(IS_PROVABLE, all_of(is_absent("event.chain"), is_absent("event.entropy")))),
        Condition(COMMITMENT, any_of(is_absent("event.chain"), ["matches", "event.chain.commitment", text(SEED)])),
        Condition(
            "its first seed chain is not of the length of all",
            when(IS_PROVABLE, all_of(["=", "event.chain.number", 1], ["in", "event.chain.length", "lengths"])),
        ),
    )

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

    conditions = (
        *PLAYS_ON,
        Condition(COMMITMENT, ["matches", "event.commitment", text(SEED)]),
        Condition(
            "it is not the next seed chain",
            all_of(
                ["<", 0, "chain"],
                ["not", ["=", "kind", text("single")]],
                ["=", "event.number", ["+", "chain", 1]],
                ["=", "event.length", "chain_length"],
            ),
        ),
        Condition(
            "no action has come to the chain before it",
            ["<", ["*", ["+", "chain", -1], "chain_length"], "last_number"],
        ),
    )

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

    conditions = (
        Condition(SEEDLESS, ["<", 0, "chain"]),
        Condition(
            "a seed is revealed for a later action than the last, which was declared",
            all_of(["<", "closed_upto", "event.upto"], ["<=", "event.upto", "last_number"]),
        ),
        Condition(
            "seeds are revealed before the close, or after it if it hides",
            ["=", ["=", "status", text("closed")], all_of(["=", "hides", True], IS_GAME)],
        ),
        Condition("a seed is 64 digits in lower case", ["matches", "event.seed", text(SEED)]),
        Condition(
            "an action up to this one still waits",
            any_of(is_absent("first_waiting"), ["<", "event.upto", "first_waiting"]),
        ),
    )

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


IS_OF_SESSION = is_absent("event.action")
IS_AT_CLOSE = all_of(IS_OF_SESSION, ["=", "status", text("closed")])


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

    conditions = (
        Condition(OPEN.why, any_of(IS_OF_SESSION, OPEN.holds)),
        Condition("nothing is hidden in this session", any_of(IS_OF_SESSION, ["=", "hides", True])),
        *(Condition(each.why, any_of(IS_OF_SESSION, each.holds)) for each in (*OWN[1:], PENDING)),
        Condition(
            "what is hidden is shown right after the close, once",
            any_of(["not", IS_AT_CLOSE], all_of(["=", "hides", True], ["=", "before.type", text("session-closed")])),
        ),
        Condition(
            "lists are shown once all have brought theirs",
            any_of(
                ["not", IS_OF_SESSION],
                IS_AT_CLOSE,
                all_of(is_there("bring"), ["=", "last_number", 0], ["=", ["size", "to_bring"], 0]),
            ),
        ),
    )


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

    conditions = (*PLAYS_ON, EXISTING_SEAT)

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

    conditions = (
        *PLAYS_ON,
        sent_by_somebody("event.by"),
        Condition("nobody has proposed it", is_there("proposal")),
        has_host(),
    )

    def apply(self, now: EventTarget) -> None:
        now.session.proposal = None


Why = Literal["closed", "abandoned", "finished", "time"]


IS_FINISHED, IS_FOR_TIME, IS_ABANDONED = (
    ["=", "event.reason", text(name)] for name in ("finished", "time", "abandoned")
)
IS_ENDED = all_of(IS_ABANDONED, is_absent("event.result"))
"""Whether it ends without a winner: who runs the service may end any session so."""
IS_WITHOUT_LIST = all_of(["=", "before.policy", text(NOBODY_BRINGS)], ["<", 0, ["size", "to_bring"]], IS_ENDED)
"""Whether it ends because a seat has brought no list in time, for which nothing is in reserve."""
IS_AGREED = all_of(
    *(is_there("proposal"), ["within", "voices", "proposal.seats"], ["=", "proposal.abandon", IS_ABANDONED]),
    *(["=", f"proposal.result.{name}", f"event.result.{name}"] for name in ("winner", "scores")),
    ["=", is_absent("proposal.result"), is_absent("event.result")],
)
"""Whether all seats have proposed to end it so."""
ARE_SEATS = all_of(
    any_of(is_absent("event.result.winner"), ["in", "event.result.winner", "seats"]),
    ["within", ["numbers", "event.result.scores"], "seats"],
)
"""Whether the winner and those who have scores are seats of the session."""


@event("session-closed")
class SessionClosed(LogEvent):
    """A session was closed."""

    result: Annotated[Json | None, InLog(SessionResultShown | None)]
    """How the session ended; null without a result."""
    reason: Why
    """Why it was closed. `closed`: the players ended it; `abandoned`: they did, and open actions became void;
    `finished`: the game was over; `time`: the time of a player was."""

    conditions = (
        OPEN,
        Condition("an action still waits", ["=", "pending", 0]),
        Condition("only a game is finished", when(IS_FINISHED, all_of(IS_GAME, ["<", 0, "last_number"]))),
        Condition("a finished game has a result", when(IS_FINISHED, is_there("event.result"))),
        Condition("the session has no clocks", when(IS_FOR_TIME, is_there("clock"))),
        Condition(
            "the time of no player is over, or others win",
            when(
                IS_FOR_TIME,
                all_of(
                    *(["=", "clock.flag", text(LOSE)], ["<", 0, ["size", "fallen"]]),
                    ["=", "event.result.winners", ["without", "seats", "fallen"]],
                    ["=", "event.result.winner", ["first", "event.result.winners"]],
                ),
            ),
        ),
        Condition(NOT_LOST.why, any_of(IS_FOR_TIME, NOT_LOST.holds)),
        Condition(
            "nobody wins where lists are refused",
            when(
                is_there("bring.refused"), all_of(["=", "event.reason", text("abandoned")], is_absent("event.result"))
            ),
        ),
        Condition(EXISTING_SEAT.why, any_of(["=", ["size", "seats"], 0], ARE_SEATS)),
        Condition(IN_TIME.why, when(AFTER_DEADLINE, IS_WITHOUT_LIST)),
        Condition(
            "nobody who may has closed it so",
            any_of("host", IS_FINISHED, IS_FOR_TIME, IS_ENDED, IS_AGREED),
        ),
    )

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

    conditions = (
        EXISTING_SEAT,
        Condition(
            "a rematch is offered once, after the close",
            all_of(["=", "status", text("closed")], is_absent("rematch")),
        ),
    )

    def apply(self, now: EventTarget) -> None:
        now.session.rematch = self.session


@event("personal-forgotten")
class PersonalForgotten(LogEvent):
    """A person was forgotten: what named it is gone, its digests stay."""

    # Nothing is to be applied: an earlier event whose part is gone tells no name when it is read.
    parts: list[str]
    """The digests of what is gone, in hex."""

    conditions = ()
