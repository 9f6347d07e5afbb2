"""The texts of steps: the message for a fact, a roll, a choice or an outcome."""

from collections.abc import Mapping
from types import MappingProxyType

from app.domain.record import By
from app.persistence.codec import Json
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts


def message_of(kind: type, key: str, data: Json, params: Json, texts: Texts) -> str | None:
    """The message `key` for a value of type `kind`; None where there is none.

    The fields that `kind` names as `varied_by` and `counted_by` select the variant and the plural form.
    """
    varied_by, counted_by = getattr(kind, "varied_by", None), getattr(kind, "counted_by", None)
    return texts.find(
        key,
        params,
        varied=data[varied_by] if varied_by else None,
        count=data[counted_by] if counted_by else None,
    )


def entry_text(book: Rulebook, entry: Json, texts: Texts, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """An entry of a record as a sentence; the name of its fact, question or die where there is no message.

    `names`: the names of the players, by seat.
    """
    match entry["kind"]:
        case "rolled":
            params = {**entry, "by": names.get(entry["by"], entry["by"])}
            own = texts.find(f"rolled.{entry['rule']}", params)
            return own or texts.find("rolled", params, varied=variant_by(entry["by"])) or entry["die"]
        case "chose":
            question: str = entry["question"]
            params = {**entry["choice"], "by": names.get(entry["by"], entry["by"])}
            return texts.find(f"chose.{question}", params) or question
    fact: str = entry["fact"]
    kind, data = book.codec.fact_kinds.get(fact), entry["data"]
    named = {**data, "unit": data["name"]} if data.get("name") else data
    return (kind and message_of(kind, f"fact.{fact}", data, named, texts)) or fact


def variant_by(by: By) -> str | None:
    """The variant of a message for a seat; None for a role."""
    return "seat" if by.startswith("seat-") else None
