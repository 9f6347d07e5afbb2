"""Effort: how much work the odds of one request may take, counted in steps and never by the clock."""

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

T = TypeVar("T")

UNBOUNDED = 1 << 62
"""More work than anybody ever does."""


class Effort:
    """The work that odds may still take together, in steps of some three microseconds on an ordinary machine.

    As steps are counted, and what is kept from earlier requests counts as if it were worked out anew, the same request
    comes to the same end on every machine.
    """

    def __init__(self, most: int = UNBOUNDED, within: "Effort | None" = None) -> None:
        """What is taken of it is taken of the effort that it is `within`, too."""
        self.most, self._within = most, within
        self._taken, self._known = 0, set[Hashable]()
        self._made: dict[Hashable, object] = {}

    @property
    def left(self) -> int:
        """How much there still is, never less than nothing."""
        own = max(0, self.most - self._taken)
        return own if self._within is None else min(own, self._within.left)

    @property
    def is_spent(self) -> bool:
        """Whether more work was asked for than there was."""
        return self._taken > self.most or (self._within is not None and self._within.is_spent)

    @property
    def bound(self) -> int:
        """The limit that was exceeded, where one was; else its own."""
        return self._within.bound if self._within is not None and self._within.is_spent else self.most

    def take(self, work: int) -> bool:
        """Count `work`; whether there was enough left."""
        self._taken += work
        has_enough = self._within is None or self._within.take(work)
        return has_enough and self._taken <= self.most

    def take_once(self, what: Hashable, work: int) -> bool:
        """Count `work` for a thing that several odds use, the first time it is used; whether there was enough left."""
        if self.has_taken(what):
            return not self.is_spent
        self._note(what)
        return self.take(work)

    def has_taken(self, what: Hashable) -> bool:
        """Whether a thing that several odds use was counted already."""
        return what in self._known or (self._within is not None and self._within.has_taken(what))

    def once(self, what: Hashable, make: Callable[[], T]) -> T:
        """A thing that several odds of the request use, made for the first of them."""
        if self._within is not None:
            return self._within.once(what, make)
        if what not in self._made:
            self._made[what] = make()
        return cast(T, self._made[what])

    def _note(self, what: Hashable) -> None:
        self._known.add(what)
        if self._within is not None:
            self._within._note(what)
