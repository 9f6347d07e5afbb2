"""Stored names: what facts, questions and moves are called in records, derived from their classes."""

from dataclasses import is_dataclass
from functools import cache
from types import ModuleType
from typing import Literal, get_args, get_origin, get_type_hints


@cache
def stored_name(kind: type) -> str:
    """The class's name in kebab-case: `PairsCompared` is `pairs-compared`. Stored records contain it."""
    name = kind.__name__
    return "".join(f"-{letter}" if letter.isupper() and n else letter for n, letter in enumerate(name)).lower()


def dataclasses_of(module: ModuleType) -> tuple[type, ...]:
    """The public dataclasses that `module` itself, or a file of it, defines, in the order in which it names them."""
    return tuple(
        kind
        for name, kind in vars(module).items()
        if isinstance(kind, type) and is_dataclass(kind) and f"{kind.__module__}.".startswith(f"{module.__name__}.")
        if not name.startswith("_")
    )


def find_kind(move: type) -> str | None:
    """The one value of the field `kind: Literal["..."]` of a class of moves; None without such a field."""
    hint = get_type_hints(move).get("kind")
    values = get_args(hint) if get_origin(hint) is Literal else ()
    return values[0] if len(values) == 1 and isinstance(values[0], str) else None


def kind_of(move: type) -> str:
    """The `kind` of a class of moves. Raises TypeError where it has none."""
    if (kind := find_kind(move)) is None:
        raise TypeError(f'the move {move.__name__} needs a field such as kind: Literal["{stored_name(move)}"]')
    return kind
