"""The story of each action: what the events of a log say about it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.persistence.codec import Json
from app.persistence.logged_events import body_of
from app.persistence.parts import Part
from app.persistence.rows import Event, Status

ENDS: Mapping[str, Status] = {"action-resolved": "resolved", "action-voided": "void"}
"""The status of an action after an event of this type."""


@dataclass(slots=True)
class Story:
    """All that a log says about one action."""

    number: int
    status: Status
    declared: Json
    """The body of its event `action-declared`."""
    entries: list[Json] = field(default_factory=list)
    """The entries of its record, in order."""
    resolved: Json | None = None
    """The body of its event `action-resolved`; None before it."""
    voided: Json | None = None
    """The body of its event `action-voided`; None before it."""


@dataclass(slots=True)
class Told:
    """What tells the story of an action, as it is stored."""

    events: list[Event]
    """The events that begin it, go on with it or end it, in order."""
    head: bytes
    """The hash of the last event about it, as it is stored."""
    status: Status = "pending"


class Stories(Mapping[int, Story]):
    """The story of each action, by its number.

    Only the events are held, and a story is read each time that it is asked for: a log takes little more memory than
    its bytes, and no time is lost on keeping track of what they say.
    """

    def __init__(self) -> None:
        self._told: dict[int, Told] = {}
        self.shown: dict[str, Part] = {}
        """Private parts that later events have revealed, by their digest."""

    def add(self, number: int, type: str, event: Event) -> None:
        """Go on with the story of action `number`; raises KeyError before its beginning."""
        if type == "action-declared":
            self._told[number] = Told([event], event.hash)
        elif type in ("entries", *ENDS):
            told = self._told[number]
            told.events.append(event)
            if type in ENDS and told.status != "void":
                told.status = ENDS[type]

    def note_head(self, number: int, head: bytes) -> None:
        """Remember the hash of the newest event about action `number`, if there is this action."""
        if (told := self._told.get(number)) is not None:
            told.head = head

    def head(self, number: int) -> bytes:
        """The hash of the last event about action `number`, as it is stored."""
        return self._told[number].head

    def status(self, number: int) -> Status:
        """The status of action `number` that follows from the events."""
        return self._told[number].status

    def __getitem__(self, number: int) -> Story:
        told = self._told[number]
        declared, *others = (body_of(event, self.shown) for event in told.events)
        story = Story(number, told.status, declared)
        for body in others:
            match body["type"]:
                case "entries":
                    story.entries += body["entries"]
                case "action-resolved":
                    story.resolved = body
                case "action-voided":
                    story.voided = body
        return story

    def __contains__(self, number: object) -> bool:
        return number in self._told

    def __iter__(self) -> Iterator[int]:
        return iter(self._told)

    def __len__(self) -> int:
        return len(self._told)
