"""Hides the face-down cards of a stored situation, for rulebooks whose script needs their values."""

from typing import Any

from app.domain.record import Audience, Record
from app.persistence.stored.codec import Json
from app.persistence.stored.private import is_private_value, opened, unwrap_private, wrap_private
from app.services.rulebooks.registry import Rulebook


def hide_face_down(book: Rulebook, situation: Json, to: Audience, number: int) -> Json:
    """The situation of action `number` as it is stored: only those in `to` may read its face-down cards."""
    found = {
        name: [wrap_private(one, to, f"{number}:{name}.{n}") for n, one in enumerate(situation[name])]
        for name in stacks(book)
    }
    return situation | found


def restore_face_down(book: Rulebook, data: Any) -> Any:
    """A stored situation or outcome with the values of its face-down cards, as the script needs them."""
    return unwrap_private(data) if stacks(book) else data


def turned_up(book: Rulebook, situation: Json, record: Record) -> tuple[str, ...]:
    """The tags of what a record has turned up of a stored situation."""
    covers = book.ruleset.covers
    counts = covers.turned_up(record) if covers else {}
    return tuple(one["tag"] for name, n in counts.items() for one in situation[name][:n] if is_private_value(one))


def hide_what_is_left(book: Rulebook, situation: Json, outcome: Json, revealed: tuple[str, ...]) -> Json:
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
