"""What pydantic's schemas lack for generated clients: names, tags, open values; done in one pass over the document.

What is sent and read in one form has one schema. Where an answer always has what a request may leave out, there are
two: that of the answer has the plain name, and that of the request ends in `Input`. In what can be sent, `required`
says what must be there; in what can only be read, what always is.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from app.api.schemas.inline import is_choice, name_choices, name_inline, unname_single
from app.api.schemas.names import ALWAYS, EXTENDS
from app.faults.members import MOST_MEMBERS
from app.services.rulebooks.names import title_case

Schema = dict[str, Any]
PREFIX = "#/components/schemas/"
INPUT = "Input"
"""How the name of a schema of requests ends beside that of answers."""
ANY_OBJECT = {"type": "object", "additionalProperties": True, "maxProperties": MOST_MEMBERS}
LIMITS = (
    *("pattern", "minLength", "maxLength", "minItems", "maxItems", "maxProperties", "propertyNames"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
)
CLOSED_FIELDS = ("status", "visibility", "role", "kind")
CLOSED_VALUES = (["service", "physical"],)
"""The fields of what is read whose values are all that will ever be, and the same for what throws dice."""


def shape(
    schemas: dict[str, Schema], others: Any, once: Mapping[str, str | None], families: Sequence[str]
) -> dict[str, Schema]:
    """The schemas in their final form, without those that nothing names.

    `others`: the rest of the document, with references. `once`: the names of schemas in whose place another stands, or
    of which None is told here.
    `families`: how the names of the schemas of rulebooks begin.
    """
    refer(schemas, once)
    refer(others, once)
    requests = [each.get(part) for each in operations(others) for part in ("requestBody", "parameters")]
    answers = [*(each["responses"] for each in operations(others)), others.get("webhooks")]
    parted = part_input(schemas, requests, used(schemas, requests), used(schemas, answers))
    sent, read = used(schemas, requests), used(schemas, answers)
    shaped = {name: schema for name, schema in sorted(schemas.items()) if name in sent | read}
    for name, schema in shaped.items():
        for part in parts(schema):
            tidy(part)
            if name in sent:
                describe_defaults(part)
            else:
                loosen(part)
        always = schema.pop(ALWAYS, None)
        if name in read and schema.get("additionalProperties") is False:
            del schema["additionalProperties"]  # a later release may tell more
        if name not in sent and always is not None:
            schema["required"] = always
    open_values(shaped, sent | parted, add_discriminators(shaped))
    name_inline(shaped, families)
    share_fields(shaped, "Action", "ActionFields", "What every action has, whatever its ruleset.")
    extend(shaped)
    unname_single(shaped, others)
    name_choices(shaped, others, families)
    for part in [part for schema in shaped.values() for part in parts(schema)]:
        drop_constants(part)
    return dict(sorted(shaped.items()))


def used(schemas: dict[str, Schema], parts: list[Any]) -> set[str]:
    """The schemas that parts of the document name, all that these name, and all that these extend."""
    found = reached(schemas, [*parts])
    return found | reached(schemas, [{"$ref": PREFIX + base} for base in bases_of(schemas, found)])


def part_input(schemas: dict[str, Schema], requests: list[Any], sent: set[str], read: set[str]) -> set[str]:
    """Give requests schemas of their own, in place of those whose answers always have what requests may leave out.

    Returns the names of these; those of the new ones end in `Input`.
    """
    both = sent & read
    parted = {name for name in both if set(schemas[name].get(ALWAYS, ())) - set(schemas[name].get("required", ()))}
    while more := {name for name in both - parted if parted & set(named_in(schemas[name]))}:
        parted |= more
    inputs = {name: name + INPUT for name in parted}
    made = {inputs[name]: deepcopy(schemas[name]) for name in parted}
    refer([requests, *made.values(), *(schemas[name] for name in sent - read)], inputs)
    schemas |= made
    return parted


def share_fields(schemas: dict[str, Schema], union: str, base: str, text: str) -> None:
    """Tell what all members of a union of unions have in common in one schema, which each of them extends."""
    waiting, members = [schemas[union]], []
    while waiting:
        schema = waiting.pop()
        waiting += [schemas[name] for each in schema.get("oneOf", ()) for name in named_in(each)]
        members += [schema] if "properties" in schema else []
    fields, *others = (each["properties"] for each in members)
    common = {name: part for name, part in fields.items() if all(each.get(name) == part for each in others)}
    always = [name for name in members[0]["required"] if name in common]
    for name, part in [each for each in common.items() if each[1].get("type") == "object"]:
        inner = union + title_case(name)  # which generators would make anew for each member
        schemas[inner] = part
        common[name] = {"$ref": PREFIX + inner, "description": part["description"]}
    schemas[base] = {"type": "object", "properties": common, "required": always, "description": text}
    for each in members:
        fields = {name: part for name, part in each.pop("properties").items() if name not in common}
        own = {"type": "object", "properties": fields, "required": [n for n in each.pop("required") if n not in common]}
        each["allOf"] = [{"$ref": PREFIX + base}, own]  # one member alone is taken for the whole by generators


def bases_of(schemas: dict[str, Schema], names: set[str]) -> set[str]:
    """The schemas that others extend, and those that these extend; one that is not told itself is not extended."""
    for name in names:
        if schemas[name].get(EXTENDS, name) not in schemas:
            del schemas[name][EXTENDS]
    found = {schemas[name][EXTENDS] for name in names if EXTENDS in schemas[name]}
    return found | bases_of(schemas, found) if found else found


def extend(schemas: dict[str, Schema]) -> None:
    """Let schemas that extend another one refer to it, and tell only what is their own."""
    whole = {name: (dict(schema.get("properties", {})), schema.get("required", [])) for name, schema in schemas.items()}
    bases = {schema[EXTENDS] for schema in schemas.values() if EXTENDS in schema}
    for name, schema in schemas.items():
        if name in bases:
            schema.pop("additionalProperties", None)
        if (base := schema.pop(EXTENDS, None)) is None:
            continue
        inherited, always = whole[base]
        fields = {field: part for field, part in schema.pop("properties").items() if inherited.get(field) != part}
        required = [field for field in schema.pop("required", ()) if field not in always]
        own = {"type": "object", "properties": fields, **({"required": required} if required else {})}
        schema["allOf"] = [{"$ref": PREFIX + base}, own]
        if schema.pop("additionalProperties", None) is False:
            schema["unevaluatedProperties"] = False


def refer(value: Any, renamed: Mapping[str, str | None]) -> None:
    """Let all references lead to the new names; those whose schema is told elsewhere become any object."""
    for place, part in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(part, str) and part.startswith(PREFIX):
            value[place] = PREFIX + (renamed.get(part.removeprefix(PREFIX)) or part.removeprefix(PREFIX))
        elif isinstance(part, dict) and renamed.get(str(part.get("$ref")).removeprefix(PREFIX), "") is None:
            value[place] = {**ANY_OBJECT, **{word: told for word, told in part.items() if word != "$ref"}}
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
    for limit in (word for word in LIMITS if isinstance(schema.get(word), float) and schema[word].is_integer()):
        schema[limit] = int(schema[limit])
    if len(schema.get("anyOf", ())) == 1:
        schema |= schema.pop("anyOf")[0]
    for member in schema.get("anyOf", ()):
        if isinstance(member.get("const"), str):
            member["enum"] = [member.pop("const")]
    if (places := schema.get("prefixItems")) and all(place == places[0] for place in places):
        schema["items"] = schema.pop("prefixItems")[0]  # generators know no list of places
    if len(schema.get("patternProperties", ())) == 1:
        ((pattern, kind),) = schema.pop("patternProperties").items()
        schema |= {"propertyNames": {"pattern": pattern}, "additionalProperties": kind}


def describe_defaults(schema: Schema) -> None:
    """Describe defaults in words: generators of clients take a field with a `default` for one that is always there."""
    for field in schema.get("properties", {}).values():
        default = field.pop("default", None)
        is_empty = not any(default.values()) if isinstance(default, dict) else default in (None, [])
        if not is_empty:
            told = field.get("description", "")
            field["description"] = f"{told} Default: `{json.dumps(default)}`.".strip()


def drop_constants(schema: Schema) -> None:
    """Drop the description of a field whose value is constant: the value says it."""
    for name, field in schema.get("properties", {}).items():
        if "const" in field and name in schema.get("required", ()):
            field.pop("description", None)


def loosen(schema: Schema) -> None:
    """Leave out of what is read what binds only those who send: limits and defaults."""
    length = [schema.get(word) for word in ("minItems", "maxItems")]
    for word in LIMITS:
        if not (word in ("minItems", "maxItems") and length[0] == length[1]):  # a list of one length is read so too
            schema.pop(word, None)
    for field in schema.get("properties", {}).values():
        field.pop("default", None)


def add_discriminators(schemas: dict[str, Schema]) -> set[tuple[str, str]]:
    """Add the mapping of each discriminator; returns the schemas and fields that have its values.

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


