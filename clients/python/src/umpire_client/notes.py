"""What a client notes of each session, so that nobody can show it other dice or another log later."""

from dataclasses import dataclass, replace
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Note:
    """The first commitment and the last head that were seen of a session."""

    commitment: str | None
    seq: int
    head: str
    """The hash of the event `seq`, in hex."""


class Notes(Protocol):
    """Where notes are kept: in memory, or wherever an app keeps what must outlive it."""

    def get(self, session: str) -> Note | None: ...

    def set(self, session: str, note: Note) -> None: ...


class InMemory:
    """Notes that last as long as the program."""

    def __init__(self) -> None:
        self._notes: dict[str, Note] = {}

    def get(self, session: str) -> Note | None:
        return self._notes.get(session)

    def set(self, session: str, note: Note) -> None:
        self._notes[session] = note


def note_document(notes: Notes, document: Any) -> None:
    """Note what a document of a session or an action tells; other documents tell nothing."""
    if not isinstance(document, dict):
        return
    session = document.get("session_id") or document.get("id")
    seq, head = document.get("seq"), document.get("head")
    if isinstance(session, str) and isinstance(seq, int) and isinstance(head, str):
        fairness = document.get("fairness")
        note_seen(notes, session, Note(fairness.get("commitment") if isinstance(fairness, dict) else None, seq, head))


def note_event(notes: Notes, session: str, event: dict[str, Any]) -> None:
    """Note what an event of the log tells."""
    chain = event["event"].get("chain") if event["type"] == "session-opened" else None
    note_seen(notes, session, Note(chain["commitment"] if chain else None, event["seq"], event["hash"]))


def note_seen(notes: Notes, session: str, seen: Note) -> None:
    """Note a head that is newer, and a commitment where none was noted before."""
    before = notes.get(session)
    newest = before if before and before.seq >= seen.seq else seen
    after = replace(newest, commitment=(before and before.commitment) or seen.commitment)
    if after != before:
        notes.set(session, after)
