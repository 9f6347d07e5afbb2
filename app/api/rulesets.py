"""The routes of the rulesets: each built once per ruleset, from its value."""

from typing import Any

from fastapi import APIRouter, Request, Response

from app.api.requests import Requests, attack_order, options_of, policies_of
from app.api.responses import OddsDocument, ProblemDocument, Responses, RulesetDetails, RulesetList, SessionDocument
from app.api.strict import StrictRoute, strict
from app.api.umpire import Umpire, answer, caller_of, language_of, retry_of
from app.domain.dice import DiceSource
from app.errors import Problem
from app.persistence import store
from app.persistence.rows import Session
from app.persistence.unit import Draft, Replay
from app.services.access import Caller, Retry, host_token, require_player
from app.services.actions import read_state
from app.services.attacks import AttackOrder, declare_alone, declare_in
from app.services.catalogue import Rulebook, rulebook
from app.services.documents import action_document, ruleset_details, ruleset_document, session_document
from app.services.ledger import ActionState
from app.services.odds import odds_document
from app.services.sessions import Chain, Opening, chain_in_time, open_session, opening

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemDocument, "description": description}
    for status, description in {
        400: "The body is not JSON.",
        401: "A token is missing, or does not fit.",
        404: "There is no such thing, or it is not yours to see.",
        409: "This session, now, does not allow it.",
        413: "The body is too large.",
        415: "The body is not application/json.",
        422: "The request is wrong in itself.",
        503: "Not carried out; try again.",
    }.items()
}


def catalogue_routes(umpire: Umpire) -> APIRouter:
    """What rulesets there are."""
    router = APIRouter(prefix="/v1/rulesets", tags=["rulesets"], route_class=StrictRoute, responses=REFUSALS)

    @router.get("", response_model=RulesetList, operation_id="list_rulesets")
    async def list_rulesets(request: Request) -> Response:
        """The rulesets there are."""
        return answer({"items": [ruleset_document(book) for book in umpire.books.values()]}, request, umpire)

    @router.get("/{slug}", response_model=RulesetDetails, operation_id="get_ruleset")
    async def get_ruleset(slug: str, request: Request) -> Response:
        """A ruleset: its options, policies, dice, facts, examples and rules."""
        return answer(ruleset_details(rulebook(umpire.books, slug)), request, umpire)

    @router.post("/{slug}/{rest:path}", include_in_schema=False)
    async def unknown_ruleset(slug: str, rest: str) -> Response:
        rulebook(umpire.books, slug)
        raise Problem("not-found", params={"path": rest})

    return router


