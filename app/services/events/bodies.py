"""The shape of the body of each kind of event: what documents show of it, and what every checker demands."""

import re
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any, Literal, NotRequired, get_type_hints

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from app.persistence.stored.codec import Json
from app.persistence.stored.fields import LOGGED
from app.persistence.stored.private import UNKNOWN
from app.services.document_types import DateTime, described, document, extended, field_texts, retyped, shown_members
from app.services.events.event import EVENTS, InLog, LogEvent


@document
class LoggedFields(TypedDict):
    """What the body of every event begins with."""

    seq: int
    """The number of the event in the log, from 1."""
    at: DateTime
    """When it was logged, in UTC."""


def body_shown(kind: type[LogEvent]) -> Any:
    """The body of a kind of event as the log has it: codes and values, without texts."""
    hints, texts = get_type_hints(kind, include_extras=True), field_texts(kind)
    members: dict[str, Any] = {"type": described(Literal[kind.type], f"Always `{kind.type}`.")}
    for name, key, default in kind.members:
        if name == "logged":
            members |= members_of_row(kind)
        else:
            shown = described(in_log(hints[name]), texts[key])
            members[key] = shown if default is MISSING else NotRequired[shown]
    return extended(kind.__name__, kind.__doc__ or "", LoggedFields, members)


FROM_THE_FIRST = ("seats", "reference", "played_at")
"""The logged fields of rows that have defaults, and that the first release has logged already."""


def members_of_row(kind: type[LogEvent]) -> dict[str, Any]:
    """The members that an event takes from its row; a field that came later is not in the logs of earlier releases."""
    later = [one.name for one in fields(kind.row) if has_default(one) and one.name not in FROM_THE_FIRST]
    members = retyped(shown_members(kind.row, LOGGED), kind.in_log)
    return {name: NotRequired[hint] if name in later else hint for name, hint in members.items()}


def has_default(field: Field[Any]) -> bool:
    """Whether a field of a dataclass has a default."""
    return field.default is not MISSING or field.default_factory is not MISSING


def in_log(hint: Any) -> Any:
    """The type of a field of an event as the log shows it."""
    told = [one.hint for one in getattr(hint, "__metadata__", ()) if isinstance(one, InLog)]
    return told[0] if told else hint


@cache
def shape_of(type: str) -> TypeAdapter[Any]:
    """What the bodies of the events of a type are held to."""
    return TypeAdapter(body_shown(EVENTS[type]))


INSTANT = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)")
"""How times are written in a log: those of the service, and those that clients sent."""


def require_shape(body: Json) -> None:
    """Raise ValueError where a body has other members than its kind of event, or one of another type.

    In the place of any value it may stand that it is unknown: where this is allowed is checked elsewhere.
    """
    try:
        shape_of(body["type"]).validate_python(body, strict=True, extra="forbid")
    except ValidationError as misshapen:
        if not all(is_unknown(body, error["loc"]) for error in misshapen.errors(include_url=False)):
            raise
    if any("text" in each for each in (body, *body.get("entries", ()))):
        raise ValueError("no text is in a log")
    for time in (body["at"], body.get("played_at")):
        if time is not None and not INSTANT.fullmatch(time):
            raise ValueError("a time is none")


def is_unknown(node: Any, place: tuple[int | str, ...]) -> bool:
    """Whether what stands at a place in a body, or something around it, is unknown."""
    for key in place:
        if node == UNKNOWN:
            return True
        try:
            node = node[key]
        except (LookupError, TypeError):
            continue  # the name of a member of a union, which is no key
    return bool(node == UNKNOWN)
