"""What an opening leaves to its seats: the places of the setup, and what their lists have to keep to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.domain.errors import IllegalSituation
from app.errors import Problem, TextNames
from app.persistence.stored.codec import Json
from app.services.illegal import illegal_situation
from app.services.play.brought import AnyBringing, bringing_of
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.open import RequestedSeat


@dataclass(frozen=True, slots=True)
class SetupSent:
    """The setup of a game as it was sent."""

    value: Any
    """A whole setup of the rulebook, or one in which places are left out."""
    whole: Any
    """The same as a whole one, in which places that are left out are empty."""
    left: tuple[int, ...] = ()
    """The seats whose places are left out."""


def setup_sent(book: Rulebook, body: Any) -> SetupSent:
    """The setup in a body, whose places are those of its seats where it leaves out all of them.

    Raises Problem seats-unclear (422) where `bring` does not name the seats whose places are left out.
    """
    board, _ = board_of(book)
    bringing, brings = board.bringing, getattr(body, "bring", None) or {}
    if bringing is None or not isinstance(body.setup, bringing.setup):
        for seat in brings:
            raise Problem("seats-unclear", at=("bring", seat), reason="place-not-left-out", params={"seat": seat})
        return SetupSent(body.setup, body.setup)
    places = getattr(body.setup, bringing.places)
    count = len(body.seats) or max(map(int, brings), default=0)
    value = body.setup if places else replace(body.setup, **{bringing.places: (None,) * count})
    left = left_out(value, bringing)
    for seat in left or (1,):
        if str(seat) not in brings:
            at = ("setup", bringing.places, seat - 1) if places else ("setup", bringing.places)
            raise Problem("seats-unclear", at=at, reason="nobody-brings", params={"seat": seat})
    for seat in brings:
        if int(seat) not in left:
            raise Problem("seats-unclear", at=("bring", seat), reason="place-not-left-out", params={"seat": seat})
    return SetupSent(value, bringing.complete(value, {}), left)


def left_out(setup: Any, bringing: AnyBringing) -> tuple[int, ...]:
    """The seats whose places a setup leaves out."""
    return tuple(seat for seat, place in enumerate(getattr(setup, bringing.places), 1) if place is None)


def stored_setup(book: Rulebook, sent: SetupSent, options: Any, seats: tuple[int, ...]) -> Json:
    """The setup of a game as JSON. Raises Problem illegal-situation (422) where the rulebook refuses it."""
    board, shapes = board_of(book)
    bringing, shape = board.bringing, shapes.setup
    prepare: Callable[[Any, Any, tuple[int, ...]], None] = board.prepare
    if sent.left and bringing is not None and shapes.bringing is not None:
        prepare, shape = bringing.prepare, shapes.bringing.setup
    stored = shape.dump(sent.value)
    try:
        prepare(sent.value, options, seats)
    except IllegalSituation as illegal:
        raise illegal_situation(illegal, "setup", about=TextNames(stored)) from illegal
    return stored


def bring_of(book: Rulebook, body: Any, sent: SetupSent, options: Any, players: Sequence[RequestedSeat]) -> Json | None:
    """What the list of each seat has to keep to that brings one, as JSON; None where none does.

    Raises Problem: illegal-situation (422) where limits or a reserve are wrong; seats-unclear (422) where a seat that
    the service plays has no reserve.
    """
    if not sent.left:
        return None
    for seat in sent.left:
        check_limits(book, sent, options, seat, body.bring[str(seat)])
        if players[seat - 1].policy is not None and body.bring[str(seat)].reserve is None:
            at = ("bring", str(seat), "reserve")
            raise Problem("seats-unclear", at=at, reason="reserve-needed", params={"seat": seat})
    return limits_sent(book, body, sent)


def limits_sent(book: Rulebook, body: Any, sent: SetupSent) -> Json:
    """What the list of each seat has to keep to that brings one, as JSON."""
    shapes = bringing_of(book)[1] if sent.left else None
    return {str(seat): shapes.limits.dump(body.bring[str(seat)]) for seat in sent.left} if shapes else {}


def with_reserves(book: Rulebook, body: Any, sent: SetupSent) -> Any:
    """The setup with the lists in reserve in the places that are left out; None where there are none."""
    lists = {seat: body.bring[str(seat)].reserve for seat in sent.left}
    there = {seat: list for seat, list in lists.items() if list is not None}
    return bringing_of(book)[0].complete(sent.value, there) if there else None


def check_limits(book: Rulebook, sent: SetupSent, options: Any, seat: int, limits: Any) -> None:
    """Raise Problem illegal-situation (422) where the limits of a seat, or the list in its reserve, are wrong."""
    bringing, _ = bringing_of(book)
    check_list(bringing, sent, options, limits, None, "bring", str(seat))
    if limits.reserve is not None:
        check_list(bringing, sent, options, limits, limits.reserve, "bring", str(seat), "reserve")


def check_list(bringing: AnyBringing, sent: SetupSent, options: Any, limits: Any, list: Any, *place: str) -> None:
    """Raise Problem illegal-situation (422) where a list, or without one its limits, are wrong. `place`: of either."""
    try:
        bringing.check(sent.value, options, limits, list)
    except IllegalSituation as illegal:
        raise illegal_situation(illegal, *place) from illegal
