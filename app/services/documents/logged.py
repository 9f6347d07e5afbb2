"""The bodies of the events of a log, as they are stored: codes and values, without texts."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.persistence.stored.rows import Kind
from app.services.documents.action import CasualtyShown
from app.services.documents.record import LoggedEntry
from app.services.documents.session import DeadlineShown, DiceShown, SeatSent, SentBy, SentBySeat, SessionResultShown
from app.services.typed import DateTime, Uuid, document


@document
class Logged(TypedDict):
    """What every body begins with."""

    seq: int
    """The number of the event in the log, from 1."""
    at: DateTime
    """When it was logged, in UTC."""


@document
class ChainOpened(TypedDict):
    """A seed chain, to whose seeds its commitment binds the service."""

    number: int
    """The number of the chain, from 1."""
    length: int
    """How many seeds the chain has, one for each action."""
    commitment: str
    """The commitment of the chain, in hex."""


@document
class SessionOpened(Logged):
    """A session was opened."""

    type: Literal["session-opened"]
    """Always `session-opened`."""
    session: Uuid
    """The id of the session."""
    ruleset: str
    """The slug of the ruleset."""
    ruleset_version: int
    """The version of the ruleset."""
    kind: Kind
    """`single`: one attack alone; `series`: several attacks; `game`: a game whose board the server keeps."""
    options: dict[str, Any]
    """All options of the rules, with those that were not sent."""
    seats: list[SeatSent]
    """The seats, in the order of their numbers."""
    dice: DiceShown
    """Who throws its dice."""
    policies: dict[str, str]
    """The policy that answers for a seat, by its number."""
    setup: dict[str, Any] | None
    """The board of a game at its start; null where the session is no game."""
    deadline: NotRequired[DeadlineShown]
    """How long a player has for an answer; absent where there is no deadline."""
    entropy: NotRequired[Literal["seats"]]
    """`seats`: they contribute to the dice before the first action; absent where they do not."""
    chain: ChainOpened | None
    """The first seed chain; null with physical dice."""
    hides: NotRequired[bool]
    """True where anything may be hidden from somebody; else absent."""


@document
class ChainCommitted(Logged):
    """The service committed to a further seed chain."""

    type: Literal["chain-committed"]
    """Always `chain-committed`."""
    number: int
    """The number of the chain, from 1."""
    length: int
    """How many seeds the chain has, one for each action."""
    commitment: str
    """The commitment of the chain, in hex."""


@document
class ActionDeclared(Logged):
    """An action was declared; nothing of it was rolled yet."""

    type: Literal["action-declared"]
    """Always `action-declared`."""
    action: int
    """The number of the action."""
    kind: str
    """`attack`; in a game `open-game` or the kind of the move."""
    ruleset_version: int
    """The version of the ruleset."""
    situation: dict[str, Any]
    """What was sent: the situation of an attack, the setup of a game, or a move."""
    options: dict[str, Any]
    """All options of the rules, with those that were not sent."""
    dice: DiceShown
    """Who throws its dice."""
    policies: dict[str, str]
    """Who answers, by role or in a game by seat: the name of a policy, or `ask` for the player."""
    seats: dict[str, int]
    """The number of the seat for each role; in a move of a game, for `actor`."""
    sent_by: SentBy
    """Who declared the action."""
    reference: str | None
    """The client's own id for the action; null where none was sent."""
    played_at: DateTime | None
    """When the action was played, as the client sent it; null where nothing was sent."""


@document
class UnusedAnswer(TypedDict):
    """An answer that was sent along and did not apply."""

    question: str
    """The name of the question."""
    choice: dict[str, Any]
    """The choice that was sent."""


FROM = "The place in the record of the first of these entries, from 0."
_EntriesAdded = TypedDict("_EntriesAdded", {"from": Annotated[int, Field(description=FROM)]})


@document
class EntriesAdded(Logged, _EntriesAdded):
    """A request added entries to the record of an action. `from` is the place of the first of them, from 0."""

    type: Literal["entries"]
    """Always `entries`."""
    action: int
    """The number of the action."""
    entries: list[LoggedEntry]
    """The entries, in order."""
    unused_answers: list[UnusedAnswer]
    """The answers sent along that did not apply."""
    sent_by: SentBy
    """Who sent the request."""


@document
class ActionResolved(Logged):
    """An action was resolved."""

    type: Literal["action-resolved"]
    """Always `action-resolved`."""
    action: int
    """The number of the action."""
    outcome: dict[str, Any]
    """The outcome, as the ruleset has it."""
    casualties: list[CasualtyShown]
    """What the action did to each unit."""
    text: NotRequired[str]
    """The outcome in one sentence. Present only with `texts=true`, and never in the log itself."""


@document
class ActionVoided(Logged):
    """An action became void."""

    type: Literal["action-voided"]
    """Always `action-voided`."""
    action: int
    """The number of the action."""
    by: Literal["host", "seats"]
    """Who voided it: the host, or all seats together."""
    reason: str | None
    """Why it became void; null where nobody said."""
    replaced_by: int | None
    """The number of the action that takes its place; null where none does."""


@document
class DeadlinePassed(Logged):
    """The time for an answer or a move was over; what answered instead stands in the next events."""

    type: Literal["deadline-passed"]
    """Always `deadline-passed`."""
    action: int | None
    """The number of the action that waited; null where it was a move of a game."""
    by: str
    """Who was to answer: `attacker`, `defender`, or a seat such as `seat-1`."""
    seat: int | None
    """The number of the seat that was to answer; null where no seats play."""
    policy: str
    """The policy, or the player of the service, that answers instead."""


