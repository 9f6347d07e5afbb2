"""Make what the pages check logs by, shapes and conditions: `python -m tests.record_shapes`, after they have changed."""

import json
from pathlib import Path

from pydantic import TypeAdapter

from app.services.events.bodies import shape_of
from app.services.events.event import EVENTS

ASSETS = Path(__file__).parents[1] / "app" / "web" / "assets"
FILE, CONDITIONS = ASSETS / "log-shapes.js", ASSETS / "log-conditions.js"
TITLE = """\
// @ts-check
// The shape of each event's body: made from the service's own by `python -m tests.record_shapes`.
//
// A text is a type, or the name of a shape below. An object has these members and no others; those with `?` may be
// absent. `[shape]` is a list, `{"+": shape}` one that is not empty, `{"*": shape}` an object with any keys,
// `{"|": shapes}` one of several, `{"=": values}` one of these values.

"""
OF_CONDITIONS = """\
// @ts-check
// What each event asks of those before it: made from the service's own by `python -m tests.record_shapes`.
//
// Each condition is a sentence, which is said where it does not hold, and an expression: see conditions.js.

/** @type {Record<string, [string, any][]>} */
"""


def shape(schema, defs):
    """A JSON schema in short."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return {"|": [shape(each, defs) for each in schema[key]]}
    if "const" in schema or "enum" in schema:
        return {"=": schema.get("enum") or [schema["const"]]}
    if schema["type"] == "array":
        items = shape(schema["items"], defs)
        return {"+": items} if schema.get("minItems") else [items]
    if schema["type"] != "object":
        return schema.get("format", schema["type"])
    if "properties" not in schema:
        values = schema["additionalProperties"]
        return "object" if values is True else {"*": shape(values, defs)}
    members = {name: shape(each, defs) for name, each in schema["properties"].items() if name != "text"}  # in no log
    return {name if name in schema["required"] else f"{name}?": each for name, each in members.items()}


def made():
    """The module."""
    by_type, whole = TypeAdapter.json_schemas([(type, "validation", shape_of(type)) for type in EVENTS])
    defs = whole["$defs"]
    of_types = {shape(schema, defs): type for (type, _), schema in by_type.items()}
    lines = [
        f"  {json.dumps(of_types.get(name, name))}: {json.dumps(shape(each, defs))},\n" for name, each in defs.items()
    ]
    return f"{TITLE}/** @type {{Record<string, any>}} */\nexport const SHAPES = {{\n{''.join(lines)}}};\n"


def conditions():
    """The module of the conditions."""
    types = sorted(EVENTS.items())
    lines = [f"  {json.dumps(type)}: {json.dumps(kind.conditions, ensure_ascii=False)},\n" for type, kind in types]
    return f"{OF_CONDITIONS}export const CONDITIONS = {{\n{''.join(lines)}}};\n"


if __name__ == "__main__":
    FILE.write_text(made(), "utf-8")
    CONDITIONS.write_text(conditions(), "utf-8")
