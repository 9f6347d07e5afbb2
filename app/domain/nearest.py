"""The known name that may have been meant by one that is not known."""

from collections.abc import Iterable

# rapidfuzz is imported when a name is not known: it takes long, and most names are.

ALIKE = 65
"""How similar two names must be, in percent, for one to be told in place of the other."""

LONGEST = 100
"""How many letters of a name are compared."""


def nearest(sent: object, known: Iterable[str], alike: int = ALIKE) -> str | None:
    """The known name that is most similar to `sent`, whatever the case; None where none is similar."""
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import extractOne

    found = extractOne(str(sent)[:LONGEST], list(known), scorer=ratio, processor=str.lower, score_cutoff=alike)
    return found[0] if found else None


def likeness(sent: str, known: str) -> float:
    """How similar two names are, from 0 to 1, whatever the case; 0 where neither would be told for the other."""
    from rapidfuzz.fuzz import ratio

    return ratio(sent[:LONGEST], known, processor=str.lower, score_cutoff=ALIKE) / 100


def closest(sent: str, known: Iterable[str], most: int) -> tuple[str, ...]:
    """The known names that differ least from `sent`, by at most so many letters: wrong, missing, extra or swapped."""
    from rapidfuzz.distance import OSA

    apart = {name: OSA.distance(sent[:LONGEST], name, score_cutoff=most) for name in known}
    least = min(apart.values(), default=most + 1)
    return tuple(name for name, letters in apart.items() if letters == least) if least <= most else ()
