"""What pydantic's schemas lack for generated clients: names, tags, open values; done in one pass over the document.

A class that is both sent and read has two schemas: `X` is sent, `XShown` is read. In what is sent, `required` says what
must be there; in what is read, what always is.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from app.api.schemas.inline import name_inline
from app.services.rulebooks.names import shown_name

Schema = dict[str, Any]
PREFIX = "#/components/schemas/"
SENT, READ = "-Input", "-Output"
"""What pydantic adds to the names of the two schemas of a class."""
LIMITS = (
    *("pattern", "minLength", "maxLength", "minItems", "maxItems", "propertyNames"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
)
MODES: dict[str, Callable[[str], str]] = {SENT: lambda name: name, READ: shown_name}


def shape(schemas: dict[str, Schema], others: Any) -> dict[str, Schema]:
    """The schemas in their final form, by their final names. `others`: the rest of the document, with references."""
    renamed = {name: public_name(name) for name in schemas}
    if several := [name for name, count in Counter(renamed.values()).items() if count > 1]:
        raise ValueError(f"two schemas have the name {several[0]}")
    twins = {name.removesuffix(READ) for name in schemas if name.endswith(READ)}
    refer(schemas, renamed)
    refer(others, renamed)
    shaped = {renamed[name]: schema for name, schema in sorted(schemas.items())}
    sent = sent_names(shaped, others)
    for name, schema in shaped.items():
        for part in parts(schema):
            tidy(part)
            if name in sent:
                tell_defaults(part)
            else:
                loosen(part)
    tags = tell_apart(shaped)
    again = {name for schema in shaped.values() for name in named_in(schema.get("properties", {}).get("after"))}
    open_values(shaped, sent | again | {shown_name(name) for name in twins}, tags)
    name_inline(shaped, sent)
    for name, schema in shaped.items():
        schema["title"] = name
    return dict(sorted(shaped.items()))


def public_name(name: str) -> str:
    """The name of a schema without pydantic's word for how it is used."""
    for ending, named in MODES.items():
        if name.endswith(ending):
            return named(name.removesuffix(ending))
    return name


def refer(value: Any, renamed: dict[str, str]) -> None:
    """Let all references lead to the new names."""
    for place, part in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(part, str) and part.startswith(PREFIX):
            value[place] = PREFIX + renamed.get(part.removeprefix(PREFIX), part.removeprefix(PREFIX))
        elif isinstance(part, dict | list):
            refer(part, renamed)


def parts(schema: Schema) -> Iterator[Schema]:
    """A schema and every schema in it, the innermost first."""
    inner = [*schema.get("properties", {}).values(), *schema.get("patternProperties", {}).values()]
    inner += [part for word in ("anyOf", "oneOf", "allOf", "prefixItems") for part in schema.get(word, ())]
    inner += [schema[word] for word in ("items", "additionalProperties", "propertyNames") if word in schema]
    for part in inner:
        if isinstance(part, dict):
            yield from parts(part)
    yield schema


def tidy(schema: Schema) -> None:
    """Titles only for what is named, and what generators understand: keys by `propertyNames`, a word among other kinds
    of values by `enum`.
    """
    schema.pop("title", None)
    for member in schema.get("anyOf", ()):
        if isinstance(member.get("const"), str):
            member["enum"] = [member.pop("const")]
    if len(schema.get("patternProperties", ())) == 1:
        ((pattern, kind),) = schema.pop("patternProperties").items()
        schema |= {"propertyNames": {"pattern": pattern}, "additionalProperties": kind}


def tell_defaults(schema: Schema) -> None:
    """Tell defaults in words: to generators a field with a `default` is one that is always there."""
    for field in schema.get("properties", {}).values():
        default = field.pop("default", None)
        is_empty = not any(default.values()) if isinstance(default, dict) else default in (None, [])
        if not is_empty:
            told = field.get("description", "")
            field["description"] = f"{told} Default: `{json.dumps(default)}`.".strip()


def loosen(schema: Schema) -> None:
    """Leave out of what is read what binds only those who send: limits and defaults."""
    for word in LIMITS if "prefixItems" not in schema else ():
        schema.pop(word, None)
    for field in schema.get("properties", {}).values():
        field.pop("default", None)


