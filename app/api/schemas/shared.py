"""What many operations have in common stands once in the document, and they refer to it."""

import json
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from app.api.schemas.shapes import Schema, operations
from app.services.rulebooks.names import title_case

Use = tuple[Any, Any, str]
"""Where a part of the document stands, the list or object and the place in it; and what the part would be called."""


def share(document: Schema) -> None:
    """Move headers, parameters and refusals that are told alike several times to the document's components."""
    for kind, uses in (("headers", headers), ("parameters", parameters), ("responses", refusals)):
        found = list(uses(document))
        told = Counter(spelled(place[key]) for place, key, _ in found)
        several = {(name, text) for place, key, name in found if told[text := spelled(place[key])] > 1}
        names = Counter(name for name, _ in several)
        for place, key, name in found:
            if (name, spelled(place[key])) in several and names[name] == 1:
                document["components"].setdefault(kind, {})[name] = place[key]
                place[key] = {"$ref": f"#/components/{kind}/{name}"}


def headers(document: Schema) -> Iterator[Use]:
    """The headers of all responses."""
    for operation in operations(document):
        for response in operation["responses"].values():
            for name in response.get("headers", ()):
                yield response["headers"], name, title_case(name.lower())


def parameters(document: Schema) -> Iterator[Use]:
    """The parameters of all operations.

    An id in a path is that of the thing whose name stands before it. Where one value may be sent, the name has it.
    """
    for path, methods in document["paths"].items():
        for operation in methods.values():
            for place, parameter in enumerate(operation.get("parameters", ())):
                name, before = parameter["name"], path.partition("/{")[0].rpartition("/")[2]
                named = f"{name}-of-{before}" if parameter["in"] == "path" and name == "id" else name
                schema = parameter.get("schema", {})
                values = schema.get("enum", [schema.get("const")])
                named = f"{named}-{values[0]}" if len(values) == 1 and values[0] else named
                yield operation["parameters"], place, title_case(named.lower().replace("_", "-"))


def refusals(document: Schema) -> Iterator[Use]:
    """The responses of all operations that refuse a request, or tell that nothing is new."""
    for operation in operations(document):
        for status in operation["responses"]:
            if status >= "304":
                name = HTTPStatus(int(status)).name.lower().replace("_", "-") if status.isdigit() else "refused"
                yield operation["responses"], status, title_case(name)


def spelled(part: Any) -> str:
    """A part of the document as a text, by which equal parts are found."""
    return json.dumps(part, sort_keys=True)