@document
class SeatCommitted(Logged):
    """A seat committed itself to what it contributes to the dice."""

    type: Literal["seat-committed"]
    """Always `seat-committed`."""
    seat: int
    """The number of the seat."""
    commitment: str
    """The commitment, in hex."""


@document
class SeatRevealed(Logged):
    """A seat revealed what it contributes to the dice."""

    type: Literal["seat-revealed"]
    """Always `seat-revealed`."""
    seat: int
    """The number of the seat."""
    entropy: str
    """The 32 bytes to which it was committed, in hex."""


@document
class SeatWaived(Logged):
    """Somebody goes on without what a seat contributes to the dice; it counts for the host, or for all other seats."""

    type: Literal["seat-waived"]
    """Always `seat-waived`."""
    seat: int
    """The number of the seat."""
    by: SentBy
    """Who goes on without it."""


@document
class VoidProposed(Logged):
    """A seat proposed to void an action."""

    type: Literal["void-proposed"]
    """Always `void-proposed`."""
    action: int
    """The number of the action."""
    seat: int
    """The number of the seat that proposes it."""
    reason: str | None
    """Why it should become void; null where the seat did not say."""
    replacement: NotRequired[dict[str, Any]]
    """The request of the attack or the move that is to take its place; absent where none is."""
    reference: NotRequired[str | None]
    """The client's own id of that request, where the rest of it is hidden; absent where it has none."""


@document
class VoidDeclined(Logged):
    """The host or a seat declined to void an action, with which the proposal ended."""

    type: Literal["void-declined"]
    """Always `void-declined`."""
    action: int
    """The number of the action."""
    by: SentBy
    """Who declined."""


@document
class SeedsRevealed(Logged):
    """A seed was revealed, from which those of all earlier actions of its chain follow."""

    type: Literal["seeds-revealed"]
    """Always `seeds-revealed`."""
    upto: int
    """The number of the action whose seed it is."""
    seed: str
    """The seed, in hex."""


@document
class SeatChanged(Logged):
    """Something changed about a seat."""

    type: Literal["seat-changed"]
    """Always `seat-changed`."""
    seat: int
    """The number of the seat; 0 is the place of the host."""
    change: Literal["token-renewed", "claimed"]
    """What changed; the seat has a new token, and the old one ended. `claimed`: by a claim that `by` has made."""
    by: Literal["host", "owner"] | SentBySeat
    """Who changed it; `owner`: the API key that opened the session."""


@document
class JudgeCalled(Logged):
    """A judge is wanted at the table, or no more."""

    type: Literal["judge-called"]
    """Always `judge-called`."""
    wanted: bool
    """Whether one is wanted; the newest of these events counts."""
    by: SentBy
    """Who called."""


@document
class CloseProposed(Logged):
    """A seat proposed to close the session."""

    type: Literal["close-proposed"]
    """Always `close-proposed`."""
    seat: int
    """The number of the seat that proposes it."""
    result: SessionResultShown | None
    """The result with which it should end; null without one."""
    abandon: bool
    """Whether actions that still wait should become void."""


@document
class CloseDeclined(Logged):
    """The host or a seat declined to close the session, with which the proposal ended."""

    type: Literal["close-declined"]
    """Always `close-declined`."""
    by: SentBy
    """Who declined."""


@document
class SessionClosed(Logged):
    """A session was closed."""

    type: Literal["session-closed"]
    """Always `session-closed`."""
    result: SessionResultShown | None
    """How the session ended; null without a result."""
    reason: Literal["closed", "abandoned", "finished"]
    """Why it was closed. `closed`: the players ended it; `abandoned`: they did, and open actions became void;
    `finished`: the game was over."""


@document
class RevealedPart(TypedDict):
    """A private part that was revealed."""

    digest: str
    """The digest that stands in its place in an earlier event, in hex."""
    salt: str
    """The salt of the digest, in hex."""
    bytes: str
    """The exact bytes that are hashed, JSON."""


@document
class PrivateRevealed(Logged):
    """What was hidden was turned up: everybody may see it now."""

    type: Literal["private-revealed"]
    """Always `private-revealed`."""
    action: int | None
    """The number of the action that turned it up; null at the close of the session."""
    parts: list[RevealedPart]
    """The private parts, in the order of the log."""


@document
class SeatLooked(Logged):
    """The host looked for the first time at what only a seat may see, or played for it."""

    type: Literal["seat-looked"]
    """Always `seat-looked`."""
    seat: int
    """The number of the seat."""
    by: Literal["host"]
    """Always `host`."""


@document
class PersonalForgotten(Logged):
    """A person was forgotten: what named it is gone, its digests stay."""

    type: Literal["personal-forgotten"]
    """Always `personal-forgotten`."""
    parts: list[str]
    """The digests of what is gone, in hex."""


@document
class OtherLoggedEvent(Logged):
    """The body of an event of a type that came later."""

    type: str
    """The type of the event."""
    action: NotRequired[int]
    """The number of the action that the event is about; absent where it is about none."""


BODIES: tuple[type, ...] = (
    *(SessionOpened, ChainCommitted, SeatChanged, SeedsRevealed, SessionClosed),
    *(ActionDeclared, EntriesAdded, ActionResolved, ActionVoided),
    *(SeatCommitted, SeatRevealed, SeatWaived, DeadlinePassed),
    *(VoidProposed, VoidDeclined, CloseProposed, CloseDeclined),
    *(PrivateRevealed, SeatLooked, PersonalForgotten, JudgeCalled),
)
"""The bodies of all types of events."""
