"""Checking a log with the rules, the seeds and the hashes of the service's own package, on this machine."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from umpire_client.notes import Note

Compared = Literal["same", "other", "not-noted"]
"""How something compares with what was noted."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of checking a log."""

    holds: bool
    """Whether nothing is wrong: rules, chain, seeds and dice agree, and nothing is other than noted."""
    commitment: Compared
    head: Compared
    report: Any
    """The report of `umpire verify`: `result`, `chain`, `dice`, and a verdict on each action."""


def verify_export(export: bytes, note: Note | None = None) -> Verified:
    """Check the NDJSON export of a session. Raises ImportError where the package of the service is not installed."""
    try:
        from umpire.checking import check_export, find_rulebooks, read_export
    except ImportError as missing:
        raise ImportError("to check a log, install the package of the service beside this one") from missing
    holds, report = check_export(find_rulebooks(), iter(export.splitlines(keepends=True)))
    log = read_export(iter(export.splitlines(keepends=True)))
    opened = log.chains[1]["commitment"] if log.chains else ""  # a later chain is no answer to what was noted first
    commitment = compared(note.commitment if note else None, [opened])
    head = compared(note.head if note else None, [hash_of(export, note.seq)] if note else [])
    return Verified(holds and "other" not in (commitment, head), commitment, head, report)


def compared(noted: str | None, found: Iterable[str]) -> Compared:
    """Whether what was noted is among what was found."""
    if not noted:
        return "not-noted"
    return "same" if noted in found else "other"


def hash_of(export: bytes, seq: int) -> str:
    """The hash of event `seq` as the export tells it, in hex; empty where there is no such event."""
    lines = export.splitlines()
    return str(json.loads(lines[seq - 1]).get("hash", "")) if 0 < seq <= len(lines) else ""
