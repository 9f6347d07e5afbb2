"""The route of many attacks in one request, which every ruleset has."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic_core import to_json

from app.api.context import Context, language_of
from app.api.refusals.problems import CONFLICT, problem_document, problem_of
from app.api.requests.callers import caller_of, checked_key, key_of
from app.api.requests.rate_charge import charge_rate_limit
from app.api.requests.strict import LARGEST, LIMIT, strict
from app.api.responses.json_response import json_response
from app.api.responses.saved_action import saved_action_json
from app.api.routes.attacks import checked, resolve_attack, status_of
from app.api.routes.early_searches import search_before_writing
from app.api.routes.parsed_bodies import order_in_session
from app.api.routes.typed_bodies import TypedBody
from app.api.schemas.many_attacks import many_attacks_answer, many_attacks_request
from app.api.schemas.requests import Requests
from app.api.schemas.responses import AllResponses
from app.api.work.disconnect import cancel_on_disconnect
from app.errors import Problem, with_path_prefix
from app.persistence.stored.codec import Json
from app.services.access import Caller, Retry, retry
from app.services.actions.attack import RefusedPart, attacks_together
from app.services.actions.state import ActionState
from app.services.document_types import lazy_schema
from app.services.rulebooks.registry import Rulebook

log = logging.getLogger(__name__)


def add_many_attacks(
    router: APIRouter, context: Context, book: Rulebook, requests: Requests, responses: AllResponses
) -> None:
    """Add the route that resolves many attacks."""
    batch_body = strict(lambda: many_attacks_request(book.slug, requests), LARGEST)
    reader = AttackReader(book, requests)

    @router.post(
        "/attacks/batch",
        response_model=lazy_schema(lambda: many_attacks_answer(responses.action)),
        operation_id=f"attack_many_{book.slug.replace('-', '_')}",
        responses=CONFLICT,
        summary=f"Resolve several attacks of {book.ruleset.title}",
        response_description="The result of each attack, in the same order.",
    )
    async def attack_many(body: batch_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this for an app that was offline, or to import attacks: up to 64 in one request.

        The service handles each attack separately, in order. A refused attack has its problem at the same position of
        the answer, and the others are still resolved. Each attack may have a `key`, its own `Idempotency-Key`; attacks
        without one share the key of the header. A `pending` attack waits for its answer as usual.
        """
        sent: Any = body
        caller = caller_of(request)
        await context.require_known(caller, opens=True)
        charge_rate_limit(request, len(sent.attacks) - 1)
        async with cancel_on_disconnect():
            parts: list[Part] = []
            for place, item in enumerate(sent.attacks):
                parts.append(await reader.part(context, caller, item, key_of(request), place))
                await pause()
            if sent.all_or_nothing:
                await plan_parts(context, book, parts)
                outcomes: Sequence[Outcome] = await resolve_together(context, book, caller, parts)
            else:
                outcomes = await resolve_each(context, book, caller, parts)
            items = []
            for outcome in outcomes:
                items.append(to_json(await item_of(context, book, request, outcome)))
                await pause()
        return json_response(b'{"items":[%b]}' % b",".join(items), request, context)


async def pause() -> None:
    """Let others have their turn between the parts of a request."""
    await asyncio.sleep(0)


Outcome = tuple[int, ActionState] | BaseException
"""The status and the state of an attack, or why it was refused."""

PLANNED = 16
"""How many attacks of a request are in work at once where policies search."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of several attacks as if it had been sent alone, with its key; `wrong`: why it could not be read."""

    body: Any = None
    size: int = 0
    """How many bytes its body has."""
    retry: Retry | None = None
    wrong: Problem | None = None


