"""What a check says."""

from typing import NoReturn


class Nonconforming(AssertionError):
    """A rulebook does not keep what all rulebooks keep; the sentence says what, where, and what to do."""


def refuse(sentence: str) -> NoReturn:
    """Raise Nonconforming."""
    raise Nonconforming(sentence)


def require(holds: bool, sentence: str) -> None:
    """Raise Nonconforming unless a condition holds."""
    if not holds:
        raise Nonconforming(sentence)
