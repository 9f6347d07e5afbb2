"""The event stream of a session, line by line, and what is remembered between its connections."""

import json
import random
from collections.abc import Iterator
from typing import Any

import httpx

from umpire_client.notes import Notes, note_event

SILENCE = 45.0
"""Seconds without a byte after which a connection is given up; the service says something every 15."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 15.0
TIMEOUT = httpx.Timeout(30, read=SILENCE)

Event = dict[str, Any]


class Following:
    """A session that is followed: what was heard last, and how long to wait before the next connection."""

    def __init__(self, session: str, after: int, notes: Notes) -> None:
        self.path, self._session, self._notes = f"/v1/sessions/{session}/events", session, notes
        self._after, self._pause, self._name, self._data = after, FIRST_PAUSE, "", [""]
        self.is_closed = False
        self.connect()

    def connect(self) -> None:
        """Forget half a frame of the connection before."""
        self._name, self._data = "", []

    @property
    def headers(self) -> dict[str, str]:
        """Those of the next connection."""
        return {"Accept": "text/event-stream", **({"Last-Event-ID": str(self._after)} if self._after else {})}

    def pause(self) -> float:
        """Seconds before the next connection, more after each that brought nothing."""
        now, self._pause = self._pause, min(self._pause * 2, LONGEST_PAUSE)
        return now * random.uniform(0.75, 1.25)

    def heard(self, line: str) -> Iterator[Event]:
        """What a line of the stream completes: an event of the log that is new, or the open questions."""
        if line:
            name, _, value = line.partition(":")
            if name == "event":
                self._name = value.removeprefix(" ")
            elif name == "data":
                self._data.append(value.removeprefix(" "))
            return
        name, data = self._name, "\n".join(self._data)
        self.connect()
        if not data:
            return
        self._pause, told = FIRST_PAUSE, json.loads(data)
        if name == "question":
            yield {"type": "question", "items": told["items"]}
        elif told["seq"] > self._after:
            self._after = told["seq"]
            self.is_closed |= told["type"] == "session-closed"
            note_event(self._notes, self._session, told)
            yield told
