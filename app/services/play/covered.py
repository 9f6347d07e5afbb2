"""What lies face down in the situations of rulebooks whose scripts take it open: hidden by its place in a list."""

from typing import Any

from app.domain.record import Audience, Record
from app.persistence.stored.codec import Json
from app.persistence.stored.private import bare, is_mark, mark, opened
from app.services.rulebooks.registry import Rulebook


def covered(book: Rulebook, situation: Json, to: Audience, number: int) -> Json:
    """The situation of action `number` as it is stored: what lies face down in it is for those in `to` only."""
    found = {
        name: [mark(one, to, f"{number}:{name}.{n}") for n, one in enumerate(situation[name])] for name in stacks(book)
    }
    return situation | found


def uncovered(book: Rulebook, data: Any) -> Any:
    """A stored situation or outcome as the rulebook takes it, with all that is there."""
    return bare(data) if stacks(book) else data


def turned_up(book: Rulebook, situation: Json, record: Record) -> tuple[str, ...]:
    """The tags of what a record has turned up of a stored situation."""
    covers = book.ruleset.covers
    counts = covers.turned_up(record) if covers else {}
    return tuple(one["tag"] for name, n in counts.items() for one in situation[name][:n] if is_mark(one))


def rest_covered(book: Rulebook, situation: Json, outcome: Json, revealed: tuple[str, ...]) -> Json:
    """An outcome in which what is left of a stored situation is hidden as it was there, but for parts of these tags."""
    left = {
        name: opened(situation[name][len(situation[name]) - len(outcome["after"][name]) :], revealed)
        for name in stacks(book)
    }
    return outcome | {"after": outcome["after"] | left} if left else outcome


def stacks(book: Rulebook) -> tuple[str, ...]:
    """The lists of a situation in which things lie face down; none for most rulebooks."""
    covers = book.ruleset.covers if book.is_installed else None
    return covers.stacks if covers else ()
