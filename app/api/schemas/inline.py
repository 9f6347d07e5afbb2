"""Names for unions in lists, for objects in unions and for choices between words, which generators would call
`…Inner`, `…AnyOf` and `Status4`.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import TypeAdapter

from app.api.schemas.bodies import Face
from app.services.rulebooks.names import title_case

Schema = dict[str, Any]
Words = frozenset[str]
PREFIX = "#/components/schemas/"
FACE = "Face"
"""A face of a die: a number or a word."""
HIDDEN = "Unknown"
"""What a reader is shown in the place of a hidden part."""
OR_HIDDEN = f"Or{HIDDEN}"
ITEM = "Item"
TEXT_OR_HIDDEN = f"Text{OR_HIDDEN}"
"""A text, or what is shown in its place."""
TEXTS = {
    TEXT_OR_HIDDEN: "A text, or that the reader may not see or know it.",
    FACE: "A face of a die: a number, or a word such as `hit`.",
    HIDDEN: "What the reader may not see or know.",
}

PRESET: tuple[str, Words] = ("preset", frozenset({"standard"}))
"""The choice that the service gives to the options of each rulebook without presets of its own."""
CHOICES = {
    ("standard",): "StandardPreset",
    ("host", "service"): "Sender",
    ("host", "seats", "service"): "Voider",
    ("host", "owner"): "SeatChanger",
    ("single", "series", "game"): "SessionKind",
    ("open", "closed"): "SessionStatus",
    ("pending", "resolved", "void"): "ActionStatus",
    ("public", "unlisted", "private"): "Visibility",
    ("choice", "roll"): "QuestionKind",
    ("seat", "host", "request", "policy", "rules"): "ChoiceSource",
    ("recorded", "committed", "mixed", "physical"): "DiceLabel",
    ("proven", "derived", "not-yet-revealed", "not-provable"): "DiceProof",
    ("identical", "diverged", "rules-changed", "rules-unknown", "not-shown"): "VerificationResult",
    ("question-opened", "action-resolved", "session-closed"): "WebhookEvent",
    ("open", "after"): "Advice",
    ("free", "assent"): "TakeBack",
}
"""The names of choices that several schemas of the service have."""


def name_choices(schemas: dict[str, Schema], others: Any, families: Sequence[str]) -> None:
    """Give a schema to each choice of a rulebook, and to each of the service that is not the only one of its field.

    One of the service has a name of `CHOICES`, or like each of a rulebook that of its schema and its field: a rulebook
    whose words happen to be those of the service means something else. `families`: how the names of rulebooks begin.
    """
    fields = [
        (owner, found)
        for owner, schema in sorted(schemas.items())
        for found in choices_in(schema, "word" if "anyOf" in schema else "")
    ]
    uses = Counter(field for owner, (field, _) in fields if not family_of(owner, families))
    names = {("", frozenset(words)): name for words, name in CHOICES.items()}
    names |= {
        (family_of(name, families), words_of(schema)): name for name, schema in schemas.items() if is_choice(schema)
    }
    for owner, (field, choice) in [*fields, *(("", found) for found in choices_in(others, "parameter"))]:
        words = words_of(choice)
        family = "" if (field, words) == PRESET else family_of(owner, families)
        if family or uses[field] > 1:
            names.setdefault((family, words), owner + title_case(field.replace("_", "-")))
        if name := names.get((family, words)):
            schemas.setdefault(name, {**bare(choice), "description": f"What `{field}` may be."})
            for word in bare(choice):
                del choice[word]
            choice["$ref"] = PREFIX + name


def bare(choice: Schema) -> Schema:
    """A choice without what is said of the field that it stands in."""
    return {word: choice[word] for word in ("type", "enum")}


def words_of(choice: Schema) -> Words:
    """The words of which a value is one."""
    return frozenset(choice["enum"])


def family_of(name: str, families: Sequence[str]) -> str:
    """How the names of the rulebook begin that a schema belongs to; empty for one of the service."""
    return next(filter(name.startswith, families), "")


def choices_in(value: Any, field: str = "") -> Iterator[tuple[str, Schema]]:
    """Every choice in a part of the document with the name of its field; not what is a choice as a whole."""
    if isinstance(value, dict):
        if field and is_choice(value):
            yield field, value
        for word, part in value.items():
            for name, inner in part.items() if word == "properties" else [(field, part)]:
                if word not in ("not", "example", "examples"):
                    yield from choices_in(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from choices_in(inner, field)


def is_choice(schema: Schema) -> bool:
    """Whether a schema lists texts of which a value is one."""
    return "enum" in schema and schema.get("type") == "string"


def unname_single(schemas: dict[str, Schema], others: Any) -> None:
    """Let a choice that one field alone has stand in this field, whose description says what it is about too."""
    uses = Counter(name_in(part) for part in objects_in([schemas, others]))
    holders = [part for schema in schemas.values() for part in (schema, *schema.get("allOf", ()))]
    for part in [field for holder in holders for field in holder.get("properties", {}).values()]:
        single = [name for holder in (part, *part.get("anyOf", ())) if uses[name := name_in(holder)] == 1]
        for name in single:
            if members := choice_of(schemas.get(name, {})):
                told = schemas.pop(name)
                part.setdefault("description", told["description"])
                rest = [member for member in part.get("anyOf", ()) if name_in(member) != name]
                part.pop("$ref", None)
                part |= {"anyOf": [*members, *rest]} if rest or members[1:] else members[0]


def choice_of(schema: Schema) -> list[Schema]:
    """The members of a choice between words, to which others may come; nothing where it is none."""
    members = schema.get("anyOf") or [{word: schema[word] for word in ("type", "enum") if word in schema}]
    return members if "enum" in members[0] and all(member == {"type": "string"} for member in members[1:]) else []


def objects_in(value: Any) -> Iterator[Schema]:
    """Every object in a part of the document."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects_in(inner)


