"""What goes in a later release, marked in the document."""

from app.api.requests.deprecations import DEPRECATIONS, Deprecation
from app.api.schemas.shapes import Schema, operations

HEADERS = {
    "Deprecation": {"description": "Since when something of this is announced to go.", "schema": {"type": "string"}},
    "Sunset": {"description": "When it goes at the earliest.", "schema": {"type": "string"}},
}


def announce(document: Schema, going: tuple[Deprecation, ...] = DEPRECATIONS) -> None:
    """Mark in the document what goes. Raises KeyError where it is not there."""
    by_id = {operation["operationId"]: operation for operation in operations(document)}
    for each in going:
        target = by_id[each.operation]
        for status, response in target["responses"].items():
            if status < "400":
                response.setdefault("headers", {}).update(HEADERS)
        if each.field is not None:
            schema, field = each.field
            target = document["components"]["schemas"][schema]["properties"][field]
        target["deprecated"] = True
        target["description"] = f"{target.get('description', '')} {each.text}".strip()
