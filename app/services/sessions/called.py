"""What a person is called, and whether a text tells it: by whole words, in every script."""

from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import category, normalize

from app.domain.visible import without_ignored
from app.persistence.stored.rows import Seat

LEAST = 3
"""How many letters or digits a name has at least that is looked for in what others wrote."""
DOTS = str.maketrans("\u0131", "i", "\u0307")
"""An i is an i, whether its dot is there or not: in Turkish and Azerbaijani the same name has another i in capitals."""


@dataclass(frozen=True, slots=True)
class Called:
    """What a person is called."""

    names: tuple[str, ...] = ()
    references: tuple[str, ...] = ()

    @classmethod
    def at(cls, *seats: Seat) -> "Called":
        """What those are called who sit at these seats."""
        names, references = [seat.name for seat in seats], [seat.reference for seat in seats]
        return cls(tuple(filter(None, names)), tuple(filter(None, references)))

    def is_just(self, text: str) -> bool:
        """Whether a text is one of the names or references, and nothing else."""
        return folded(text) in [folded(own) for own in (*self.names, *self.references)]

    def is_named_in(self, text: str) -> bool:
        """Whether a text contains a name, one of its words or a reference: as whole words of at least three letters."""
        told = words(text)
        return any(stands_in(wanted, told) for wanted in self._wanted())

    def _wanted(self) -> Iterator[tuple[str, ...]]:
        for name in self.names:
            yield from ((word,) for word in words(name))
        for own in (*self.names, *self.references):
            yield words(own)


def folded(text: str) -> str:
    """A text as it is compared: however its letters are composed, in capitals or not, without what is not drawn."""
    return without_ignored(normalize("NFKC", normalize("NFKC", text).casefold())).translate(DOTS).strip()


def words(text: str) -> tuple[str, ...]:
    """The words of a text: letters and digits in a row, with their marks. What is written without gaps is one word."""
    return tuple("".join(sign if is_of_word(sign) else " " for sign in folded(text)).split())


def is_of_word(sign: str) -> bool:
    """Whether a sign is a part of a word: a letter, a digit, or a mark on one."""
    return sign.isalnum() or category(sign).startswith("M")


def stands_in(wanted: tuple[str, ...], told: tuple[str, ...]) -> bool:
    """Whether words stand in a row in those of a text, and are long enough to be a name there."""
    length = len(wanted)
    if sum(map(len, wanted)) < LEAST:
        return False
    return any(told[start : start + length] == wanted for start in range(len(told) - length + 1))
