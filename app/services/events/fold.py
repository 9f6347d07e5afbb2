"""The rows of a session, made by its events one after the other; an event that may not follow is refused."""

from dataclasses import replace
from typing import Any

from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Action, Event, Session
from app.services.access import nobody_s
from app.services.events.action import ActionDeclared, ActionVoided, DeadlinePassed, EntriesAdded
from app.services.events.clocks import ClockExpired
from app.services.events.conditions import seated_by
from app.services.events.event import EventTarget, LogEvent, Misplaced, event_in, evolve
from app.services.events.session import ChainCommitted, PrivateRevealed, SessionOpened, Unlogged, UnloggedSeat

EMPTY: dict[str, Any] = {
    **{name: {} for name in ("situation", "options")},
    **dict.fromkeys(("outcome", "reference", "played_at", "commitment", "resolved_at")),
    **dict.fromkeys(("kind", "created_at"), ""),
    "head": b"",
}
"""What an action is left with where only the order of events matters."""
NOT_OPENED = "a log begins with the opening of its session"

IN_A_ROW = 3
"""How many moves a seat takes back one after the other without asking."""


def comes_of_a_move(entry: Json) -> bool:
    """Whether an entry is more than the choice of who moves: something was rolled, or another chose."""
    return entry["kind"] == "rolled" or (entry["kind"] == "chose" and entry["source"] in ("policy", "host"))


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
        self._past: dict[int, Json] = {}
        self._fell: list[int] = []
        self._replacing: Json | None = None

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
        now.past, now.fell, now.replacing = self._past.get(happened.about or 0), self._fell, self._replacing
        evolve(now, happened)
        self._remember(happened, own)
        if isinstance(happened, ChainCommitted):
            self._commitments[happened.number] = bytes.fromhex(happened.commitment)
        if now.action is not None:
            self._take(now.action)
        self._before = body
        return happened

    def _remember(self, happened: LogEvent, action: Action | None) -> None:
        """Remember what later conditions ask, and no row has.

        Of each action: who plays the roles of the attack in it (`seated`), and whether anything came of it
        (`came_of_it`), so that its seat does not take it back alone; and who made it void (`voided_by`).
        """
        number = happened.about or 0
        past = self._past.setdefault(number, {"seated": None, "came_of_it": False, "voided_by": None})
        match happened:
            case ActionDeclared():
                earlier = [self._past[n]["voided_by"] for n in range(max(1, number - IN_A_ROW), number)]
                past["came_of_it"] = earlier == [happened.logged["sent_by"]] * IN_A_ROW
                self._replacing = None
            case EntriesAdded() if action is not None:
                for entry in happened.entries:
                    past["seated"] = seated_by(entry) or past["seated"]
                is_own = happened.sent_by == action.sent_by and not any(map(comes_of_a_move, happened.entries))
                past["came_of_it"] = past["came_of_it"] or not is_own
            case PrivateRevealed() | DeadlinePassed():
                past["came_of_it"] = True
            case ClockExpired():
                self._fell = [*self._fell, happened.seat]
                for each in self._past.values():
                    each["came_of_it"] = True
            case ActionVoided() if action is not None:
                past["voided_by"] = happened.by
                if happened.by == "seats" and happened.replaced_by is not None:
                    self._replacing = (action.proposal or {}).get("replacement")

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
