"""What seats do beside the rules: they give to the dice, bring lists, are handed over, call a judge; the host looks."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from app.domain.fairness import seat_commitment
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import raw_id
from app.services.access import is_unclaimed
from app.services.events.asked import COMMIT, asked_of_seats, is_waived
from app.services.events.event import EventTarget, InLog, LogEvent, event, require, require_seat
from app.services.events.shapes import SentBy, SentBySeat


def nothing_given() -> Json:
    """By the number of a seat: what it is committed to, what it revealed, both in hex, and who waived it."""
    return {"committed": {}, "revealed": {}, "waived": {}}


def nothing_brought(limits: Json) -> Json:
    """By the number of a seat: what its list has to keep to. Which have a reserve, which have brought, who refused."""
    reserves = [int(seat) for seat, limit in limits.items() if limit.get("reserve") is not None]
    told = {seat: {name: value for name, value in limit.items() if name != "reserve"} for seat, limit in limits.items()}
    return {"limits": told, "reserves": reserves, "brought": [], "refused": None}


class GivesShare(LogEvent):
    """The base of what seats contribute to the dice."""

    seat: int

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require_seat(now, self.seat)
        require(now.session.entropy is not None, "the seats give no entropy in this session")
        require(now.session.last_number == 0, "entropy is fixed before the first action")
        require(self.is_due(now), "the seat may not give this now")

    def is_due(self, now: EventTarget) -> bool:
        """Whether the seat may contribute this now, where entropy is not fixed yet."""
        raise NotImplementedError

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

    def is_due(self, now: EventTarget) -> bool:
        given = now.session.entropy or nothing_given()
        return not given["revealed"] and str(self.seat) not in given["committed"]

    def given(self, known: Json) -> Json:
        return {**known, "committed": {**known["committed"], str(self.seat): self.commitment}}


@event("seat-revealed")
class SeatRevealed(GivesShare):
    """A seat revealed what it contributes to the dice."""

    seat: int
    """The number of the seat."""
    entropy: str
    """The 32 bytes to which it was committed, in hex."""

    def is_due(self, now: EventTarget) -> bool:
        given = now.session.entropy or nothing_given()
        commitment = seat_commitment(raw_id(now.session.id), self.seat, bytes.fromhex(self.entropy)).hex()
        is_first = str(self.seat) not in given["revealed"] and COMMIT not in asked_of_seats(now.session).values()
        return is_first and commitment == given["committed"].get(str(self.seat))

    def given(self, known: Json) -> Json:
        return {**known, "revealed": {**known["revealed"], str(self.seat): self.entropy}}


@event("seat-waived")
class SeatWaived(GivesShare):
    """Somebody goes on without what a seat contributes to the dice; the host can, or all other seats together."""

    seat: int
    """The number of the seat."""
    by: Annotated[Any, InLog(SentBy)]
    """Who goes on without it."""

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require(self.by not in ({"seat": self.seat}, "service"), "others go on without a seat, not itself")

    def is_due(self, now: EventTarget) -> bool:
        return not is_waived(now.session, self.seat)

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

    def check(self, now: EventTarget) -> None:
        super().check(now)
        bring = now.session.bring
        is_asked = bring is not None and str(self.seat) in bring["limits"] and now.session.last_number == 0
        require(is_asked, "the seat brings no list now")
        is_own = self.by == {"seat": self.seat} or (self.by == "service" and self.seat in (bring or {})["reserves"])
        require(is_own, "a list is brought by its own seat, or from its reserve")

    def apply(self, now: EventTarget) -> None:
        if (known := now.session.bring) is not None:
            now.session.bring = {**known, "brought": sorted({*known["brought"], self.seat})}


@event("list-refused")
class ListRefused(LogEvent):
    """A seat refused the lists that were shown, with which the game ended before its first move."""

    seat: int
    """The number of the seat."""

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require_seat(now, self.seat)
        is_shown = now.session.bring is not None and now.session.last_number == 1
        require(is_shown, "lists are refused once they are shown, before the first move")

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

    def check(self, now: EventTarget) -> None:
        if self.seat:
            require_seat(now, self.seat)

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

    def check(self, now: EventTarget) -> None:
        super().check(now)
        require_seat(now, self.seat)
        require(now.session.hides, "nothing is hidden in this session")


@event("judge-called")
class JudgeCalled(LogEvent):
    """A judge is wanted at the table, or no more."""

    wanted: bool
    """Whether one is wanted; the newest of these events counts."""
    by: Annotated[Any, InLog(SentBy)]
    """Who called."""
