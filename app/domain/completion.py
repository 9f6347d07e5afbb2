"""Completion: what a client may leave out of what it sends, because the rulebook knows it, and what is told of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from app.domain.errors import Fact

Sent = Mapping[str, object]
"""A JSON object as it was sent: nothing of it has been checked."""


@dataclass(frozen=True, slots=True)
class Note:
    """What players may want to know of what was sent, though nothing forbids it; its text is `note.<code>`."""

    code: str
    """A kebab-case word that does not change."""
    rule: str
    """The id of the rule that it follows from."""
    place: tuple[str | int, ...] = ()
    """The path to what it is about."""
    params: Mapping[str, Fact] = field(default_factory=dict)
    """What fills the text."""
    words: tuple[str, ...] = ()
    """Those of `params` that are words of the rulebook, and never names of players' things."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence about a setup for those who are to play it; its text is `setup.<name>`."""

    name: str
    """A kebab-case word."""
    params: Mapping[str, Fact] = field(default_factory=dict)
    """What fills the text."""
    counted_by: str | None = None
    """The one of `params` that selects the plural form; None: the text has none."""


@dataclass(frozen=True, slots=True)
class Completion:
    """How what a client sends for a situation, a setup or a choice becomes whole. Pure functions of the rulebook."""

    complete: Callable[[Sent], Sent]
    """What was sent, with all that it leaves out and the rulebook knows; what is whole stays as it is.

    Called when a request is read, before anything of it is checked, and never with what is stored. May raise
    IllegalSituation for what cannot be completed; nothing else.
    """
    may_lack: Mapping[type, tuple[str, ...]]
    """Fields without a default that may be left out, by their dataclass."""
    notes: Callable[[Sent], Iterable[Note]] = lambda _whole: ()
    """What is told of what is whole, beside each answer that shows it. Raises nothing."""
