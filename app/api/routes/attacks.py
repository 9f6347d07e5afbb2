"""The routes of attacks and of their odds, which every ruleset has."""

from collections.abc import Awaitable, Callable, Generator
from copy import copy
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar, cast

from fastapi import APIRouter, Request, Response

from app.api.context import Context, language_of
from app.api.refusals.problems import CONFLICT
from app.api.requests.callers import caller_of, retry_of_attack
from app.api.requests.strict import LONG, strict
from app.api.responses.json_response import json_response
from app.api.responses.saved_action import saved_action_json
from app.api.routes.asked import SHOWS_QUESTIONS, wants_questions, with_questions
from app.api.routes.openings import opening_key
from app.api.routes.parsed_bodies import attack_order, odds_asked, options_of, order_in_session
from app.api.routes.what_if import WhatIf, add_compared, what_if_asked
from app.api.schemas.requests import Requests
from app.api.schemas.responses import Responses
from app.domain.dice import DiceSource
from app.errors import Problem
from app.persistence.writing.batch import EarlierResult
from app.services.access import Caller, Retry
from app.services.actions.attack import attack_alone, attack_in_series
from app.services.actions.state import ActionState
from app.services.document_types import lazy_schema
from app.services.documents.advice import OddsDocument, odds_document
from app.services.documents.notes import notes_document
from app.services.odds.variants import compared_with
from app.services.rulebooks.own_names import OwnNames, things_in
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.open import draw_opening
from app.services.sessions.read import session_opened_before

T = TypeVar("T")

BYTES_OF_A_REFUSAL = 2_000
"""About how much memory a refusal takes."""

PROPOSED = "Proposed. The action that is to be replaced; the attack replaces it when all seats have agreed."


def add_attacks(router: APIRouter, context: Context, book: Rulebook, requests: Requests, responses: Responses) -> None:
    """Add the routes that resolve an attack and that compute its odds."""
    attack_body, odds_body, name = (
        strict(lambda: requests.attack),
        strict(lambda: requests.odds),
        book.slug.replace("-", "_"),
    )

    @router.post(
        "/attacks",
        status_code=201,
        response_model=lazy_schema(lambda: responses.attack),
        operation_id=f"attack_{name}",
        openapi_extra=SHOWS_QUESTIONS,
        summary=f"Resolve an attack of {book.ruleset.title}",
        response_description="The attack, resolved, or pending with the question that it waits for.",
        responses={202: {"model": lazy_schema(lambda: responses.attack), "description": PROPOSED}, **CONFLICT},
    )
    async def attack(body: attack_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this for an attack if the client knows the table: it sends the whole situation."""
        caller, is_asked = caller_of(request), wants_questions(request)
        retry = await retry_of_attack(request, caller, cast(Any, body).key)
        state = await resolve_attack(context, book, body, len(await request.body()), caller, retry)
        language = language_of(request, context)
        document = await saved_action_json(context, book, state, language, caller)
        if is_asked:
            host = Caller(state.tokens.host) if state.tokens else None
            document = await with_questions(context, request, state.session.id, document, host)
        location, status = f"/v1/sessions/{state.session.id}/actions/{state.action.number}", status_of(body, state)
        return json_response(document, request, context, status=status, location=location, language=language)

    @router.post(
        "/odds",
        response_model=lazy_schema(lambda: OddsDocument),
        operation_id=f"odds_{name}",
        responses=CONFLICT,
        summary=f"Compute the exact odds of an attack of {book.ruleset.title}",
        response_description="The distribution and the mean of each measure.",
    )
    async def odds(body: odds_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Use this before or during an attack, to show a player the odds, advise on a choice, or compare plans."""
        await context.require_known(caller_of(request))
        spelled = await request.body()
        asked = await checked(context, partial(odds_asked, book, body), len(spelled))
        sent, what_if = cast(Any, body), WhatIf()
        if sent.variants is not None or sent.grid is not None:
            what_if = await context.build_document(what_if_asked, book, requests, spelled, asked, sent)
        job = compared_with(book, asked, what_if.variants, what_if.grid)
        compared = await odds_unless_refused(context, (book.slug, spelled), job)
        language = language_of(request, context)

        def told() -> OddsDocument:
            shape, situation = book.codec.situation, book.codec.situation.dump(asked.situation)
            texts = book.texts(language).naming(OwnNames(things_in(situation)))
            document = odds_document(book, compared.worth, texts)
            add_compared(document, book, compared, texts, context, request, language)
            document["notes"] = notes_document(shape.completion, situation, texts, "situation")
            return document

        return json_response(await context.build_document(told), request, context)


async def odds_unless_refused(context: Context, question: tuple[str, bytes], job: Generator[None, None, T]) -> T:
    """The odds of a request; one that was too much before is refused without computing it again."""
    slug, spelled = question
    key = sha256(b"%b %b" % (slug.encode(), spelled)).digest()
    if (earlier := context.refused_odds.get(key)) is not None:
        raise copy(earlier)
    try:
        return await context.compute_shared(question, job)
    except Problem as refused:
        if refused.code == "limit-exceeded":
            context.refused_odds.put(key, copy(refused), BYTES_OF_A_REFUSAL)
        raise


def status_of(body: Any, state: ActionState) -> int:
    """201 for a new attack, 202 where it is only a proposal beside the action that it would replace, else 200."""
    is_proposed = state.action.number == body.replaces and state.action.status != "void"
    return 201 if state.is_new else 202 if is_proposed else 200


async def checked(context: Context, check: Callable[[], T], size: int) -> T:
    """What a check makes of a body of so many bytes; beside the event loop where that takes long."""
    return await context.build_document(check) if size >= LONG else check()


def resolve_attack(
    context: Context, book: Rulebook, body: Any, size: int, caller: Caller, retry: Retry | None
) -> Awaitable[ActionState]:
    """Resolve an attack, in the series that the request names or else in a session of its own.

    `size`: how many bytes its body has.
    """
    if body.session_id is None:
        return resolve_alone(context, book, body, size, caller, retry)
    return resolve_in_series(context, book, body, caller, retry)


async def resolve_alone(
    context: Context, book: Rulebook, body: Any, size: int, caller: Caller, retry: Retry | None
) -> ActionState:
    """Resolve an attack in a session of its own."""
    if body.replaces is not None:
        raise Problem("invalid-request", at=("replaces",), reason="in-a-session")
    owner = await opening_key(context, caller)
    options = options_of(book, body.options)
    source = body.dice.source if body.dice else DiceSource.SERVICE
    order = await checked(context, partial(attack_order, book, body, options, source), size)
    dumped = book.codec.options.dump(options)
    opening = draw_opening(book, "single", dumped, source, context.settings.visibility, retry, owner=owner)
    made = await context.write(lambda draft: attack_alone(draft, order, opening), retry)
    if not isinstance(made, EarlierResult):
        return await context.action_of(made, caller)
    _, tokens = await context.read(partial(session_opened_before, retry=retry, made=made))
    state = await context.action_of(made, Caller(tokens.host))
    state.tokens = tokens
    return state


async def resolve_in_series(
    context: Context, book: Rulebook, body: Any, caller: Caller, retry: Retry | None
) -> ActionState:
    """Resolve an attack in a series."""
    id, order_for = body.session_id, partial(order_in_session, book, body)
    made = await context.write(lambda draft: attack_in_series(draft, id, caller, order_for), retry, id)
    return await context.action_of(made, caller)
