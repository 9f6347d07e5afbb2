"""The contract as clients/openapi.json has it: in lines that a difference shows well."""

import json
from collections.abc import Iterator
from typing import Any

WIDTH = 150


def laid_out(value: Any, indent: int = 0) -> str:
    """JSON with a line for whatever fits into one: a field of a schema is one line, and so is its difference."""
    short = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or (len(short) + indent <= WIDTH and depth(value) <= 3):
        return short
    begin, end = "{}" if isinstance(value, dict) else "[]"
    inner = ",\n".join(" " * (indent + 1) + part for part in parts(value, indent + 1))
    return f"{begin}\n{inner}\n{' ' * indent}{end}"


def parts(value: Any, indent: int) -> Iterator[str]:
    """What stands in a list or an object, laid out."""
    for place in value if isinstance(value, dict) else range(len(value)):
        name = f"{json.dumps(place, ensure_ascii=False)}: " if isinstance(value, dict) else ""
        yield name + laid_out(value[place], indent)


def depth(value: Any) -> int:
    """How deep lists and objects stand in each other."""
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(depth, value.values() if isinstance(value, dict) else value), default=0)