def reached(schemas: dict[str, Schema], waiting: list[Any]) -> set[str]:
    """The schemas that parts of the document name, and all that these name."""
    found: set[str] = set()
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
    """Let a text that has one of some values have any other in what is read, where a later release may add one.

    What can be sent stays closed, and with it what is read in the same shape.
    """
    choices = {PREFIX + name for name in schemas.keys() - closed if is_choice(schemas[name])}
    for name in sorted(schemas.keys() - closed):
        for field, part in schemas[name].get("properties", {}).items():
            if (name, field) not in tags and field not in CLOSED_FIELDS:
                schemas[name]["properties"][field] = with_open_values(part, choices)


def with_open_values(schema: Schema, choices: set[str]) -> Schema:
    """The same schema, where texts may have other values. `choices`: the references to schemas that list values."""
    if is_choice(schema) or schema.get("$ref") in choices:
        return schema if schema.get("enum") in CLOSED_VALUES else opened(schema)
    made = dict(schema)
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict):
            made[word] = with_open_values(schema[word], choices)
    for word in ("anyOf", "prefixItems"):
        if word in schema:
            made[word] = [with_open_values(part, choices) for part in schema[word]]
    if "anyOf" in made:
        made["anyOf"] = [
            kind for part in made["anyOf"] for kind in (part["anyOf"] if part.keys() == {"anyOf"} else [part])
        ]
    return made


def opened(schema: Schema) -> Schema:
    """The same values or any other text."""
    told = {word: schema[word] for word in ("description",) if word in schema}
    return {"anyOf": [{word: part for word, part in schema.items() if word not in told}, {"type": "string"}], **told}
