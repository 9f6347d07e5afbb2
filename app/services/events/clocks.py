"""What happens to the clocks of players: they start and stop, fall, or are halted at the table."""

from typing import Annotated, Any

from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session
from app.services.events.conditions import (
    IS_BY_SERVICE,
    OPEN,
    PLAYS_ON,
    Condition,
    all_of,
    any_of,
    has_host,
    is_absent,
    is_one_of,
    is_there,
    sent_by_somebody,
    text,
)
from app.services.events.event import EventTarget, InLog, LogEvent, event
from app.services.events.shapes import SentBy


def new_clock(terms: Json) -> Json:
    """The clock of a game as its opening asks for it: it runs, and no seat wants it halted.

    Since the service has clocks stand until the players have come, an event right after the opening says so; from then
    on `waits` tells whether they have not yet.
    """
    return {**terms, "running": True, "agreed": []}


def full_clocks(clock: Json, seats: list[int]) -> Json:
    """What is left to each of these seats before the game."""
    return {str(seat): {"left_ms": clock["seconds"] * 1000, "since": None} for seat in seats}


def is_by_turns(session: Session) -> bool:
    """Whether the clocks stood until the players came: then turns give the increment, and proposals stop no clock."""
    return "waits" in (session.clock or {})


HAS_CLOCKS = Condition("the session has no clocks", is_there("clock"))
STOP_AT_CLOSE = all_of(
    ["=", ["size", "event.running"], 0],
    is_one_of("before.type", "session-closed", "private-revealed", "seeds-revealed"),
)
"""Whether it is the close of the session that stops the clocks."""

MOST_LEFT = ["+", "clock.seconds", ["*", "clock.increment", "last_number"]]
"""How many seconds a clock has at most, with an increment for each action so far."""


@event("clocks-changed")
class ClocksChanged(LogEvent):
    """Clocks started, stopped or got their increment."""

    left_ms: Annotated[Json, InLog(dict[str, int])]
    """What is left to each player, by the number of the seat, in milliseconds."""
    running: list[int]
    """The seats whose clocks run from now on."""

    conditions = (
        *(Condition(each.why, any_of(each.holds, STOP_AT_CLOSE)) for each in (OPEN, HAS_CLOCKS)),
        Condition(
            "these are not the clocks of the session",
            all_of(
                ["within", ["keys", "event.left_ms"], ["keys", "clocks"]],
                ["within", ["keys", "clocks"], ["keys", "event.left_ms"]],
                ["within", "event.running", ["numbers", "clocks"]],
            ),
        ),
        Condition(
            "a clock has less than nothing, or more than it can have",
            ["between", ["values", "event.left_ms"], 0, ["*", 1000, MOST_LEFT]],
        ),
    )

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

    conditions = (
        *PLAYS_ON,
        HAS_CLOCKS,
        Condition("its clock does not run", is_there(["at", ["at", "clocks", "event.seat"], text("since")])),
        Condition("its flag is not that of the opening", ["=", "event.flag", "clock.flag"]),
    )

    def apply(self, now: EventTarget) -> None:
        now.session.clocks = {**(now.session.clocks or {}), str(self.seat): {"left_ms": 0, "since": None}}


WANT = ["+", "clock.agreed", ["list", "event.by.seat"]]
TAKES_BACK = all_of(is_absent("event.agreed"), ["=", "event.running", "clock.running"])
ASKS_OTHERS = all_of(is_there("event.agreed"), ["within", "event.agreed", WANT], ["within", WANT, "event.agreed"])
IS_AGREED = all_of(is_absent("event.agreed"), ["within", "voices", WANT])
"""Whether a seat takes back that it wants clocks switched, wants it as the first, or as the last of all."""
STANDS_AT_FIRST = all_of(["not", "event.running"], ["=", "before.type", text("session-opened")])
BEGINS = all_of("event.running", ["=", "clock.waits", True])


@event("clock-switched")
class ClockSwitched(LogEvent):
    """Somebody wants all clocks halted, or to go on."""

    running: bool
    """Whether they are to run."""
    by: Annotated[Any, InLog(SentBy)]
    """Who wants that."""
    agreed: list[int] | None = None
    """The seats that want it, as long as not all do; else absent."""

    conditions = (
        *PLAYS_ON,
        HAS_CLOCKS,
        sent_by_somebody("event.by", "service"),
        has_host(),
        Condition(
            "not every seat wants the clocks so",
            any_of(is_one_of("event.by", "host", "service"), TAKES_BACK, ASKS_OTHERS, IS_AGREED),
        ),
        Condition(
            "the service only has clocks stand right after the opening, and run once after that",
            any_of(["not", IS_BY_SERVICE], STANDS_AT_FIRST, BEGINS),
        ),
    )

    def apply(self, now: EventTarget) -> None:
        clock = now.session.clock or {}
        running = self.running if self.agreed is None else clock["running"]
        is_first = self.by == "service" and not running
        waits = {"waits": is_first or (clock["waits"] and not running)} if is_first or "waits" in clock else {}
        now.session.clock = {**clock, "running": running, "agreed": self.agreed or [], **waits}
