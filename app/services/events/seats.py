"""What seats do beside the rules: they contribute to the dice, are handed over, call a judge; the host looks."""

from typing import Annotated, Any, Literal

from app.persistence.stored.codec import Json
from app.services.events.event import Happened, InLog, Present, event
from app.services.events.shapes import SentBy, SentBySeat


def nothing_given() -> Json:
    """By the number of a seat: what it is committed to, what it revealed, both in hex, and who waived it."""
    return {"committed": {}, "revealed": {}, "waived": {}}


class GivesShare(Happened):
    """The base of what seats contribute to the dice."""

    def given(self, known: Json) -> Json:
        """What all seats have contributed, after what they had before."""
        raise NotImplementedError

    def apply(self, now: Present) -> None:
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

    def given(self, known: Json) -> Json:
        return {**known, "committed": {**known["committed"], str(self.seat): self.commitment}}


@event("seat-revealed")
class SeatRevealed(GivesShare):
    """A seat revealed what it contributes to the dice."""

    seat: int
    """The number of the seat."""
    entropy: str
    """The 32 bytes to which it was committed, in hex."""

    def given(self, known: Json) -> Json:
        return {**known, "revealed": {**known["revealed"], str(self.seat): self.entropy}}


@event("seat-waived")
class SeatWaived(GivesShare):
    """Somebody goes on without what a seat contributes to the dice; it counts for the host, or for all other seats."""

    seat: int
    """The number of the seat."""
    by: Annotated[Any, InLog(SentBy)]
    """Who goes on without it."""

    def given(self, known: Json) -> Json:
        by = [*known["waived"].get(str(self.seat), ()), self.by]
        return {**known, "waived": {**known["waived"], str(self.seat): by}}


@event("seat-changed")
class SeatChanged(Happened):
    """Something changed about a seat."""

    seat: int
    """The number of the seat; 0 is the place of the host."""
    change: Literal["token-renewed", "claimed"]
    """What changed; the seat has a new token, and the old one ended. `claimed`: by a claim that `by` has made."""
    by: Annotated[Any, InLog(Literal["host", "owner"] | SentBySeat)]
    """Who changed it; `owner`: the API key that opened the session."""


@event("seat-looked")
class SeatLooked(Happened):
    """The host looked for the first time at what only a seat may see, or played for it."""

    seat: int
    """The number of the seat."""
    by: Literal["host"]
    """Always `host`."""


@event("judge-called")
class JudgeCalled(Happened):
    """A judge is wanted at the table, or no more."""

    wanted: bool
    """Whether one is wanted; the newest of these events counts."""
    by: Annotated[Any, InLog(SentBy)]
    """Who called."""
