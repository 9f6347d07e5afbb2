"""Finds in a JSON schema what a place of a request may hold: the names of its fields, and an example."""

from collections.abc import Iterator
from typing import Any, cast

from app.errors import Path

Json = dict[str, Any]
ANY_TEXT = "…"
"""What an example has in the place of a text."""
SHOWN = 3
"""How many fields an example has where none is required."""


class Schema:
    """The JSON schema of a body, read along a path."""

    def __init__(self, root: Json) -> None:
        self._root = root

    def names(self, path: Path, body: object) -> list[str]:
        """The names of the fields that the object at `path` may have, in the order of the schema."""
        return list(dict.fromkeys(name for node in self._at(path, body) for name in node.get("properties", ())))

    def example(self, path: Path, body: object) -> object:
        """An object that fits at `path`; None where the schema knows none with fields."""
        nodes = (node for node in self._at(path, body) if node.get("properties"))
        return next((self._example(node, 0) for node in nodes), None)

    def value(self, path: Path, body: object) -> object:
        """The least that fits at `path`; None where the schema does not know the place."""
        found = next((self._example(node, 0) for node in self._at(path, body)), None)
        return "x" if found == ANY_TEXT else found

    def _at(self, path: Path, body: object) -> list[Json]:
        """The schemas that the value at `path` may fit."""
        nodes = list(self._members(self._root, body))
        for part in path:
            body = _inside(body, part)
            children = [child for node in nodes for child in _children(node, part)]
            nodes = [member for child in children for member in self._members(child, body)]
        return nodes

    def _members(self, node: Json, value: object) -> Iterator[Json]:
        """A schema, or the members of its union; where a field of the value tells which one, only this."""
        node = self._resolved(node)
        members = node.get("anyOf") or node.get("oneOf")
        if members is None:
            yield node
            return
        by = node.get("discriminator", {}).get("propertyName", "")
        tag = _inside(value, by)
        named = [member for member in members if isinstance(tag, str) and self._has_tag(member, by, tag)]
        for member in named or members:
            yield from self._members(member, value)

    def _has_tag(self, member: Json, by: str, tag: str) -> bool:
        """Whether the field `by` of a member of a union may hold this value."""
        field = self._resolved(self._resolved(member).get("properties", {}).get(by, {}))
        return tag == field.get("const") or tag in field.get("enum", ())

    def _resolved(self, node: Json) -> Json:
        while "$ref" in node:
            node = self._root["$defs"][node["$ref"].rpartition("/")[2]]
        return node

    def _example(self, node: Json, depth: int) -> object:
        """A value that fits: the default where there is one, else the least."""
        if "default" in node and node["default"] is not None:
            return cast(object, node["default"])
        node = next(self._members(node, None))
        for told in ("const", "default"):
            if node.get(told) is not None:
                return cast(object, node[told])
        if "enum" in node:
            return cast(object, node["enum"][0])
        if "properties" in node and depth < SHOWN:
            names = node.get("required") or usual(node["properties"])
            return {name: self._example(node["properties"][name], depth + 1) for name in names}
        plain = {"integer": max(1, node.get("minimum", 1)), "string": ANY_TEXT, "boolean": True, "array": []}
        return plain.get(node.get("type", ""), {})


def usual(fields: Json) -> list[str]:
    """The fields of an example that needs none: the first alone, if it may be null; others go without it."""
    first, *others = fields
    return [first] if fields[first].get("default", "") is None else [first, *others[: SHOWN - 1]]


def _inside(value: object, part: str | int) -> object:
    if isinstance(value, dict):
        return value.get(part)
    return value[part] if isinstance(value, list) and isinstance(part, int) and part < len(value) else None


def _children(node: Json, part: str | int) -> Iterator[Json]:
    if isinstance(part, int):
        places = node.get("prefixItems", [])
        child = places[part] if part < len(places) else node.get("items")
    else:
        others = [*node.get("patternProperties", {}).values(), node.get("additionalProperties")]
        child = node.get("properties", {}).get(part) or next((other for other in others if other), None)
    if isinstance(child, dict):
        yield child
