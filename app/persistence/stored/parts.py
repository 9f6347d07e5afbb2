"""Private parts of events: sealed when an event is written, filled in when it is read by those who may see them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

from app.domain.fairness import private_digest
from app.domain.record import Audience
from app.persistence.stored.private import UNKNOWN, Missing, holds_unknown, is_private_value, wrap_private

Json = dict[str, Any]
SALT = 16
"""How many bytes of salt the digest of a part has."""
_NUMBER = re.compile(r"[0-9]+")
Place = tuple[str, ...]
"""The keys on the way to a part of a body; `*` for each item of a list, or each key of an object with any keys."""

PERSONAL: dict[str, tuple[Place, ...]] = {
    "session-opened": (("seats", "*", "name"), ("seats", "*", "reference")),
    "action-declared": (("reference",),),
    "void-proposed": (("reason",), ("reference",), ("replacement", "reference")),
    "action-voided": (("reason",),),
    "close-proposed": (("result", "note"),),
    "session-closed": (("result", "note"),),
}
"""Where the events of each type name a person: these parts can be forgotten."""
MARKED = b'"private":'
"""What the JSON of a body holds in which marks have to be sealed; other JSON may hold it too."""
BY_NAME = "@"
"""How the tag begins of a part that names a person: then the number of the seat, or 0 where it is about the session."""


@dataclass(frozen=True, slots=True)
class Part:
    """A private part of an event, for those who may see it."""

    digest: str
    """What stands in the event in its place, in hex."""
    salt: bytes
    value: bytes
    """The exact bytes that are hashed: JSON."""
    to: Audience
    """Who may see it; None for every reader."""
    tag: str

    @property
    def shown(self) -> Json:
        """The part as exports and events tell it."""
        return {"digest": self.digest, "salt": self.salt.hex(), "bytes": self.value.decode()}

    def require_own_digest(self) -> None:
        """Raise ValueError unless the digest is that of 16 bytes of salt and the value."""
        if len(self.salt) != SALT or private_digest(self.salt, self.value).hex() != self.digest:
            raise ValueError(f"the private part {self.digest} has another digest")


def part_shown(shown: Json) -> Part:
    """The part that an export or an event tells, which everybody who reads it may see.

    Raises KeyError, TypeError, ValueError or AttributeError where it tells none, or one without a known value.
    """
    salt = bytes.fromhex(shown["salt"])
    if salt.hex() != shown["salt"]:
        raise ValueError("the salt is not spelled as hex")
    value = from_json(shown["bytes"])
    if value is None or holds_unknown(value):
        raise ValueError("a part that is shown has a value")
    return Part(shown["digest"], salt, shown["bytes"].encode(), None, "")


def action_in(tag: str) -> int | None:
    """The number of the action from which a part is, by its tag; None for one that names a person."""
    found = _NUMBER.match(tag)
    return int(found[0]) if found else None


def personal(value: object, seat: int = 0) -> object:
    """What names a person, for the body of an event: it can be forgotten. Nothing stays nothing."""
    return None if value is None else wrap_private(value, None, f"{BY_NAME}{seat}")


def is_sealed(data: bytes) -> bool:
    """Whether the bytes of an event may hold digests of private parts; in doubt they may."""
    return b'{"private":"' in data


def fill(node: Any, parts: Mapping[str, Part]) -> None:
    """Put the parts in the place of their digests in a body, and unknown parts for those that are not there."""
    items: Iterable[tuple[Any, Any]] = node.items() if isinstance(node, dict) else enumerate(node)
    for key, item in list(items):
        if is_digest(item):
            found = parts.get(item["private"])
            node[key] = Missing(UNKNOWN) if found is None else opened_part(found)
        elif isinstance(item, (dict, list)):
            fill(item, parts)


def with_plain_names(body: Json) -> Json:
    """A body in which what names a person is plain text, or null where it is forgotten."""
    for *way, name in PERSONAL.get(body["type"], ()):
        for holder in found_at(body, way):
            if isinstance(holder, dict) and is_private_value(holder.get(name)):
                holder[name] = holder[name]["private"]
            elif isinstance(holder, dict) and holder.get(name) == UNKNOWN:
                holder[name] = None
    return body


def found_at(node: Any, place: Sequence[str]) -> list[Any]:
    """What stands at a place in a body: several values where the place leads through a list."""
    found = [node]
    for key in place:
        if key == "*":
            found = [item for each in found if isinstance(each, list) for item in each]
        else:
            found = [each.get(key) for each in found if isinstance(each, dict)]
    return found


def opened_part(part: Part) -> Any:
    """A part as the database has it in other places; what names a person is the value itself."""
    value = from_json(part.value)
    return value if part.tag.startswith(BY_NAME) else wrap_private(value, part.to, part.tag)


def is_digest(node: object) -> bool:
    """Whether a JSON value is the digest of a private part."""
    return isinstance(node, dict) and len(node) == 1 and isinstance(node.get("private"), str)


def digests_in(node: Any) -> Iterator[str]:
    """The digests of the private parts in a body, in order."""
    if is_digest(node):
        yield node["private"]
    elif isinstance(node, (dict, list)):
        for item in node.values() if isinstance(node, dict) else node:
            if isinstance(item, (dict, list)):
                yield from digests_in(item)