def tell_apart(schemas: dict[str, Schema]) -> set[tuple[str, str]]:
    """Say in each union which value leads to which member; returns the schemas and fields that have these values.

    An open member takes any value that no other has.
    """
    tags = set()
    for union in schemas.values():
        if (by := union.get("discriminator", {}).get("propertyName")) is None:
            continue
        found = {member["$ref"]: values_of(schemas, member["$ref"], by) for member in union["oneOf"]}
        mapping = {value: target for target, values in found.items() for value in values}
        union["discriminator"] = {"propertyName": by, "mapping": mapping}
        for target, values in found.items():
            tags.add((target.removeprefix(PREFIX), by))
            if not values:
                field = schemas[target.removeprefix(PREFIX)]["properties"][by]
                field["not"] = {"enum": sorted(mapping)}
    return tags


def values_of(schemas: dict[str, Schema], target: str, by: str) -> list[str]:
    """The values that the field `by` has in a schema, or in the members of a union; none where it may be any text."""
    schema = schemas[target.removeprefix(PREFIX)]
    if "oneOf" in schema or "anyOf" in schema:
        members = schema.get("oneOf") or schema["anyOf"]
        return [value for member in members for value in values_of(schemas, member["$ref"], by)]
    field = schema["properties"][by]
    return [field["const"]] if "const" in field else list(field.get("enum", ()))


def sent_names(schemas: dict[str, Schema], others: Any) -> set[str]:
    """The schemas that can be sent: those of bodies and parameters, and all that these name."""
    found: set[str] = set()
    waiting: list[Any] = [
        operation.get(part) for operation in operations(others) for part in ("requestBody", "parameters")
    ]
    while waiting:
        for name in named_in(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(schemas[name])
    return found


def operations(others: Any) -> Iterator[Schema]:
    """The operations of a document."""
    for methods in others["paths"].values():
        yield from methods.values()


def named_in(value: Any) -> Iterator[str]:
    """The schemas that a part of the document names."""
    if isinstance(value, dict) and str(value.get("$ref", "")).startswith(PREFIX):
        yield value["$ref"].removeprefix(PREFIX)
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from named_in(part)


def open_values(schemas: dict[str, Schema], closed: set[str], tags: set[tuple[str, str]]) -> None:
    """Let a text that has one of some values have any other in what is read, but for what tells members apart.

    What is sent stays closed, and with it what is read in the same shape, such as `after`: it can be sent again.
    """
    shared = {PREFIX + name for name in closed if is_choice(schemas.get(name, {}))}
    for name in sorted(schemas.keys() - closed):
        schema = schemas[name]
        if is_choice(schema):
            schemas[name] = opened(schema)
            continue
        for field, part in schema.get("properties", {}).items():
            if (name, field) not in tags:
                schema["properties"][field] = with_open_values(part, shared)
    missing = {name for name in named_in(schemas) if name not in schemas}
    for target in sorted(shared):
        if (name := shown_name(target.removeprefix(PREFIX))) in missing:
            schemas[name] = opened({"$ref": target})


def with_open_values(schema: Schema, shared: set[str]) -> Schema:
    """The same schema, where texts may have other values. `shared`: references to choices that can be sent too."""
    if is_choice(schema):
        return opened(schema)
    if schema.get("$ref") in shared:
        return {**schema, "$ref": shown_name(schema["$ref"])}
    made = dict(schema)
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict):
            made[word] = with_open_values(schema[word], shared)
    for word in ("anyOf", "prefixItems"):
        if word in schema:
            made[word] = [with_open_values(part, shared) for part in schema[word]]
    if "anyOf" in made:
        made["anyOf"] = [
            kind for part in made["anyOf"] for kind in (part["anyOf"] if part.keys() == {"anyOf"} else [part])
        ]
    return made


def is_choice(schema: Schema) -> bool:
    """Whether a schema lists texts of which a value is one."""
    return "enum" in schema and schema.get("type") == "string"


def opened(schema: Schema) -> Schema:
    """The same values or any other text."""
    told = {word: schema[word] for word in ("description",) if word in schema}
    return {"anyOf": [{word: part for word, part in schema.items() if word not in told}, {"type": "string"}], **told}
