"""The contract as clients/openapi.json has it: without examples, in lines that a difference shows well."""

import json
from collections.abc import Iterator
from typing import Any

WIDTH = 150


def contract(document: dict[str, Any]) -> str:
    """The document without its examples, which the service itself tells at /openapi.json."""
    return laid_out(without_examples(document)) + "\n"


def without_examples(document: dict[str, Any]) -> dict[str, Any]:
    """The same document, where bodies and their schemas have no examples."""
    bare: dict[str, Any] = json.loads(json.dumps(document))
    bare["components"].pop("examples", None)
    operations = [operation for methods in bare["paths"].values() for operation in methods.values()]
    answers = [answer for each in (*operations, bare["components"]) for answer in each.get("responses", {}).values()]
    for body in (*(operation.get("requestBody", {}) for operation in operations), *answers):
        for content in body.get("content", {}).values():
            content.pop("examples", None)
            content.pop("example", None)
    return bare


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
