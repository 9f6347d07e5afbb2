"""The texts of steps: the message for a fact, a roll, a choice or an outcome."""

from collections.abc import Iterable
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, get_args, get_origin

from app.domain.board import SEATED
from app.domain.hidden import Private
from app.domain.record import By
from app.domain.table import SHUFFLE
from app.persistence.stored.codec import Json, JsonConverter
from app.persistence.stored.private import UNKNOWN
from app.persistence.stored.rows import Session
from app.services.actions.state import ActionState
from app.services.rulebooks.check.needs import hints_of
from app.services.rulebooks.own_names import AsSaid, OwnNames, things_in
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import WORDS, Texts
from app.services.sessions.names import UNIT, player_names


def message_of(kind: type, key: str, data: Json, params: Json, texts: Texts) -> str | None:
    """The message `key` for a value of type `kind`; None where there is none.

    The fields that `kind` names as `varied_by` and `counted_by` select the variant and the plural form. Where a field
    is unknown, or all that it lists is, it is the variant `hidden`, else the message with a word in the place of the
    value.
    """
    telling = message_fields_of(kind)
    varied = data[telling.varied_by] if telling.varied_by else None
    count = data[telling.counted_by] if telling.counted_by else None
    if telling.private and any(is_unknown(data[name]) for name in telling.private):
        word = AsSaid(texts.find(f"{HIDDEN}.value", {}) or "?")
        params = {name: word if value == UNKNOWN else value for name, value in params.items()}
        if (own := texts.find(f"{key}_{HIDDEN}", params)) is not None:
            return own
    return texts.find(
        key,
        params,
        varied=None if varied == UNKNOWN else varied,
        count=None if count == UNKNOWN else count,
        words=telling.words,
    )


def is_unknown(value: object) -> bool:
    """Whether the reader may not see a value, or anything of a list."""
    if isinstance(value, list):
        return value[:1] == [UNKNOWN] and all(one == UNKNOWN for one in value)
    return value == UNKNOWN


HIDDEN = "hidden"
"""How the keys begin of the texts for what the reader may not see, and the variant of a text with unknown fields."""

PARTS = {"rolled": "faces", "chose": "choice", "noted": "data"}
"""The part of an entry that may be hidden as a whole."""


def hidden_text(about: str, by: By | None, texts: Texts) -> str:
    """The text for a step or a question that the reader may not see."""
    params = {} if by is None else {"by": by}
    return texts.find(f"{HIDDEN}.{about}", params, varied=by and variant_by(by)) or HIDDEN


@dataclass(frozen=True, slots=True)
class MessageFields:
    """Which fields of a dataclass choose the variant and the plural form of its message."""

    varied_by: str | None
    """The field that selects the variant."""
    counted_by: str | None
    """The field that selects the plural form."""
    words: frozenset[str]
    """The fields that hold words of the rulebook, not what clients say."""
    private: tuple[str, ...]
    """The fields that may hold private parts, which not every reader may see."""


@cache
def message_fields_of(kind: type) -> MessageFields:
    """The message fields of a dataclass; none if `kind` is not a dataclass."""
    hints = hints_of(kind) if is_dataclass(kind) else {}
    return MessageFields(
        getattr(kind, "varied_by", None),
        getattr(kind, "counted_by", None),
        WORDS | {name for name, hint in hints.items() if _is_word(hint)},
        tuple(name for name, hint in hints.items() if _is_private(hint)),
    )


def _is_private(hint: Any) -> bool:
    return get_origin(hint) is Private or any(_is_private(one) for one in get_args(hint))


def _is_word(hint: Any) -> bool:
    if get_origin(hint) is Literal or hint is bool or (isinstance(hint, type) and issubclass(hint, Enum)):
        return True
    inner: Iterable[Any] = (one for one in get_args(hint) if one not in (type(None), Ellipsis))
    return any(_is_word(one) for one in inner if isinstance(one, type))


def entry_text(book: Rulebook, entry: Json, texts: Texts) -> str:
    """An entry of a record as a sentence; the name of its fact, question or die where there is no message."""
    if entry[PARTS[entry["kind"]]] == UNKNOWN and entry.get("die") != SHUFFLE:
        own = texts.find(f"fact.{entry['fact']}_{HIDDEN}", {}) if entry["kind"] == "noted" else None
        return own or hidden_text(entry["kind"], entry.get("by"), texts)
    match entry["kind"]:
        case "rolled" if entry["die"] == SHUFFLE:
            return texts.find(f"rolled.{entry['rule']}", {"by": entry["by"]}) or texts.find("shuffled", {}) or SHUFFLE
        case "rolled":
            own = texts.find(f"rolled.{entry['rule']}", entry)
            return own or texts.find("rolled", entry, varied=variant_by(entry["by"])) or entry["die"]
        case "chose":
            question: str = entry["question"]
            return chosen_text(book, entry, texts) or question
    fact: str = entry["fact"]
    kind, data = book.codec.fact_kinds.get(fact), entry["data"]
    named = {**data, "unit": AsSaid(data["name"])} if data.get("name") else data
    if fact == SEATED and (own := texts.find(f"fact.{fact}.{entry['rule']}", data)):
        return own
    return (kind and message_of(kind, f"fact.{fact}", data, named, texts)) or fact


def chosen_text(book: Rulebook, entry: Json, texts: Texts) -> str | None:
    """A choice as a sentence; None where there is no message.

    The variant `none` tells the choice of nothing at all, `forced` one that was the only legal one.
    """
    key, choice = f"chose.{entry['question']}", entry["choice"]
    shape = book.codec.choices.get(entry["question"])
    if shape is None:
        return None
    params = {**choice, "by": entry["by"]}
    if entry.get("source") == "rules" and (forced := texts.find(f"{key}_forced", params)):
        return forced
    if (nothing := texts.find(f"{key}_{NONE}", params)) and choice == nothing_of(shape):
        return nothing
    return message_of(shape.kind, key, params, params, texts)


NONE = "none"
"""The variant of a text for a choice in which every field has its default: no movement, no attack."""


def nothing_of(shape: JsonConverter[Any]) -> Json | None:
    """The choice in which every field has its default; None where a field has none."""
    try:
        return shape.dump(shape.kind())
    except TypeError:
        return None


def variant_by(by: By) -> str | None:
    """The variant of a message for a seat; None for a role."""
    return "seat" if by.startswith("seat-") else None


def named_in(texts: Texts, session: Session, situation: Json | None = None) -> Texts:
    """The texts with the names of a session: of its players, and of the things in its game and in a situation."""
    things = things_in(session.state or {}, situation or {})
    return texts.naming(OwnNames(things, player_names(session), session.options.get(UNIT)))


def texts_of(book: Rulebook, state: ActionState, language: str) -> Texts:
    """The texts of a rulebook in a language, with the names of an action's players and things."""
    return named_in(book.texts(language), state.session, state.action.situation)
