"""What happens to the clocks of players: they start and stop, fall, or are halted at the table."""

from typing import Annotated, Any

from app.persistence.stored.codec import Json
from app.services.events.conditions import OPEN, Condition, all_of, has_host, is_one_of, is_there
from app.services.events.event import EventTarget, InLog, LogEvent, event
from app.services.events.shapes import SentBy


def new_clock(terms: Json) -> Json:
    """The clock of a game as its opening asks for it: it runs, and no seat wants it halted."""
    return {**terms, "running": True, "agreed": []}


def full_clocks(clock: Json, seats: list[int]) -> Json:
    """What is left to each of these seats before the game."""
    return {str(seat): {"left_ms": clock["seconds"] * 1000, "since": None} for seat in seats}


HAS_CLOCKS = Condition("the session has no clocks", is_there("clock"))
STOP_AT_CLOSE = all_of(
    ["=", ["size", "event.running"], 0],
    is_one_of("before.type", "session-closed", "private-revealed", "seeds-revealed"),
)
"""Whether it is the close of the session that stops the clocks."""


@event("clocks-changed")
class ClocksChanged(LogEvent):
    """Clocks started, stopped or got their increment."""

    left_ms: Annotated[Json, InLog(dict[str, int])]
    """What is left to each player, by the number of the seat, in milliseconds."""
    running: list[int]
    """The seats whose clocks run from now on."""

    conditions = tuple(Condition(each.why, ["or", each.holds, STOP_AT_CLOSE]) for each in (OPEN, HAS_CLOCKS))

    def apply(self, now: EventTarget) -> None:
        now.session.clocks = {
            seat: {"left_ms": left, "since": now.at if int(seat) in self.running else None}
            for seat, left in self.left_ms.items()
        }


@event("clock-expired")
class ClockExpired(LogEvent):
    """The time of a player was over."""

    seat: int
    """The number of the seat."""
    flag: str
    """What happens then. `lose`: the others win; else the policy that plays on for the seat."""

    conditions = (OPEN, HAS_CLOCKS)

    def apply(self, now: EventTarget) -> None:
        now.session.clocks = {**(now.session.clocks or {}), str(self.seat): {"left_ms": 0, "since": None}}


@event("clock-switched")
class ClockSwitched(LogEvent):
    """Somebody wants all clocks halted, or to go on."""

    running: bool
    """Whether they are to run."""
    by: Annotated[Any, InLog(SentBy)]
    """Who wants that."""
    agreed: list[int] | None = None
    """The seats that want it, as long as not all do; else absent."""

    conditions = (OPEN, HAS_CLOCKS, has_host())

    def apply(self, now: EventTarget) -> None:
        clock = now.session.clock or {}
        running = self.running if self.agreed is None else clock["running"]
        now.session.clock = {**clock, "running": running, "agreed": self.agreed or []}
