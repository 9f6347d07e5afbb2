"""The NDJSON export of a log: written byte for byte, and checked without a database."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn, Protocol

import sqlalchemy as sa
from pydantic_core import from_json, to_json

from app.domain.fairness import GENESIS
from app.persistence.queries import logged_events
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import Part, digests_in, part_shown
from app.persistence.stored.rows import Event
from app.services.log.legal import MALFORMED
from app.services.log.order import UnknownEvent
from app.services.log.read import Log, seen_in
from app.services.log.report import SessionVerification, session_report
from app.services.rulebooks.registry import Rulebooks
from app.services.view_rights import FULL_VIEW, ViewRights

LONGEST, LARGEST = 64 << 20, 512 << 20
"""How many bytes a line of an export may have, and all of them together."""
MOST_NUMBER, MOST_DIGITS = 2**53 - 1, 17
"""The largest number of a log, beyond which programs round, and how many signs it has."""
_CONTROLS = {code: f"\\u{code:04x}" for code in range(0x20)}


class File(Protocol):
    """A file that is read line by line."""

    def readline(self, size: int, /) -> bytes: ...


class Unreadable(Exception):
    """The file is not an export, or it is damaged. The message names the line, counted from 1, and the fault."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")


def export_line(event: Event) -> bytes:
    """The line of one event: its number, its hash, its exact bytes as a JSON string, and its private parts."""
    private = ",".join(
        f'{{"digest":"{part.digest}","salt":"{part.salt.hex()}","bytes":{spelled(part.value)}}}' for part in event.parts
    )
    body = spelled(event.body)
    return f'{{"seq":{event.seq},"hash":"{event.hash.hex()}","body":{body},"private":[{private}]}}\n'.encode()


def spelled(data: bytes) -> str:
    """Exact bytes as a JSON string, which escapes only what it has to."""
    text = data.decode().replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text if text.isprintable() else text.translate(_CONTROLS)}"'  # to translate takes ten times as long


def end_line(events: int, head: bytes) -> bytes:
    """The last line of an export. It proves that no line is missing."""
    return to_json({"end": True, "events": events, "head": head.hex()}) + b"\n"


def export(events: Iterable[Event]) -> Iterator[bytes]:
    """The lines of an export, from the events of a log in order."""
    count, head = 0, GENESIS
    for event in events:
        count, head = event.seq, event.hash
        yield export_line(event)
    yield end_line(count, head)


def export_session(
    engine: sa.Engine, session: str, upto: int | None = None, sight: ViewRights = FULL_VIEW
) -> Iterator[bytes]:
    """The lines of the export of a stored log for a caller, up to event `upto`. The log is read page by page."""
    return export(seen_in(event, sight) for event in logged_events.all_events(engine, session, upto))


def bounded(file: File) -> Iterator[bytes]:
    """The lines of a file, of which none and not all together take more memory than a log may. Raises Unreadable."""
    number = size = 0
    while line := file.readline(LONGEST + 1):
        number, size = number + 1, size + len(line)
        if len(line) > LONGEST or size > LARGEST:
            most = LONGEST if len(line) > LONGEST else LARGEST
            raise Unreadable(number, f"the {'line' if most == LONGEST else 'log'} has more than {most >> 20} MiB")
        yield line


def read_export(lines: Iterable[bytes]) -> Log:
    """The log in an export. Each line is built again from its parts and compared. Raises Unreadable."""
    log, stated, lines = Log(may_search=True), GENESIS, iter(lines)
    number = 0
    for number, line in enumerate(lines, 1):
        parts = parts_of(line, number)
        if "end" in parts:
            if line != end_line(log.events, stated) or next(lines, None) is not None:
                raise Unreadable(number, "this is not the end of the log before it")
            log.end()
            return log
        stated = add_line(log, line, parts, number).hash
    raise Unreadable(number + 1, "the end is missing")


def add_line(
    log: Log, line: bytes, parts: Json, number: int, kept: Callable[[Part], Part] = lambda part: part
) -> Event:
    """Add the event in this line to a log. Raises Unreadable where the line is not exactly as an export writes it.

    `kept` tells who may see each private part, which no export does.
    """
    try:
        private = tuple(kept(part_shown(part)) for part in parts["private"])
        event = Event(parts["seq"], "", None, parts["body"].encode(), bytes.fromhex(parts["hash"]), private)
        for data in (event.body, *(part.value for part in private)):
            require_strict(data)
        rebuilt = export_line(event)
        if private:
            require_in_order(event)
        log.add_chained(event)
    except UnknownEvent as unknown:
        raise Unreadable(number, str(unknown)) from unknown
    except MALFORMED as wrong:
        raise Unreadable(number, "this is not an event") from wrong
    if line != rebuilt:
        raise Unreadable(number, "the line is not spelled as an export spells it")
    return event


def require_strict(data: bytes) -> None:
    """Raise ValueError unless JSON has each key once, and no numbers but whole ones up to 2^53 − 1."""
    json.loads(data, object_pairs_hook=once, parse_float=no_number, parse_constant=no_number, parse_int=whole_number)


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object, each of whose keys stands once; else ValueError."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def no_number(digits: str) -> NoReturn:
    """Raise ValueError: a fraction is no number of a log."""
    raise ValueError(f"{digits} is no whole number")


def whole_number(digits: str) -> int:
    """A number that every program reads alike; else ValueError."""
    if len(digits) > MOST_DIGITS or abs(number := int(digits)) > MOST_NUMBER:
        raise ValueError("a number is too large")
    return number


def require_in_order(event: Event) -> None:
    """Raise ValueError unless the private parts of an event are of digests in its body, in their order."""
    places = list(digests_in(from_json(event.body)))
    found = [places.index(part.digest) for part in event.parts]
    if found != sorted(set(found)):
        raise ValueError("the private parts are not in the order of the digests")


def parts_of(line: bytes, number: int) -> Json:
    """The JSON object in a line. Raises Unreadable where there is none."""
    try:
        parts = from_json(line)
    except ValueError as wrong:
        raise Unreadable(number, "this is not JSON") from wrong
    if not isinstance(parts, dict):
        raise Unreadable(number, "this is not an object")
    return parts


def check_export(books: Rulebooks, lines: Iterable[bytes]) -> tuple[bool, SessionVerification]:
    """Verify an export: whether its rules, its chain and its dice agree, and the report. Raises Unreadable."""
    report = report_on(books, read_export(lines), 1)
    return holds(report), report


def holds(report: SessionVerification) -> bool:
    """Whether a log agrees with its rules, its hashes and its seeds, and nothing stands where it may not."""
    return report["result"] == "identical" and report["chain"]["ok"] and not report["unproven"]


def report_on(books: Rulebooks, log: Log, line: int) -> SessionVerification:
    """Verify a log whose first event stands in line `line`. Raises Unreadable where the events do not make a log."""
    try:
        return session_report(books, log)
    except MALFORMED as wrong:
        raise Unreadable(line, f"the events do not make a log ({type(wrong).__name__})") from wrong
