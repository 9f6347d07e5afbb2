"""Bringing: how a game begins whose setup leaves places to their seats, each of which brings a list of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

U = TypeVar("U")
W = TypeVar("W")
L = TypeVar("L")
B = TypeVar("B")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Bringing(Generic[U, W, L, B, P]):
    """What a rulebook gives so that seats can bring their own: the types, and pure functions.

    The service keeps each list from everybody else until all lie there. So a list is checked by itself, with what
    everybody knows: whatever passes `check` has to make a setup that the board's `prepare` lets pass, beside any
    other lists that do.
    """

    setup: type[W]
    """The dataclass of a setup in which places are left out."""
    places: str
    """The field of `setup` with an entry for each seat, seat 1 first; it is None where the seat brings its own."""
    list: type[L]
    """The dataclass of what a seat brings."""
    limits: type[B]
    """A frozen dataclass of what a list has to keep to, with a default for every field; its field `reserve`, a list or
    None, stands in for a seat that brings none."""
    prepare: Callable[[W, P, tuple[int, ...]], None]
    """Called with the setup, the options and the seats (1, 2, …) before the game is opened, as the board's own is.

    Raises IllegalSituation or IllegalOption where they do not fit, whatever is brought; nothing else.
    """
    check: Callable[[W, P, B, L | None], None]
    """Called with what one seat brings and the limits that it has; None: the limits alone are checked.

    Raises IllegalSituation, with the path in the list, or in the limits; nothing else. `raise_all` tells all faults.
    """
    complete: Callable[[W, Mapping[int, L]], U]
    """Gives the whole setup with the list of each seat; a place without a list stays empty. Raises nothing.

    What has the same id in several lists gets ids of its own.
    """
