"""The rows of a session, made by its events one after the other; an event that may not follow is refused."""

from dataclasses import replace
from typing import Any

from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Action, Event, Session
from app.services.access import nobody_s
from app.services.events.event import EventTarget, LogEvent, Misplaced, event_in, evolve
from app.services.events.session import ChainCommitted, SessionOpened, Unlogged, UnloggedSeat

EMPTY: dict[str, Any] = {
    **{name: {} for name in ("situation", "options", "policies", "seats")},
    **dict.fromkeys(("outcome", "reference", "played_at", "commitment", "resolved_at")),
    **dict.fromkeys(("kind", "created_at", "sent_by"), ""),
    "head": b"",
}
"""What an action is left with where only the order of events matters."""
NOT_OPENED = "a log begins with the opening of its session"


class Fold:
    """A session and its actions as the events of a log have made them so far."""

    def __init__(self, unlogged: Unlogged | None = None) -> None:
        """`unlogged`: what the log does not have of the session; None where only the order of events matters, and each
        action is then left without what its document has."""
        self.session: Session | None = None
        self.actions: dict[int, Action] = {}
        """The actions by number."""
        self._unlogged = unlogged
        self._commitments: dict[int, bytes] = {}
        self._waiting: set[int] = set()
        self._before: Json | None = None

    def add(self, event: Event, body: Json) -> LogEvent:
        """Go on by the next event, whose body this is. Raises Misplaced where it may not follow those before it.

        Raises LookupError, TypeError or ValueError where it is no event.
        """
        happened = event_in(body)
        if isinstance(happened, SessionOpened) and self.session is None:
            self.session = happened.begin(body["at"], self._unlogged or unknown(happened))
            if happened.chain:
                self._commitments[1] = bytes.fromhex(happened.chain["commitment"])
        if (session := self.session) is None:
            raise Misplaced(NOT_OPENED)
        session.seq, session.head = event.seq, event.hash
        own = self.actions.get(happened.about) if happened.about is not None else None
        now = EventTarget(session, own, body["at"], self._commitments.__getitem__, lambda: self._waiting, self._before)
        evolve(now, happened)
        if isinstance(happened, ChainCommitted):
            self._commitments[happened.number] = bytes.fromhex(happened.commitment)
        if now.action is not None:
            self._take(now.action)
        self._before = body
        return happened

    def _take(self, action: Action) -> None:
        if action.status == "pending":
            self._waiting.add(action.number)
        else:
            self._waiting.discard(action.number)
        if self._unlogged is None:
            action = replace(action, **EMPTY)
        self.actions[action.number] = action


def unknown(opened: SessionOpened) -> Unlogged:
    """What a log does not have of its session, where nobody knows it: a seat or the host has a token, or has none."""
    seats = [
        UnloggedSeat(nobody_s(opened.session, seat["seat"]) if seat.get("unclaimed") else b"") for seat in opened.seats
    ]
    return Unlogged("unlisted", None, None, b"" if opened.host else None, tuple(seats))
