"""Growth: how much one key or address has had stored lately, so that no stranger fills the disk."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic

from starlette.datastructures import Headers

from app.api.requests.addresses import address_of
from app.api.work.fair_threads import CURRENT_SCOPE
from app.errors import Problem
from app.persistence.writing.draft import Draft
from app.services.access import Caller

DAY = 86_400.0
"""Seconds after which what was stored no longer counts."""
SENDERS = 100_000
"""Of how many senders it is known at most; who sent nothing for the longest time is left out first."""
MEGABYTE = 1_000_000


@dataclass(slots=True)
class Stored:
    """What a sender has had stored in the day that began at `since`."""

    since: float
    sessions: int = 0
    bytes: int = 0


class Growth:
    """Counts new sessions and the bytes of events, by the key that sends a request, else by its address.

    Each process counts by itself. What the service writes of its own accord is nobody's.
    """

    def __init__(self, sessions: int, megabytes: int) -> None:
        """The most sessions and megabytes in a day; 0: any number."""
        self._sessions, self._bytes = sessions, megabytes * MEGABYTE
        self._stored: OrderedDict[str, Stored] = OrderedDict()

    def require_room(self, sender: str) -> None:
        """Raise Problem too-many-requests (429) where a sender has had stored all that is allowed in a day."""
        if not sender:
            return
        stored = self._of(sender)
        for most, used, reason, told in (
            (self._sessions, stored.sessions, "sessions-of-a-day", self._sessions),
            (self._bytes, stored.bytes, "bytes-of-a-day", self._bytes // MEGABYTE),
        ):
            if most and used >= most:
                wait = max(1, round(stored.since + DAY - monotonic()))
                raise Problem("too-many-requests", reason=reason, params={"most": told, "wait": wait})

    def add(self, sender: str, drafts: Iterable[Draft]) -> None:
        """Count what a sender has had written."""
        if not sender:
            return
        stored = self._of(sender)
        for draft in drafts:
            stored.sessions += len(draft.rows.opened)
            stored.bytes += sum(len(event["body"]) for event in draft.rows.events)

    def _of(self, sender: str) -> Stored:
        stored = self._stored.get(sender)
        if stored is None or monotonic() - stored.since >= DAY:
            stored = self._stored[sender] = Stored(monotonic())
        self._stored.move_to_end(sender)
        while len(self._stored) > SENDERS:
            self._stored.popitem(last=False)
        return stored


def sender() -> str:
    """Whose request is answered: its API key by digest, else its address; empty for what the service does by itself."""
    scope = CURRENT_SCOPE.get()
    if scope is None:
        return ""
    _, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    caller = Caller(token.strip())
    return f"key {caller.digest.hex()}" if caller.is_key else address_of(scope)