def ruleset_routes(umpire: Umpire, book: Rulebook, responses: Responses) -> APIRouter:
    """Attacks, odds and sessions of one ruleset."""
    slug, name = book.slug, book.slug.replace("-", "_")
    router = APIRouter(prefix=f"/v1/rulesets/{slug}", tags=[slug], route_class=StrictRoute, responses=REFUSALS)
    requests = Requests(book)
    attack_body, odds_body, opening_body = (
        strict(model) for model in (requests.attack, requests.odds, requests.opening)
    )
    examples = {
        f"example {number}": {"value": {"situation": book.codec.situation.dump(example)}}
        for number, example in enumerate(book.ruleset.examples, 1)
    }
    with_examples = {"requestBody": {"content": {"application/json": {"examples": examples}}}}

    @router.post(
        "/attacks",
        status_code=201,
        response_model=responses.action,
        operation_id=f"attack_{name}",
        openapi_extra=with_examples,
        summary=f"Resolve an attack of {book.ruleset.title}",
    )
    async def attack(body: attack_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Resolve one attack from a complete situation, alone or in a series; it may wait with a question."""
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        state = await resolve_attack(umpire, book, body, caller, retry)
        document = action_document(book, state, language_of(request, umpire))
        location = f"/v1/sessions/{state.session.id}/actions/{state.action.number}"
        return answer(document, request, umpire, status=201 if state.is_new else 200, location=location)

    @router.post(
        "/odds",
        response_model=OddsDocument,
        operation_id=f"odds_{name}",
        openapi_extra=with_examples,
        summary=f"The exact odds of an attack of {book.ruleset.title}",
    )
    async def odds(body: odds_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Exact odds of a situation under named policies; nothing is stored."""
        options = options_of(book, body.options)  # type: ignore[attr-defined]
        situation = body.situation  # type: ignore[attr-defined]
        book.ruleset.prepare(situation, options)
        policies = policies_of(book, body.policies)  # type: ignore[attr-defined]
        return answer(odds_document(book, situation, options, policies), request, umpire)

    @router.post(
        "/sessions",
        status_code=201,
        response_model=SessionDocument,
        operation_id=f"open_session_{name}",
        summary=f"Open a session of {book.ruleset.title}",
    )
    async def open_(body: opening_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Open a series; the answer holds its tokens, which are shown to nobody else."""
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        session, tokens, is_new = await open_series(umpire, book, body, retry)
        location = f"/v1/sessions/{session.id}"
        document = session_document(session, tokens)
        return answer(document, request, umpire, status=201 if is_new else 200, location=location)

    return router


async def resolve_attack(umpire: Umpire, book: Rulebook, body: Any, caller: Caller, retry: Retry | None) -> ActionState:
    """Resolve an attack in a session of its own, or in the series that it names."""
    claim = retry.claim if retry else None
    if body.session_id is not None:
        order, chain = await order_in_session(umpire, book, body, caller)
        result = await umpire.writer.submit(
            lambda draft: declare_in(draft, order, body.session_id, caller, chain),
            sessions=(body.session_id,),
            claim=claim,
        )
    else:
        if body.replaces is not None:
            raise Problem("invalid-request", at=("replaces",))
        options = options_of(book, body.options)
        source = body.dice.source if body.dice else DiceSource.SERVICE
        alone = attack_order(book, body, options, source)
        start = opening(book, "single", options, source, umpire.settings.default_visibility, None, retry)
        result = await umpire.writer.submit(lambda draft: declare_alone(draft, alone, start), claim=claim)
    if isinstance(result, Replay):
        return await replayed(umpire, book, result, retry if body.session_id is None else None)
    return result


async def order_in_session(
    umpire: Umpire,
    book: Rulebook,
    body: Any,
    caller: Caller,
) -> tuple[AttackOrder, Chain | None]:
    """The order with the options and dice of its series, where the request does not send its own."""
    session = await umpire.read(
        lambda connection: store.sessions_by_id(connection, [body.session_id]).get(body.session_id)
    )
    known: Session = require_player(session, caller)
    fixed = known.ruleset == book.slug
    options = (
        book.codec.options.load(known.options) if body.options is None and fixed else options_of(book, body.options)
    )
    sent = body.dice and "source" in body.dice.model_fields_set
    source = body.dice.source if sent else DiceSource(known.dice)
    return attack_order(book, body, options, source), chain_in_time(known)


async def replayed(umpire: Umpire, book: Rulebook, replay: Replay, retry: Retry | None) -> ActionState:
    """What a retried request has made, as it stands now, with the same tokens where it opened the session."""

    def read(connection: Any) -> ActionState:
        session = store.sessions_by_id(connection, [replay.session_id])[replay.session_id]
        return read_state(connection, book, session, replay.number or 1)

    state = await umpire.read(read)
    if retry is not None:
        state.tokens = {"host": host_token(replay.session_id, retry, replay.nonce), "seats": {}}
    return state


async def open_series(
    umpire: Umpire, book: Rulebook, body: Any, retry: Retry | None
) -> tuple[Session, dict[str, Any], bool]:
    """The session, its tokens, and whether it is new."""
    options = options_of(book, body.options)
    visibility = body.visibility or umpire.settings.default_visibility
    start: Opening = opening(book, body.kind, options, body.dice.source, visibility, body.reference, retry)

    def change(draft: Draft) -> Session:
        session = open_session(draft, start)
        draft.made(session.id, None)
        return session

    result = await umpire.writer.submit(change, claim=retry.claim if retry else None)
    if not isinstance(result, Replay):
        return result, start.tokens, True
    made = result.session_id
    session = await umpire.read(lambda connection: store.sessions_by_id(connection, [made])[made])
    return session, {"host": host_token(made, retry, result.nonce), "seats": {}}, False
