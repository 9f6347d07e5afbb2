"""Restore an instance from its file, whole or not at all.

Each session is verified, and its rows are built again from its log.
"""

import zlib
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from pydantic import ValidationError

from app.domain.fairness import GENESIS
from app.persistence.connecting.database import Database, Unstorable
from app.persistence.queries import credentials, store
from app.persistence.queries.served import served_ms
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import Part
from app.persistence.stored.rows import Event
from app.persistence.writing.batch import BatchTransaction, Rows
from app.persistence.writing.writer import now
from app.services.instance.dump import (
    API_KEY,
    FORMAT,
    HEADER,
    OPENING_KEY,
    SHAPES,
    ApiKey,
    IdempotencyKey,
    PlayerPart,
    end_of_instance,
    spelled,
)
from app.services.log.export import LONGEST, File, Unreadable, add_line, end_line, parts_of, report_on
from app.services.log.legal import MALFORMED
from app.services.log.read import Log
from app.services.log.rebuild import UnloggedPart, logged_event, rebuilt_rows
from app.services.rulebooks.registry import Rulebooks

AT_ONCE = 1000
"""How many events, or idempotency keys, are collected before they are written."""


class Refused(Exception):
    """The file is not damaged, but it cannot be restored here. The message names the line, from 1, and the reason."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")


def restore_instance(books: Rulebooks, database: Database, file: File) -> Counter[str]:
    """Write an instance into a migrated database, beside what it contains. Returns how many lines of each kind.

    Raises Unreadable where the file is damaged, incomplete or of another format, Refused where it cannot be restored
    here.
    """
    with database.unhurried().begin() as connection:
        return Restoration(books, connection, Lines(file)).read()


class Lines:
    """The lines of a file, with the number of the last line that was read and the hash of all lines before it."""

    def __init__(self, file: File) -> None:
        self._file, self._last = file, b""
        self._digest = sha256()
        self.number = 0

    @property
    def digest(self) -> str:
        """SHA-256 of all lines before the last one that was read, in hex."""
        return self._digest.hexdigest()

    def take(self) -> bytes:
        """The next line. Raises Unreadable where there is none."""
        line = self.line_or_end()
        if not line:
            raise Unreadable(self.number, "the end is missing")
        return line

    def line_or_end(self) -> bytes:
        """The next line; empty after the last one. Raises Unreadable where it is damaged or incomplete."""
        self.number += 1
        try:
            line = self._file.readline(LONGEST)
        except (OSError, EOFError, zlib.error) as damaged:
            raise Unreadable(self.number, f"the file cannot be read on ({damaged})") from damaged
        if line and not line.endswith(b"\n"):
            raise Unreadable(self.number, "the line is cut off")
        self._digest.update(self._last)
        self._last = line
        return line


class Restoration:
    """The restoration of one file."""

    def __init__(self, books: Rulebooks, connection: sa.Connection, lines: Lines) -> None:
        self._books, self._connection, self._lines = books, connection, lines
        self._counts: Counter[str] = Counter()
        self._rows = Rows()
        self._sessions: dict[str, int] = {}
        self._claimed: dict[str, int] = {}

    def read(self) -> Counter[str]:
        """Read and write the whole file, without a commit. Returns how many lines of each kind there were.

        Raises Unreadable or Refused.
        """
        self._header()
        while "whole" not in (parts := self._next()):
            kind = next(iter(parts), "")
            if kind not in SHAPES:
                raise Unreadable(self._lines.number, "this is no line of an instance")
            self._counts[kind] += 1
            self._take(kind, parts[kind])
            if max(len(self._rows.events), len(self._rows.keys)) >= AT_ONCE:
                self._flush()
        self._flush()
        if self._line != end_of_instance(self._counts, self._lines.digest):
            raise Unreadable(self._lines.number, "this is not the end of the lines before it")
        if self._lines.line_or_end():
            raise Unreadable(self._lines.number, "something follows the end")
        return self._counts

    def _next(self) -> Json:
        self._line = self._lines.take()
        return parts_of(self._line, self._lines.number)

    def _header(self) -> None:
        parts = self._next()
        if parts.get("umpire") != "instance":
            raise Unreadable(1, "this is not a moved instance")
        if self._line != HEADER:
            raise Unreadable(1, f"the format is {parts.get('format')}, known here is {FORMAT}")

    def _take(self, kind: str, data: object) -> None:
        number = self._lines.number
        try:
            value = SHAPES[kind].load(data)
        except (ValidationError, TypeError) as wrong:
            raise Unreadable(number, f"this is no {kind.replace('_', ' ')}") from wrong
        if self._line != spelled(kind, SHAPES[kind].dump(value)):
            raise Unreadable(number, "the line is not spelled as an export spells it")
        match value:
            case ApiKey():
                self._api_key(value, opens_only=kind == OPENING_KEY)
            case PlayerPart():
                self._player(value)
            case UnloggedPart():
                self._session(value)
            case IdempotencyKey():
                self._claimed.setdefault(value.session_id, number)
                self._rows.keys.append(in_bytes(SHAPES[kind].dump(value)))

    def _player(self, player: PlayerPart) -> None:
        """Restore a player; the seats are there already."""
        self._flush()
        row = {"id": player.id, "name": player.name, "language": player.language, "created_at": player.created_at}
        tokens = [bytes.fromhex(token) for token in player.tokens]
        if not credentials.restore_player(self._connection, row, tokens, player.seats):
            raise Refused(self._lines.number, f"player {player.id} is here already, or a seat of the player is missing")

    def _api_key(self, key: ApiKey, *, opens_only: bool) -> None:
        row = {**in_bytes(SHAPES[API_KEY].dump(key)), "opens_only": opens_only}
        if credentials.has_api_key(self._connection, key.id, row["key"]):
            raise Refused(self._lines.number, f"API key {key.id} is here already")
        credentials.add_api_key(self._connection, row)

    def _session(self, unlogged: UnloggedPart) -> None:
        first = self._lines.number
        if unlogged.id in self._sessions:
            raise Refused(first, f"session {unlogged.id} is here already")
        log, events = self._log(unlogged)
        try:
            if log.opened["ruleset"] not in self._books:
                raise Refused(
                    first, f"session {unlogged.id} is of the ruleset {log.opened['ruleset']}, which is not here"
                )
            report = report_on(self._books, log, first)
            if (fault := report["fault"]) is not None:
                raise Unreadable(
                    first, f"session {unlogged.id} does not verify: event {fault['event']}: {fault['why']}"
                )
            diverged = next((action["number"] for action in report["actions"] if action["result"] == "diverged"), None)
            if diverged is not None:
                raise Unreadable(
                    first, f"session {unlogged.id} does not verify: action {diverged} diverges from the rules"
                )
            rows = rebuilt_rows(self._books[log.opened["ruleset"]], log, events, unlogged)
        except MALFORMED as wrong:
            raise Unreadable(first, f"session {unlogged.id} does not follow from its log: {wrong}") from wrong
        self._sessions[unlogged.id] = first
        if rows.sessions[unlogged.id].clocks:
            rows.sessions[unlogged.id].clock_at = served_ms(self._connection)  # clocks go on from here
        self._rows.take(rows)

    def _log(self, unlogged: UnloggedPart) -> tuple[Log, list[Event]]:
        log, events = Log(), []
        told = {part.digest: part for part in unlogged.parts}

        def kept(part: Part) -> Part:
            return replace(part, to=told[part.digest].to, tag=told[part.digest].tag)

        while "end" not in (parts := self._next()):
            number = self._lines.number
            event = add_line(log, self._line, parts, number, kept)
            if log.broken_at is not None:
                raise Unreadable(number, "the hash does not follow from the events before")
            if log.fault is not None:
                raise Unreadable(number, f"event {log.fault['event']} may not follow those before: {log.fault['why']}")
            try:
                events.append(logged_event(event))
            except (KeyError, ValueError) as wrong:
                raise Unreadable(number, "this program does not know such events") from wrong
        if self._line != end_line(log.events, log.head if events else GENESIS):
            raise Unreadable(self._lines.number, "this is not the end of the log before it")
        return log, events

    def _flush(self) -> None:
        """Write what has been read, so that only a few sessions are in memory at a time."""
        there = store.known_sessions(self._connection, self._sessions)
        for id, line in self._sessions.items():
            if id in there:
                raise Refused(line, f"session {id} is here already")
        rows, self._rows, self._sessions = self._rows, Rows(), {}
        unit = BatchTransaction(self._connection, now, (), ())
        unit.accept(rows)
        try:
            unit.flush()
        except sa.exc.IntegrityError as taken:
            raise Refused(self._lines.number, "something before this line is here already") from taken
        except (sa.exc.DataError, Unstorable) as misfit:
            raise Unreadable(self._lines.number, "something before this line does not fit") from misfit
        made = store.known_sessions(self._connection, self._claimed)
        for id, line in self._claimed.items():
            if id not in made:
                raise Unreadable(line, f"there is no session {id}")
        self._claimed = {}


DIGESTS = ("scope", "key", "body", "nonce")


def in_bytes(row: Json) -> dict[str, Any]:
    """A row whose digests are bytes, as they are stored."""
    return {name: bytes.fromhex(value) if name in DIGESTS else value for name, value in row.items()}
