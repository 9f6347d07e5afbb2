"""Whether a generated client has read all of an answer."""

import re
from datetime import datetime

import attrs

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def plain(value):
    """JSON as it can be compared: a time is a moment, whatever its spelling."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, str) and TIME.fullmatch(value):
        return datetime.fromisoformat(value).timestamp()
    return value


def others(value):
    """The open members in what the client read."""
    if attrs.has(type(value)):
        if "Other" in type(value).__name__:
            yield type(value).__name__
        for field in attrs.fields(type(value)):
            yield from others(getattr(value, field.name))
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from others(part)


def is_read_whole(told, parsed):
    """Whether the client read an answer, knew all that is in it, and writes the same again."""
    assert parsed is not None, told
    assert list(others(parsed)) == [], told
    assert plain(parsed.to_dict()) == plain(told)
    return True
