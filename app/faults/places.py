"""Where in a body an error is: pydantic's `loc` without the members of unions, which are not in the body."""

from collections.abc import Sequence

from app.errors import Path


def path_in(loc: Sequence[str | int], body: object, *, named: bool = False) -> Path:
    """The path to a value in the body; `named`: the last part is a field that the body lacks."""
    path: list[str | int] = []
    at = body
    for n, part in enumerate(loc):
        is_place = isinstance(at, list) and isinstance(part, int) and part < len(at)
        is_there = part in at if isinstance(at, dict) else is_place
        if is_there:
            at = at[part]  # type: ignore[index]
        if is_there or (named and n == len(loc) - 1):
            path.append(part)
    return tuple(path)


def value_at(path: Path, body: object) -> object:
    """The value at a path that is in the body; None where it is not."""
    for part in path:
        if isinstance(body, dict):
            body = body.get(part)
        elif isinstance(body, list) and isinstance(part, int) and part < len(body):
            body = body[part]
        else:
            return None
    return body
