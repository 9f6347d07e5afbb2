"""The routes of attacks and of their odds, which every ruleset has."""

from contextlib import suppress
from functools import partial
from typing import Any

from anyio import to_thread
from fastapi import APIRouter, Request, Response

from app.api.context import Context, caller_of, json_response, language_of, retry_of
from app.api.routes.openings import opening_key
from app.api.routes.orders import attack_order, options_of, order_in_session, policies_of
from app.api.schemas.requests import Requests
from app.api.schemas.responses import Responses
from app.api.schemas.strict import strict
from app.domain.dice import DiceSource
from app.domain.errors import Refusal
from app.domain.ruleset import Ruleset
from app.errors import Problem
from app.persistence.batch import MadeBefore
from app.services.access import Caller, Retry
from app.services.actions.attack import attack_alone, attack_in_series
from app.services.actions.state import ActionState
from app.services.documents.action import action_document
from app.services.odds.odds import OddsDocument, odds_document
from app.services.play.players import named_policies
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.chains import draw_seed
from app.services.sessions.open import draw_opening
from app.services.sessions.read import session_opened_before
from app.services.typed import late

PROPOSED = "Proposed. The action that is to be replaced; the attack takes its place when all seats have agreed."


def add_attacks(router: APIRouter, context: Context, book: Rulebook, requests: Requests, responses: Responses) -> None:
    """Add the routes that resolve an attack and that compute its odds."""
    attack_body, odds_body, name = strict(requests.attack), strict(requests.odds), book.slug.replace("-", "_")

    @router.post(
        "/attacks",
        status_code=201,
        response_model=late(lambda: responses.attack),
        operation_id=f"attack_{name}",
        summary=f"Resolve an attack of {book.ruleset.title}",
        response_description="The attack, resolved, or pending with the question that it waits for.",
        responses={202: {"model": late(lambda: responses.attack), "description": PROPOSED}},
    )
    async def attack(body: attack_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this whenever somebody attacks and the client knows the table: it sends the whole situation.

        Without `session_id` the attack stands alone, in a session of its own, and the answer has the token for it; with
        one it is the next attack of a series. The rules are applied and the dice thrown at once, and `outcome.after` is
        what changed, ready to be sent again. If a player has to decide or to throw something first, `status` is
        `pending` and `pending` is the question: send its answer to `…/answers`. A seat that sends `replaces` proposes
        it to the other seats, and gets the action that is to be replaced.
        """
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        state = await resolve_attack(context, book, body, caller, retry)
        document = action_document(book, state, language_of(request, context))
        location = f"/v1/sessions/{state.session.id}/actions/{state.action.number}"
        status = 201 if state.is_new else 202 if is_proposed(body, state) else 200
        return json_response(document, request, context, status=status, location=location)

    @router.post(
        "/odds",
        response_model=OddsDocument,
        operation_id=f"odds_{name}",
        summary=f"Compute the exact odds of an attack of {book.ruleset.title}",
        response_description="The distribution and the mean of each measure.",
    )
    async def odds(body: odds_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this before an attack, to tell a player what to expect, or to compare plans.

        It takes the same situation as an attack and computes each possible result with its exact probability, if
        policies answer for both players. Nothing is stored, and no dice of a session are touched.
        """
        sent: Any = body
        await context.require_known(caller_of(request))
        options = options_of(book, sent.options)
        book.ruleset.prepare(sent.situation, options)
        policies = policies_of(book, sent.policies)
        document = await context.compute(odds_document, book, sent.situation, options, policies)
        return json_response(document, request, context)


def is_proposed(body: Any, state: ActionState) -> bool:
    """Whether the attack only stands as a proposal beside the action that it would replace."""
    return bool(state.action.number == body.replaces and state.action.status != "void")


async def resolve_attack(
    context: Context, book: Rulebook, body: Any, caller: Caller, retry: Retry | None
) -> ActionState:
    """Resolve an attack, in the series that the request names or else in a session of its own."""
    if body.session_id is not None:
        return await resolve_in_series(context, book, body, caller, retry)
    if body.replaces is not None:
        raise Problem("invalid-request", at=("replaces",), reason="in-a-session")
    owner = await opening_key(context, caller)
    options = options_of(book, body.options)
    source = body.dice.source if body.dice else DiceSource.SERVICE
    order = attack_order(book, body, options, source)
    await search_for_policies(book, body, options)
    dumped = book.codec.options.dump(options)
    opening = draw_opening(book, "single", dumped, source, context.visibility_of(book), retry, owner=owner)
    made = await context.write(lambda draft: attack_alone(draft, order, opening), retry)
    if not isinstance(made, MadeBefore):
        return await context.action_of(made, caller)
    _, tokens = await context.read(partial(session_opened_before, retry=retry, made=made))
    state = await context.action_of(made, Caller(tokens.host))
    state.tokens = tokens
    return state


async def search_for_policies(book: Rulebook, body: Any, options: Any) -> None:
    """Let the policies that answer in an attack work out on another thread what would take them too long later."""
    ruleset: Ruleset[Any, Any, Any] = book.ruleset
    if not ruleset.searches or body.seats:
        return
    names = named_policies(ruleset, body.policies.by_role if body.policies else {})
    for name in dict.fromkeys(names.values()):
        if name in ruleset.searches:
            await to_thread.run_sync(ruleset.searches[name], body.situation, options)


async def resolve_in_series(
    context: Context, book: Rulebook, body: Any, caller: Caller, retry: Retry | None
) -> ActionState:
    """Resolve an attack in a series."""
    with suppress(Refusal, Problem):
        options = options_of(book, body.options)
        book.ruleset.prepare(body.situation, options)
        await search_for_policies(book, body, options)
    id, last_seed, order_for = body.session_id, draw_seed(), partial(order_in_session, book, body)
    made = await context.write(lambda draft: attack_in_series(draft, id, caller, order_for, last_seed), retry, id)
    return await context.action_of(made, caller)
