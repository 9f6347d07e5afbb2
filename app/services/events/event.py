"""What an event is: a class that has its body, and what it changes of its session and of its action.

The rows of a session and its actions follow from its events and from nothing else, but for what `Unlogged` has. An
event is applied once when it is written, and again when a log is read, verified, imported or built anew: by the same
method, after the same check that it may follow the events before it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

from pydantic_core import from_json

from app.domain.fairness import chain_lengths
from app.persistence.stored.codec import Json
from app.persistence.stored.fields import LOGGED, names_of
from app.persistence.stored.rows import Action, Session
from app.persistence.writing.draft import Draft
from app.services.access import voices
from app.services.events.asked import asked_of_seats, asked_to_bring, is_waived, policies_of_seats
from app.services.events.conditions import PLAYS_ON, Condition, compiled


@dataclass(frozen=True, slots=True)
class InLog:
    """The type of a field as the log shows it, where code reads it as another."""

    hint: Any


class Misplaced(ValueError):
    """An event may not follow the events before it. The message says why; every checker of logs has the same words."""


LOSE = "lose"
"""What an opening says where a game ends when the time of a player is over."""


class EventBefore:
    """The event before another one that the same request has logged; its members are read when they are asked for."""

    def __init__(self, type: str, body: bytes) -> None:
        self.type, self._body = type, body

    def __getattr__(self, name: str) -> Any:
        return from_json(self._body).get(name)


@dataclass(slots=True)
class EventTarget:
    """What an event is applied to: the session as the events before have made it, with the names of conditions."""

    session: Session
    action: Action | None
    """The action that the event is about, as far as it is there."""
    at: str
    """The time that the event tells."""
    earlier: Callable[[int], bytes]
    """The commitment of a seed chain of the session before its newest, by its number from 1."""
    waiting: Callable[[], Iterable[int]]
    """The numbers of the actions that wait for an answer."""
    before: EventBefore | Json | None = None
    """The event before this one, as far as it is known: of the same request, or of the log that is read."""
    past: Json | None = None
    """What came of the action, where a log is read: see ActionPast. None where it is written: it is asked for there."""
    fell: list[int] | None = None
    """The seats whose time is over, where a log is read; None where it is written."""
    replacing: Json | None = None
    """The request that all seats have proposed in the place of the action that was voided last; None where none is."""

    @property
    def own(self) -> Action:
        """The action that the event is about, of which conditions have made sure that it is there."""
        assert self.action is not None
        return self.action

    @property
    def seats(self) -> list[int]:
        """The numbers of the seats."""
        return [each.seat for each in self.session.seats]

    @property
    def host(self) -> bool:
        """Whether the session has a host."""
        return self.session.host_token is not None

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many seeds a chain of the session may have."""
        return chain_lengths(self.session.kind)

    @property
    def first_waiting(self) -> int | None:
        """The number of the first action that waits for an answer."""
        return min(self.waiting(), default=None) if self.session.pending else None

    @property
    def due(self) -> dict[int, str]:
        """The question about entropy that is open for each seat."""
        return asked_of_seats(self.session)

    @property
    def waived(self) -> list[int]:
        """The seats without whose entropy the others go on."""
        return [seat for seat in self.seats if self.session.entropy and is_waived(self.session, seat)]

    @property
    def to_bring(self) -> list[int]:
        """The seats that have yet to bring a list."""
        return asked_to_bring(self.session)

    @property
    def voices(self) -> list[int]:
        """The seats that all have to agree."""
        return sorted(voices(self.session))

    @property
    def fallen(self) -> list[int]:
        """The seats whose time is over."""
        if self.fell is not None:
            return self.fell
        return [int(seat) for seat, one in (self.session.clocks or {}).items() if one["left_ms"] == 0]

    @property
    def is_lost(self) -> bool:
        """Whether the log that is read has told that the game is lost, because the time of a player was over."""
        return bool(self.fell) and self.session.clock is not None and self.session.clock["flag"] == LOSE

    @property
    def players(self) -> dict[str, str]:
        """The policy that plays a seat, by its number; without the seats that people play."""
        return {str(one.seat): one.policy for one in self.session.seats if one.policy}

    @property
    def policies(self) -> dict[str, str]:
        """The policy of each seat in a game, or `ask`, by the name of the seat."""
        return policies_of_seats(self.session)


