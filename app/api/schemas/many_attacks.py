"""The bodies of many attacks in one request, and of the answer."""

from functools import cache
from types import GenericAlias
from typing import Annotated, Any, NotRequired

from annotated_types import MaxLen, MinLen
from pydantic import BaseModel, WrapValidator

from app.api.requests.strict import Body, model
from app.api.schemas.refusals import problem_document
from app.api.schemas.requests import Requests, optional, required
from app.services.document_types import described, shown_model
from app.services.rulebooks.names import schema_name

MOST = 64
"""How many attacks a request may have."""
TOGETHER = (
    "Whether all attacks are resolved or none. They must be of one series then, and where one is refused the whole "
    "request is, with the place of that attack in its `errors`."
)


@cache
def many_attacks_request(slug: str, requests: Requests) -> type[BaseModel]:
    """Several attacks, each of which is read by itself, so that a wrong one does not spoil the others."""
    each: Any = Annotated[requests.attack, WrapValidator(lambda sent, _read: sent)]
    attacks: Any = Annotated[GenericAlias(tuple, (each, ...)), MinLen(1), MaxLen(MOST)]
    return model(
        schema_name(slug, "AttackBatchRequest"),
        Body,
        "Several attacks.",
        attacks=required(attacks, "The attacks, in the order in which they were played."),
        all_or_nothing=optional(bool, TOGETHER, False),
    )


@cache
def many_attacks_answer(action: Any) -> type[BaseModel]:
    """What became of each attack. `action`: that of any ruleset."""
    refused: Any = problem_document()
    item = shown_model(
        "AttackInBatchAnswer",
        "What became of one attack: `action` or `problem`.",
        {
            "status": described(int, "The HTTP status that the attack would have had alone."),
            "action": described(NotRequired[action | None], "The attack; absent where it was refused."),
            "problem": described(NotRequired[refused | None], "Why it was refused; absent where it was not."),
        },
    )
    items = described(GenericAlias(list, (item,)), "One for each attack, in the same order.")
    return shown_model("AttackBatchAnswer", "What became of each of several attacks.", {"items": items})