def name_in(part: Schema) -> str:
    """The name of the schema that a part refers to; empty where it refers to none."""
    target = part.get("$ref", "")
    return target.removeprefix(PREFIX) if isinstance(target, str) else ""


def name_inline(schemas: dict[str, Schema], families: Sequence[str]) -> None:
    """Give what stands inline a schema of its own, named after the field that it is in.

    What is alike in several fields of one family has one name. `families`: how the names of rulebooks begin.
    """
    alike: dict[tuple[str, str], str] = {}
    known = {content(schema): name for name, schema in schemas.items() if "properties" in schema}
    for name, schema in sorted(schemas.items()):
        for field, part in schema.get("properties", {}).items():
            own = name + title_case(field.replace("_", "-"))
            for union in list(unions_in(part)):
                for place, member in enumerate(union["anyOf"]):
                    if "properties" in member:
                        found = HIDDEN if is_hidden(member) else known.get(content(member), own)
                        union["anyOf"][place] = named(schemas, found, member, f"What `{field}` may be.")
            for holder, word in list(lists_in(part)):
                item = name_of(holder[word], own)
                if item == FACE:
                    holder[word] = TypeAdapter(Face).json_schema()
                if item == TEXT_OR_HIDDEN:
                    holder[word]["anyOf"][0] = {"type": "string"}
                item = alike.setdefault((family_of(own, families), content(holder[word])), item)
                text = "" if OR_HIDDEN in item else f"One value of `{field}`."  # else told by its members
                holder[word] = named(schemas, item, holder[word], text)


def name_of(union: Schema, own: str) -> str:
    """The name of the union of what a list, or the values of an object, may be."""
    members = union["anyOf"]
    targets = [member.get("$ref", "").removeprefix(PREFIX) for member in members]
    if members[0].get("type") == "string" and targets[1:] == [HIDDEN]:
        return TEXT_OR_HIDDEN
    if [member.get("type") for member in members] == ["integer", "string"]:
        return FACE
    return f"{targets[0]}{OR_HIDDEN}" if targets[0] and targets[1:] == [HIDDEN] else own + ITEM


def named(schemas: dict[str, Schema], name: str, schema: Schema, text: str) -> Schema:
    """A reference to the schema, which is kept by this name; by a longer one where another has it."""
    told = {**schema, "description": schema.get("description") or TEXTS.get(name, text)}
    if name == HIDDEN:
        schemas[HIDDEN] = told  # there is one; where answers alone refer to it, it has another spelling
    while content(schemas.setdefault(name, told)) != content(told):
        name += ITEM
    return {"$ref": PREFIX + name}


def unions_in(part: Any) -> Iterator[Schema]:
    """The unions in a field, the innermost first."""
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from unions_in(inner)
    if isinstance(part, dict) and "anyOf" in part:
        yield part


def lists_in(part: Any) -> Iterator[tuple[Schema, str]]:
    """The places in a field where a list, or an object with any keys, may hold values of several kinds."""
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from lists_in(inner)
    for word in ("items", "additionalProperties") if isinstance(part, dict) else ():
        held = part.get(word)
        if isinstance(held, dict) and len([kind for kind in held.get("anyOf", ()) if kind != {"type": "null"}]) > 1:
            yield part, word


def is_hidden(schema: Schema) -> bool:
    """Whether it is what is shown in the place of a hidden part."""
    return list(schema["properties"]) == ["unknown"]


def content(schema: Schema) -> str:
    """A schema as it can be compared, whatever it is called."""
    return json.dumps(
        {word: part for word, part in schema.items() if word not in ("title", "description")}, sort_keys=True
    )