def source_of(kind: "type[LogEvent]") -> Callable[[str], str]:
    """How a condition of a kind of event reads a value by its name, as Python's source."""
    names = {key: name for name, key, _ in kind.members}

    def read(path: str) -> str:
        first, *rest = path.split(".")
        if first == "event":
            member, *rest = rest
            value = f"event.{names[member]}" if member in names else f"event.logged.get({member!r})"
        else:
            value = f"now.{first}" if hasattr(EventTarget, first) else f"session.{first}"
        if len(rest) == 1:  # what most conditions ask: without a call
            return f"(at.get({rest[0]!r}) if isinstance(at := {value}, dict) else getattr(at, {rest[0]!r}, None))"
        return f"within({', '.join([value, *map(repr, rest)])})" if rest else value

    return read


class LogEvent:
    """The base of the events.

    Each field is a member of the body, in this order. A field with a default is left out of the body where it has that
    value: so a field that came later is read from older logs too.
    """

    type: ClassVar[str]
    """The name by which the log tells the event apart."""
    members: ClassVar[tuple[tuple[str, str, object], ...]]
    """The fields: name, key in the body, and default; MISSING where the field is always there."""
    is_step: ClassVar[bool] = False
    """Whether its action has gone on with it, so that `seq` and `head` of the action are those of the event."""
    row: ClassVar[Any] = None
    """The class of rows whose logged fields stand in the body under their own names; their values are in `logged`."""
    in_log: ClassVar[Mapping[str, Any]] = {}
    """The types of such fields that the log shows as other types than the row has."""

    conditions: ClassVar[tuple[Condition, ...]] = PLAYS_ON
    """What has to hold before the event is applied, in this order. Most need an open session."""
    check: ClassVar[Callable[[EventTarget, Self], str | None]]
    """Returns why the first of them does not hold; None where all do."""

    @property
    def about(self) -> int | None:
        """The number of the action that the event is about; None where it is about the session."""
        return None

    def body(self) -> Json:
        """The body, without what all bodies begin with."""
        values = self.__dict__
        body: Json = {}
        for name, key, default in self.members:
            value = values[name]
            if name == "logged":
                body.update(value)
            elif default is MISSING or value != default:
                body[key] = value
        return body

    @classmethod
    def read(cls, body: Json) -> Self:
        """The event that a body tells. Raises TypeError where a member is missing that was there from the first."""
        told = {name: body[key] for name, key, _ in cls.members if key in body}
        if cls.row is not None:
            told["logged"] = {name: body[name] for name in names_of(cls.row, LOGGED) if name in body}
        return cls(**told)

    def apply(self, now: EventTarget) -> None:
        """Change the session and the action as the event tells."""


T = TypeVar("T", bound=type[LogEvent])

EVENTS: dict[str, type[LogEvent]] = {}
"""Every kind of event, by its type."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def event(type: str) -> Callable[[T], T]:
    """Decorates a kind of event, a frozen dataclass, with the name that tells it apart in logs."""

    def made(kind: T) -> T:
        dataclass(frozen=True, kw_only=True)(kind)
        kind.type = type
        kind.members = tuple((one.name, one.name.rstrip("_"), one.default) for one in fields(kind))  # type: ignore[arg-type]
        kind.check = staticmethod(compiled(kind.conditions, source_of(kind)))
        EVENTS[type] = kind
        return kind

    return made


def event_in(body: Json) -> LogEvent:
    """The event that a body tells. Raises LookupError where its type is unknown, TypeError where a member is absent."""
    return EVENTS[body["type"]].read(body)


def evolve(now: EventTarget, happened: LogEvent) -> None:
    """Go on by an event, which is the newest of its session. Raises Misplaced where it may not be."""
    if (why := type(happened).check(now, happened)) is not None:
        raise Misplaced(why)
    happened.apply(now)
    session, action = now.session, now.action
    if happened.is_step and action is not None:
        action.seq, action.head = session.seq, session.head
        if session.is_game:
            session.state_seq = session.seq


def append(draft: Draft, session: Session, happened: LogEvent, action: Action | None = None) -> None:
    """Log that something happened, and change the session and the action that it is about.

    Raises Misplaced where it may not follow what is logged already: no request can cause that.
    """
    last = draft.last_event(session.id)
    before = EventBefore(last["type"], last["body"]) if last else None
    draft.append(session, happened.type, happened.body(), action=happened.about)

    def commitment(chain: int) -> bytes:
        return draft.seed(session.id, chain, 0)

    def waiting() -> list[int]:
        return draft.open_numbers(session.id)

    now = EventTarget(session, action, draft.at, commitment, waiting, before)
    evolve(now, happened)
    if now.action is not None:
        draft.change(now.action)
