"""Private parts in JSON: as clients send them, as the database stores them, and as a caller sees them.

| where | a part | to those who may not see it |
|---|---|---|
| requests and documents | the value | `{"unknown": true}` |
| columns of the database | `{"private": value, "to": ["seat-1"], "tag": "3.1"}` | |
| events and exports | `{"private": "<digest>"}` | the same |
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, cast, get_args

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, GetPydanticSchema
from pydantic_core import PydanticCustomError, core_schema

from app.domain.hidden import Private
from app.domain.record import Audience

Json = dict[str, Any]
STORED: Mapping[str, bool] = {"stored": True}
"""The context in which JSON from the database is read: only there a part tells who may see it."""
UNKNOWN: Json = {"unknown": True}
"""A part for those who may not see it."""


class Missing(dict[str, bool]):
    """An unknown part in a body that was read, because its digest stands there and the part itself is not there.

    It equals `UNKNOWN`, which stands in the bytes of a log only where nobody knew the value when it was written.
    """


MARK = {"private", "to", "tag"}
"""The keys of a part in the database."""


BRINGER = "bringer-"
"""How the name begins, in audiences, of a seat that has brought a list: it alone may see it, no host with its eyes."""


def bringer(seat: int) -> str:
    """The name of a seat in the audience of a list that it has brought."""
    return f"{BRINGER}{seat}"


def is_for_bringer(to: Audience) -> bool:
    """Whether a part with this audience is a list that was never shown: it stays hidden when all else is told."""
    return to is not None and any(name.startswith(BRINGER) for name in to)


_ALWAYS = {"pydantic_js_updates": {"description": "Always true."}}
_UNKNOWN = core_schema.typed_dict_schema(
    {"unknown": core_schema.typed_dict_field(core_schema.literal_schema([True]), metadata=_ALWAYS)},
    extra_behavior="forbid",
    ref="Unknown",
    metadata={"pydantic_js_updates": {"title": "Unknown", "description": "What the reader may not see or know."}},
)


UnknownShown = Annotated[Json, GetPydanticSchema(lambda _source, _handler: _UNKNOWN)]
"""The type of an unknown part in a document."""


def wrap_private(value: object, to: Audience, tag: str) -> Json:
    """A private part as the database has it; `to` None: it was revealed to everybody."""
    return {"private": value, "to": None if to is None else list(to), "tag": tag}


def is_private_value(node: object) -> bool:
    """Whether a JSON value is a private part as the database has it."""
    return isinstance(node, dict) and node.keys() == MARK


def is_hidden(node: object) -> bool:
    """Whether a JSON value is a part that is or was hidden from somebody, or an unknown one."""
    return is_private_value(node) or node == UNKNOWN


def _spelling(value: object) -> str:
    if isinstance(value, Private):
        return "part"
    if value == UNKNOWN:
        return "unknown"
    return "stored" if is_private_value(value) else "known"


def _stored(fields: Json, info: core_schema.ValidationInfo) -> Private[Any]:
    if not info.context:
        raise PydanticCustomError("extra_forbidden", "only the service says who may see a part")
    return Private(fields["private"], None if fields["to"] is None else tuple(fields["to"]), fields["tag"])


def _dumped(part: Private[Any], dump: core_schema.SerializerFunctionWrapHandler) -> Any:
    if part.known is None:
        return UNKNOWN
    value = dump(part.known)
    return value if part.to is None else wrap_private(value, part.to, part.tag)


def _core_schema(_cls: type, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
    known = handler.generate_schema(get_args(source)[0])
    names = core_schema.nullable_schema(core_schema.list_schema(core_schema.str_schema()))
    fields = {"private": known, "to": names, "tag": core_schema.str_schema()}
    stored = core_schema.typed_dict_schema({name: core_schema.typed_dict_field(one) for name, one in fields.items()})
    spellings: dict[Any, core_schema.CoreSchema] = {
        "known": core_schema.no_info_after_validator_function(Private, known),
        "unknown": core_schema.no_info_after_validator_function(lambda _: Private(), _UNKNOWN),
        "stored": core_schema.with_info_after_validator_function(_stored, stored),
        "part": core_schema.is_instance_schema(Private),
    }
    return core_schema.tagged_union_schema(
        spellings,
        _spelling,
        metadata={"known": known},
        serialization=core_schema.wrap_serializer_function_ser_schema(_dumped, schema=known),
    )


def _json_schema(_cls: type, schema: Any, handler: GetJsonSchemaHandler) -> Json:
    known = handler(schema["metadata"]["known"])
    if "unknown" in handler.resolve_ref_schema(known).get("properties", {}):
        return {"anyOf": [known]}  # pydantic would copy the schema that a reference alone names
    return {"anyOf": [known, handler(_UNKNOWN)]}


Private.__get_pydantic_core_schema__ = classmethod(_core_schema)  # type: ignore[attr-defined]
Private.__get_pydantic_json_schema__ = classmethod(_json_schema)  # type: ignore[attr-defined]


def map_private(node: Any, change: Callable[[Json], Any]) -> Any:
    """JSON data with each private part in it changed; the same data where none is."""
    places: Iterable[tuple[Any, Any]]
    if type(node) is dict:
        if node.keys() == MARK:
            return change(node)
        places = node.items()
    elif type(node) is list:
        places = enumerate(node)
    else:
        return node
    found = node
    for place, item in places:
        if (type(item) is dict or type(item) is list) and item and (new := map_private(item, change)) is not item:
            if found is node:
                found = node.copy()
            found[place] = new
    return found


def seen_by(data: Any, names: tuple[str, ...], revealed: tuple[str, ...] = ()) -> Any:
    """JSON data from the database as those of these names may see it: seats, or `host`; without a name everybody.

    `revealed`: the tags of parts that everybody may see.
    """
    own = frozenset(names)

    def seen(part: Json) -> Any:
        to = part["to"]
        is_seen = to is None or not own.isdisjoint(to) or part["tag"] in revealed
        return seen_by(part["private"], names, revealed) if is_seen else UNKNOWN

    return map_private(data, seen)


def holds_unknown(data: Any) -> bool:
    """Whether anything in JSON data is unknown."""
    if data == UNKNOWN:
        return True
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return any(holds_unknown(one) for one in inner)


def unwrap_private(data: Any) -> Any:
    """JSON data from the database with every private part as its value."""
    return map_private(data, lambda part: unwrap_private(part["private"]))


def shown_at_end(data: Any, names: tuple[str, ...]) -> Any:
    """JSON data from the database with every private part as its value, but for lists that only others may see."""

    def told(part: Json) -> Any:
        is_kept = is_for_bringer(part["to"]) and not any(name in part["to"] for name in names)
        return UNKNOWN if is_kept else shown_at_end(part["private"], names)

    return map_private(data, told)


def opened(data: Any, tags: tuple[str, ...]) -> Any:
    """JSON data from the database in which the private parts of these tags are for everybody."""
    return (
        map_private(data, lambda part: opened(part["private"], tags) if part["tag"] in tags else part) if tags else data
    )


def agrees(recorded: object, computed: object, *, is_whole: bool = False) -> bool:
    """Whether JSON data agree, with their types, but for parts of what is recorded that are missing.

    What is computed may be unknown too, unless the record `is_whole`: then nothing is missing from which it follows.
    """
    if is_private_value(recorded):
        recorded = cast(Json, recorded)["private"]
    if is_private_value(computed):
        computed = cast(Json, computed)["private"]
    if isinstance(recorded, Missing) or (computed == UNKNOWN and not is_whole):
        return True
    if isinstance(recorded, dict) and isinstance(computed, dict):
        is_same = recorded.keys() == computed.keys()
        return is_same and all(agrees(value, computed[key], is_whole=is_whole) for key, value in recorded.items())
    if isinstance(recorded, list) and isinstance(computed, list):
        is_same = len(recorded) == len(computed)
        pairs = zip(recorded, computed, strict=False)
        return is_same and all(agrees(one, other, is_whole=is_whole) for one, other in pairs)
    return recorded == computed and isinstance(recorded, bool) == isinstance(computed, bool)
