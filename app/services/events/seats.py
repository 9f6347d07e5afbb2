"""What seats do beside the rules: they give to the dice, bring lists, are handed over, call a judge; the host looks."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from app.persistence.stored.codec import Json
from app.services.access import is_unclaimed
from app.services.events.asked import COMMIT, RESERVE
from app.services.events.conditions import (
    AFTER_DEADLINE,
    EXISTING_SEAT,
    IN_TIME,
    IS_BY_SERVICE,
    NOT_LOST,
    OPEN,
    PLAYS_ON,
    Condition,
    all_of,
    any_of,
    has_host,
    is_absent,
    is_there,
    sent_by_somebody,
    text,
    when,
)
from app.services.events.event import EventTarget, InLog, LogEvent, event
from app.services.events.shapes import SentBy, SentBySeat


def nothing_given() -> Json:
    """By the number of a seat: what it is committed to, what it revealed, both in hex, and who waived it."""
    return {"committed": {}, "revealed": {}, "waived": {}}


def nothing_brought(limits: Json) -> Json:
    """By the number of a seat: what its list has to keep to. Which have a reserve, which have brought, who refused."""
    reserves = [int(seat) for seat, limit in limits.items() if limit.get("reserve") is not None]
    told = {seat: {name: value for name, value in limit.items() if name != "reserve"} for seat, limit in limits.items()}
    return {"limits": told, "reserves": reserves, "brought": [], "refused": None}


GIVES = (
    *PLAYS_ON,
    EXISTING_SEAT,
    Condition("the seats give no entropy in this session", is_there("entropy")),
    Condition("entropy is fixed before the first action", ["=", "last_number", 0]),
)
DUE = "the seat may not give this now"


class GivesShare(LogEvent):
    """The base of what seats contribute to the dice."""

    seat: int

    def given(self, known: Json) -> Json:
        """What all seats have contributed, after what they had before."""
        raise NotImplementedError

    def apply(self, now: EventTarget) -> None:
        session = now.session
        if session.entropy is not None:
            session.entropy = self.given(session.entropy)
            session.mixed = 0 < session.seat_count == len(session.entropy["revealed"])


@event("seat-committed")
class SeatCommitted(GivesShare):
    """A seat committed itself to what it contributes to the dice."""

    seat: int
    """The number of the seat."""
    commitment: str
    """The commitment, in hex."""

    conditions = (
        *GIVES,
        Condition(
            DUE,
            all_of(
                ["=", ["size", ["keys", "entropy.revealed"]], 0], is_absent(["at", "entropy.committed", "event.seat"])
            ),
        ),
    )

    def given(self, known: Json) -> Json:
        return {**known, "committed": {**known["committed"], str(self.seat): self.commitment}}


@event("seat-revealed")
class SeatRevealed(GivesShare):
    """A seat revealed what it contributes to the dice."""

    seat: int
    """The number of the seat."""
    entropy: str
    """The 32 bytes to which it was committed, in hex."""

    conditions = (
        *GIVES,
        Condition(
            DUE,
            all_of(
                is_absent(["at", "entropy.revealed", "event.seat"]),
                ["not", ["in", text(COMMIT), ["values", "due"]]],
                ["=", ["commitment", "id", "event.seat", "event.entropy"], ["at", "entropy.committed", "event.seat"]],
            ),
        ),
    )

    def given(self, known: Json) -> Json:
        return {**known, "revealed": {**known["revealed"], str(self.seat): self.entropy}}


@event("seat-waived")
class SeatWaived(GivesShare):
    """Somebody goes on without what a seat contributes to the dice; the host can, or all other seats together."""

    seat: int
    """The number of the seat."""
    by: Annotated[Any, InLog(SentBy)]
    """Who goes on without it."""

    conditions = (
        *GIVES,
        Condition(DUE, ["not", ["in", "event.seat", "waived"]]),
        Condition(
            "others go on without a seat, not itself",
            ["not", any_of(IS_BY_SERVICE, ["=", "event.by.seat", "event.seat"])],
        ),
        sent_by_somebody("event.by"),
        has_host(),
    )

    def given(self, known: Json) -> Json:
        by = [*known["waived"].get(str(self.seat), ()), self.by]
        return {**known, "waived": {**known["waived"], str(self.seat): by}}


@event("list-brought")
class ListBrought(LogEvent):
    """A seat brought a list of its own for the setup of the game. A later one of the same seat replaces it."""

    seat: int
    """The number of the seat."""
    list: Annotated[Any, InLog(dict[str, Any])]
    """The list: private, until all have brought theirs; one that was replaced stays so."""
    by: Annotated[Any, InLog(SentBy)]
    """Who brought it: the seat; or the service, the list that is in reserve."""

    conditions = (
        *(OPEN, NOT_LOST),
        Condition(
            "the seat brings no list now",
            all_of(is_there(["at", "bring.limits", "event.seat"]), ["=", "last_number", 0]),
        ),
        Condition(
            "a list is brought by its own seat, or from its reserve",
            any_of(
                ["=", "event.by.seat", "event.seat"],
                all_of(["=", "event.by", text("service")], ["in", "event.seat", "bring.reserves"]),
            ),
        ),
        Condition(
            "the service brings a list only for a seat that it plays, or whose time is over",
            when(
                IS_BY_SERVICE,
                any_of(
                    is_there(["at", "players", "event.seat"]),
                    all_of(AFTER_DEADLINE, ["=", "before.seat", "event.seat"], ["=", "before.policy", text(RESERVE)]),
                ),
            ),
        ),
        Condition(IN_TIME.why, when(AFTER_DEADLINE, all_of(IS_BY_SERVICE, ["=", "before.seat", "event.seat"]))),
    )

    def apply(self, now: EventTarget) -> None:
        if (known := now.session.bring) is not None:
            now.session.bring = {**known, "brought": sorted({*known["brought"], self.seat})}


@event("list-refused")
class ListRefused(LogEvent):
    """A seat refused the lists that were shown, with which the game ended before its first move."""

    seat: int
    """The number of the seat."""

    conditions = (
        *PLAYS_ON,
        EXISTING_SEAT,
        Condition(
            "lists are refused once they are shown, before the first move",
            all_of(is_there("bring"), ["=", "last_number", 1]),
        ),
    )

    def apply(self, now: EventTarget) -> None:
        if (known := now.session.bring) is not None:
            now.session.bring = {**known, "refused": self.seat}


@event("seat-changed")
class SeatChanged(LogEvent):
    """Something changed about a seat."""

    seat: int
    """The number of the seat; 0 is the place of the host."""
    change: Literal["token-renewed", "claimed", "joined"]
    """What changed; the seat has a new token, and the old one ended. `claimed`: by a claim that `by` has made;
    `joined`: by its player, who sat at the table of which this is the rematch."""
    by: Annotated[Any, InLog(Literal["host", "owner"] | SentBySeat)]
    """Who changed it; `owner`: the API key that opened the session."""

    conditions = (
        Condition(EXISTING_SEAT.why, any_of(["=", "event.seat", 0], EXISTING_SEAT.holds)),
        sent_by_somebody("event.by", "owner"),
        has_host(),
    )

    def apply(self, now: EventTarget) -> None:
        session = now.session
        session.seats = tuple(
            replace(seat, token=b"") if seat.seat == self.seat and is_unclaimed(seat) else seat
            for seat in session.seats
        )


@event("seat-looked")
class SeatLooked(LogEvent):
    """The host looked for the first time at what only a seat may see, or played for it."""

    seat: int
    """The number of the seat."""
    by: Literal["host"]
    """Always `host`."""

    conditions = (
        *PLAYS_ON,
        EXISTING_SEAT,
        Condition("nothing is hidden in this session", ["=", "hides", True]),
        has_host(),
    )


@event("judge-called")
class JudgeCalled(LogEvent):
    """A judge is wanted at the table, or no more."""

    wanted: bool
    """Whether one is wanted; the newest of these events counts."""
    by: Annotated[Any, InLog(SentBy)]
    """Who called."""

    conditions = (*PLAYS_ON, sent_by_somebody("event.by"), has_host())
