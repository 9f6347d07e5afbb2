"""Growth: how much one key or address has had stored lately, so that no stranger fills the disk.

Who has used up a day opens no session. What is open is played on, whoever else shares the address.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic

from app.api.requests.addresses import address_of
from app.api.requests.request_info import header
from app.api.work.fair_threads import CURRENT_SCOPE
from app.errors import Problem
from app.persistence.writing.draft import Draft
from app.services.access import Caller

DAY = 86_400.0
"""Seconds after which what was stored no longer counts."""
SENDERS = 100_000
"""Of how many senders it is known at most; who sent nothing for the longest time is left out first."""
MEGABYTE = 1_000_000
MORE_IN_A_SESSION = 10
"""How many megabytes of events those who have used up a day may have stored in a session beyond it: twenty matches."""


@dataclass(slots=True)
class Stored:
    """What a sender has had stored in the day that began at `since`."""

    since: float
    sessions: int = 0
    bytes: int = 0


class Growth:
    """Counts new sessions and the bytes of events, by the key that sends a request, else by its address.

    Each process counts by itself. What plays on in an open session counts, and is not refused for it. What the
    service writes of its own accord is nobody's.
    """

    def __init__(self, sessions: int, megabytes: int) -> None:
        """The most sessions and megabytes in a day; 0: any number."""
        self._sessions, self._bytes = sessions, megabytes * MEGABYTE
        self._stored: OrderedDict[str, Stored] = OrderedDict()

    def refusal_of_opening(self, sender: str) -> Problem | None:
        """Why a sender may open no further session: the Problem too-many-requests (429); None where it may."""
        if not sender:
            return None
        stored = self._of(sender)
        if self._sessions and stored.sessions >= self._sessions:
            return refusal(stored, "sessions-of-a-day", self._sessions)
        if self._has_used_up_bytes(stored):
            return refusal(stored, "bytes-of-a-day", self._bytes // MEGABYTE)
        return None

    def require_room_in(self, sender: str, sessions: Iterable[str]) -> None:
        """Raise Problem too-many-requests (429) where a sender has had stored too much in one of these sessions.

        That is counted once it has had stored all that is allowed in a day, and for each session by itself.
        """
        if not sender or not self._has_used_up_bytes(self._of(sender)):
            return
        for session in sessions:
            more = self._of(more_in(session))
            if more.bytes >= MORE_IN_A_SESSION * MEGABYTE:
                raise refusal(more, "bytes-in-a-session", MORE_IN_A_SESSION)

    def add(self, sender: str, drafts: Iterable[Draft]) -> None:
        """Count what a sender has had written."""
        if not sender:
            return
        stored, most = self._of(sender), self._bytes
        for draft in drafts:
            stored.sessions += len(draft.rows.opened)
            for event in draft.rows.events:
                size = len(event["body"])
                if most and stored.bytes >= most:
                    self._of(more_in(event["session_id"])).bytes += size
                stored.bytes += size

    def _has_used_up_bytes(self, stored: Stored) -> bool:
        return bool(self._bytes) and stored.bytes >= self._bytes

    def _of(self, sender: str) -> Stored:
        stored = self._stored.get(sender)
        if stored is None or monotonic() - stored.since >= DAY:
            stored = self._stored[sender] = Stored(monotonic())
        self._stored.move_to_end(sender)
        while len(self._stored) > SENDERS:
            self._stored.popitem(last=False)
        return stored


def more_in(session: str) -> str:
    """What stands for a sender where it is counted what is stored in a session by those who have used up their day."""
    return f"session {session}"


def refusal(stored: Stored, reason: str, most: int) -> Problem:
    """The refusal of what would be stored before the day of `stored` ends."""
    wait = max(1, round(stored.since + DAY - monotonic()))
    return Problem("too-many-requests", reason=reason, params={"most": most, "wait": wait})


def sender() -> str:
    """Whose request is answered: its API key by digest, else its address; empty for what the service does by itself."""
    scope = CURRENT_SCOPE.get()
    if scope is None:
        return ""
    _, _, token = (header(scope, b"authorization") or "").partition(" ")
    caller = Caller(token.strip())
    return f"key {caller.digest.hex()}" if caller.is_key else address_of(scope)
