"""Finds the line of an export at which the log breaks, and its event."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from pydantic_core import from_json, to_json

from app.domain.fairness import GENESIS, event_hash
from app.services.log.report import SessionVerification

LONGEST = 300
"""Characters of what is recorded or computed that are shown."""


class BrokenLineFinder:
    """Reads the lines of an export as they pass by: the event of each, and the first that is not chained."""

    def __init__(self) -> None:
        self._head = GENESIS
        self._heads: list[str] = []
        self._types: list[str] = []
        self._of_entry: dict[tuple[int, int], int] = {}
        self._of_outcome: dict[int, int] = {}
        self._entries: dict[int, int] = {}
        self._unchained: int | None = None

    def passed(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The lines, unchanged."""
        for number, line in enumerate(lines, 1):
            with suppress(AttributeError, KeyError, TypeError, ValueError):  # the reader tells what is unreadable
                self._note(number, from_json(line))
            yield line

    @property
    def heads(self) -> frozenset[str]:
        """The head of the log after each of its events, in hex."""
        return frozenset(self._heads)

    def _note(self, number: int, parts: dict[str, Any]) -> None:
        if "end" in parts:
            return
        written = parts["body"].encode()
        body, self._head = from_json(written), event_hash(self._head, written)
        self._heads.append(self._head.hex())
        is_chained = (parts["hash"], parts["seq"], body["seq"]) == (self._head.hex(), number, number)
        if self._unchained is None and not is_chained:
            self._unchained = number
        self._types += [""] * (number - 1 - len(self._types)) + [str(body["type"])]
        if body["type"] == "entries":
            for _ in body["entries"]:
                place = self._entries.get(body["action"], 0)
                self._entries[body["action"]] = place + 1
                self._of_entry[body["action"], place] = number
        elif body["type"] in ("action-declared", "action-resolved"):
            self._of_outcome[body["action"]] = number

    def broken(self, report: SessionVerification) -> Iterator[str]:
        """A sentence for each place where the log breaks."""
        if self._unchained is not None:
            yield f"{self._line(self._unchained)} does not follow from the events before it"
        if fault := report["fault"]:
            yield f"{self._line(fault['event'])} is not allowed there: {fault['why']}"
        for action in report["actions"]:
            if difference := action["first_difference"]:
                number, entry = action["number"], difference["entry"]
                line = self._of_entry.get((number, entry)) if entry is not None else None
                at = self._line(line or self._of_outcome.get(number, 1))
                what = "" if entry is None else f", entry {entry}"
                recorded, computed = (short(difference[part]) for part in ("recorded", "computed"))
                yield f"{at}: action {number}{what} is {action['result']}: recorded {recorded}, computed {computed}"

    def _line(self, line: int) -> str:
        return f"line {line}, event {line} ({self._types[line - 1]})"


def short(value: object) -> str:
    """A value as JSON, cut where it is long."""
    told = to_json(value).decode()
    return told if len(told) <= LONGEST else f"{told[:LONGEST]}…"
