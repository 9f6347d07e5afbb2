"""Event streams, line by line, and what is remembered between their connections."""

import json
import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

import httpx

from umpire_client.notes import Notes, note_event

SILENCE = 45.0
"""Seconds without a byte after which a connection is given up; the service says something every 15."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 15.0
TIMEOUT = httpx.Timeout(30, read=SILENCE)

Event = dict[str, Any]


class Following(ABC):
    """What is followed: where the next connection goes on, and how long to wait before it."""

    is_closed = False
    """Whether nothing more will come."""

    def __init__(self, path: str, query: dict[str, Any], point: str) -> None:
        self.path, self.query, self._point = path, query, point
        self._pause, self._name, self._data = FIRST_PAUSE, "", [""]
        self.connect()

    @abstractmethod
    def told(self, name: str, data: Any) -> Event | None:
        """What a frame tells; None where it was told before."""

    def connect(self) -> None:
        """Forget half a frame of the connection before."""
        self._name, self._data = "", []

    @property
    def headers(self) -> dict[str, str]:
        """Those of the next connection."""
        return {"Accept": "text/event-stream", **({"Last-Event-ID": self._point} if self._point else {})}

    def pause(self) -> float:
        """Seconds before the next connection, more after each that brought nothing."""
        now, self._pause = self._pause, min(self._pause * 2, LONGEST_PAUSE)
        return now * random.uniform(0.75, 1.25)

    def heard(self, line: str) -> Iterator[Event]:
        """What a line of the stream completes: an event that is new, or open questions."""
        if line:
            name, _, value = line.partition(":")
            if name == "event":
                self._name = value.removeprefix(" ")
            elif name == "data":
                self._data.append(value.removeprefix(" "))
            elif name == "id":
                self._point = value.removeprefix(" ")
            return
        name, data = self._name, "\n".join(self._data)
        self.connect()
        if data:
            self._pause = FIRST_PAUSE
            if (told := self.told(name, json.loads(data))) is not None:
                yield told


class OfOne(Following):
    """The events of one session."""

    def __init__(self, session: str, notes: Notes, *, after: int, texts: bool) -> None:
        query = {"texts": True} if texts else {}
        super().__init__(f"/v1/sessions/{session}/events", query, str(after) if after else "")
        self._session, self._notes, self._after = session, notes, after

    def told(self, name: str, data: Any) -> Event | None:
        if name == "question":
            return {"type": "question", "items": data["items"]}
        if data["seq"] <= self._after:
            return None
        self._after = data["seq"]
        self.is_closed |= data["type"] == "session-closed"
        note_event(self._notes, self._session, data)
        return dict(data)


class OfSeveral(Following):
    """The events of several sessions."""

    def __init__(
        self, notes: Notes, *, sessions: Sequence[str], references: Sequence[str], after: str, texts: bool
    ) -> None:
        query: dict[str, Any] = {"session_id": list(sessions), "reference": list(references)}
        query |= ({"after": after} if after else {}) | ({"texts": True} if texts else {})
        super().__init__("/v1/events", query, "")
        self._notes, self._seen = notes, dict[str, int]()

    def told(self, name: str, data: Any) -> Event | None:
        if name == "question":
            return {"type": "question", **data}
        session = data["session_id"]
        if data["seq"] <= self._seen.get(session, 0):
            return None
        self._seen[session] = data["seq"]
        note_event(self._notes, session, data)
        return {**data, "point": self._point}