class AttackReader:
    """Reads attacks as they stand in a list of attacks."""

    def __init__(self, book: Rulebook, requests: Requests) -> None:
        self._body = TypedBody(lambda: requests.attack)
        self._path = f"/v1/rulesets/{book.slug}/attacks"

    async def part(self, context: Context, caller: Caller, item: object, shared: str | None, place: int) -> Part:
        """One of several attacks. Its key is its own, or follows from the one that all share and from its place."""
        own = item.get("key") if isinstance(item, dict) else None
        sent = item
        if isinstance(item, dict) and (own is None or isinstance(own, str)):  # another key is a fault of the body
            sent = {name: value for name, value in item.items() if name != "key"}
        try:
            key = checked_key(own if isinstance(own, str) else None, ("key",)) or (shared and f"{shared} {place}")
            if len(spelled := to_json(sent)) > LIMIT:
                raise Problem("body-too-large", params={"limit": LIMIT})
            body = await checked(context, partial(self._body.read, sent, spelled), len(spelled))
        except Problem as wrong:
            return Part(wrong=wrong)
        return Part(body, len(spelled), retry(key, caller, "POST", self._path, spelled) if key else None)


async def plan_parts(context: Context, book: Rulebook, parts: Sequence[Part]) -> None:
    """Work out what policies need, in order, so that those of one series come to the writer in order."""
    for part in parts:
        if part.wrong is None and part.body.session_id is not None:
            await search_before_writing(context, book, part.body)


async def resolve_each(context: Context, book: Rulebook, caller: Caller, parts: Sequence[Part]) -> list[Outcome]:
    """Resolve attacks by themselves, in order; where policies search, only as many at once as may wait for that."""
    step = PLANNED if book.ruleset.plan else len(parts)
    outcomes: list[Outcome] = []
    for begin in range(0, len(parts), step):
        some = parts[begin : begin + step]
        await plan_parts(context, book, some)
        each: list[asyncio.Task[tuple[int, ActionState]]] = []
        try:
            for part in some:
                each.append(asyncio.create_task(resolve_part(context, book, caller, part)))
                await pause()
            outcomes += await asyncio.gather(*each, return_exceptions=True)
        finally:
            for task in each:
                task.cancel()
    return outcomes


async def resolve_part(context: Context, book: Rulebook, caller: Caller, part: Part) -> tuple[int, ActionState]:
    """Resolve one of several attacks: its status, and its state. Raises Problem and what resolve_attack() raises."""
    if part.wrong:
        raise part.wrong
    state = await resolve_attack(context, book, part.body, part.size, caller, part.retry)
    return status_of(part.body, state), state


async def resolve_together(
    context: Context, book: Rulebook, caller: Caller, parts: Sequence[Part]
) -> list[tuple[int, ActionState]]:
    """Resolve attacks of one series, all of them or none.

    Raises the Problem of the first that is wrong or refused, with its place; invalid-request (422) where the attacks
    are not of one series.
    """
    for place, part in enumerate(parts):
        if part.wrong:
            raise with_path_prefix(part.wrong, ("attacks", place))
    id = parts[0].body.session_id
    for place, part in enumerate(parts):
        if part.body.session_id is None or part.body.session_id != id:
            raise Problem("invalid-request", at=("attacks", place, "session_id"), reason="not-one-series")
    orders = [(partial(order_in_session, book, part.body), part.retry) for part in parts]
    try:
        made = await context.write_parts(
            lambda draft: attacks_together(draft, id, caller, orders), [part.retry for part in parts], id
        )
    except RefusedPart as refused:
        raise with_path_prefix(problem_of(context, refused.refusal), ("attacks", refused.place)) from refused
    states = [await context.action_of(each, caller) for each in made]
    return [(status_of(part.body, state), state) for part, state in zip(parts, states, strict=True)]


async def item_of(context: Context, book: Rulebook, request: Request, outcome: Outcome) -> Json:
    """What became of one attack, as clients read it."""
    language = language_of(request, context)
    if isinstance(outcome, BaseException):
        problem = problem_of(context, outcome)
        if problem.code == "internal-error":
            log.error("one of several attacks failed", exc_info=outcome)
    else:
        status, state = outcome
        try:
            document = await saved_action_json(context, book, state, language, caller_of(request))
        except Problem as untold:
            problem = untold
        else:
            return {"status": status, "action": document}
    return {"status": problem.status, "problem": problem_document(context, request, problem, language)}
