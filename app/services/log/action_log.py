"""The events of each action in a log, parsed and as stored."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from app.persistence.queries.logged_events import body_of
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import Part
from app.persistence.stored.rows import Event, Status


class EventKey(TypedDict, total=False):
    """The number, type and action of an event."""

    seq: Any
    type: Any
    action: Any


_PLACE = TypeAdapter(EventKey).validator


def event_key(body: bytes) -> EventKey:
    """The key of an event, parsed from its body. Raises ValueError if the body is not a JSON object."""
    place: EventKey = _PLACE.validate_json(body)
    return place


@dataclass(slots=True)
class ActionLog:
    """All that a log says about one action."""

    number: int
    status: Status
    declared: Json
    """The body of its event `action-declared`."""
    entries: list[Json]
    """The entries of its record, in order."""
    resolved: Json | None
    """The body of its event `action-resolved`; None before it."""
    voided: Json | None
    """The body of its event `action-voided`; None before it."""


@dataclass(slots=True)
class ActionEvents:
    """The events of an action as they are stored."""

    declared: Event
    head: bytes
    """The hash of the last event about it."""
    entries: list[Event] = field(default_factory=list)
    resolved: Event | None = None
    voided: Event | None = None

    @property
    def status(self) -> Status:
        """The status that follows from the events."""
        return "void" if self.voided else "resolved" if self.resolved else "pending"


class ActionLogs(Mapping[int, ActionLog]):
    """The parsed events of each action, by its number.

    Only the events are held, and a story is read each time that it is asked for: a log takes little more memory than
    its bytes, and no time is lost on keeping track of what they say.
    """

    def __init__(self) -> None:
        self._told: dict[int, ActionEvents] = {}
        self.shown: dict[str, Part] = {}
        """Private parts that later events have revealed, by their digest."""

    def add(self, number: int, type: str, event: Event) -> None:
        """Go on with the story of action `number`; raises KeyError before its beginning."""
        match type:
            case "action-declared":
                self._told[number] = ActionEvents(event, event.hash)
            case "entries":
                self._told[number].entries.append(event)
            case "action-resolved":
                self._told[number].resolved = event
            case "action-voided":
                self._told[number].voided = event
        if (told := self._told.get(number)) is not None:
            told.head = event.hash

    def head(self, number: int) -> bytes:
        """The hash of the last event about action `number`, as it is stored."""
        return self._told[number].head

    @property
    def size_of_opening(self) -> int:
        """The bytes of the declaration of the first action, in a game of its setup; raises ValueError without any."""
        return len(self._told[min(self._told)].declared.body)

    def status(self, number: int) -> Status:
        """The status of action `number` that follows from the events."""
        return self._told[number].status

    def __getitem__(self, number: int) -> ActionLog:
        told = self._told[number]
        return ActionLog(
            number,
            told.status,
            body_of(told.declared, self.shown),
            [entry for event in told.entries for entry in body_of(event, self.shown)["entries"]],
            body_of(told.resolved, self.shown) if told.resolved else None,
            body_of(told.voided, self.shown) if told.voided else None,
        )

    def __contains__(self, number: object) -> bool:
        return number in self._told

    def __iter__(self) -> Iterator[int]:
        return iter(self._told)

    def __len__(self) -> int:
        return len(self._told)
