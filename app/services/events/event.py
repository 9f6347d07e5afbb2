"""What an event is: a class that has its body, and what it changes of its session and of its action.

The rows of a session and its actions follow from its events and from nothing else, but for what `Unlogged` has. An
event is applied once when it is written, and again when a log is read, verified, imported or built anew: by the same
method, after the same check that it may follow the events before it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

from app.persistence.stored.codec import Json
from app.persistence.stored.fields import LOGGED, names_of
from app.persistence.stored.rows import Action, Session
from app.persistence.writing.draft import Draft


@dataclass(frozen=True, slots=True)
class InLog:
    """The type of a field as the log shows it, where code reads it as another."""

    hint: Any


class Misplaced(ValueError):
    """An event may not follow the events before it. The message says why; every checker of logs has the same words."""


def require(holds: bool, why: str) -> None:
    """Raise Misplaced with this reason unless something holds."""
    if not holds:
        raise Misplaced(why)


@dataclass(slots=True)
class EventTarget:
    """What an event is applied to."""

    session: Session
    action: Action | None
    """The action that the event is about, as far as it is there."""
    at: str
    """The time that the event tells."""
    earlier: Callable[[int], bytes]
    """The commitment of a seed chain of the session before its newest, by its number from 1."""
    waiting: Callable[[], Iterable[int]]
    """The numbers of the actions that wait for an answer."""
    before: str | None = None
    """The type of the event before this one, as far as it is known: of the same request, or of the log that is read."""

    @property
    def own(self) -> Action:
        """The action that the event is about. Raises ValueError where it was never declared."""
        if self.action is None:
            raise Misplaced("its action was not declared")
        return self.action


def require_seat(now: EventTarget, seat: int) -> None:
    """Raise Misplaced unless the session has this seat."""
    require(any(each.seat == seat for each in now.session.seats), "its seat does not exist")


def require_sender(now: EventTarget, by: object, *others: str) -> None:
    """Raise Misplaced unless it was the host, the service, one of `others`, or a seat of the session."""
    seats = [{"seat": each.seat} for each in now.session.seats]
    require(by in ("host", "service", *others, *seats), "nobody is called so who sends anything here")


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

    @property
    def about(self) -> int | None:
        """The number of the action that the event is about; None where it is about the session."""
        return None

    def is_hosts(self, now: EventTarget) -> bool:  # noqa: ARG002
        """Whether the event is said to be the host's, who has to exist then."""
        return getattr(self, "by", None) == "host"

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

    def check(self, now: EventTarget) -> None:
        """Raise Misplaced where the event may not follow what has happened before. Most need an open session."""
        require(now.session.status == "open", "the session is closed")

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
        EVENTS[type] = kind
        return kind

    return made


def event_in(body: Json) -> LogEvent:
    """The event that a body tells. Raises LookupError where its type is unknown, TypeError where a member is absent."""
    return EVENTS[body["type"]].read(body)


def evolve(now: EventTarget, happened: LogEvent) -> None:
    """Go on by an event, which is the newest of its session. Raises Misplaced where it may not be."""
    happened.check(now)
    require(now.session.host_token is not None or not happened.is_hosts(now), "the session has no host")
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
    before = draft.last_type(session.id)
    draft.append(session, happened.type, happened.body(), action=happened.about)

    def commitment(chain: int) -> bytes:
        return draft.seed(session.id, chain, 0)

    def waiting() -> list[int]:
        return draft.open_numbers(session.id)

    now = EventTarget(session, action, draft.at, commitment, waiting, before)
    evolve(now, happened)
    if now.action is not None:
        draft.change(now.action)
