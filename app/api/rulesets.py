"""The routes of the rulesets: each built once per ruleset, from its value."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from app.api.openapi import PROBLEM
from app.api.problems import MEDIA_TYPE, illegal_situation
from app.api.requests import (
    Requests,
    attack_order,
    game_options_of,
    move_order,
    options_of,
    policies_of,
    requested_seats,
    requests_of,
)
from app.api.responses import OddsDocument, Responses, RulesetDetails, RulesetList, SessionDocument
from app.api.strict import StrictRoute, strict
from app.api.umpire import Umpire, answer, caller_of, language_of, retry_of
from app.domain.dice import DiceSource
from app.domain.errors import IllegalSituation
from app.errors import Problem
from app.persistence import store
from app.persistence.batch import Draft, MadeBefore
from app.persistence.codec import ATTACK, OPENING, Json
from app.persistence.rows import Session
from app.services.access import Caller, IssuedTokens, Retry, api_key_of, tokens_for
from app.services.actions.attack import AttackOrder, attack_alone, attack_in_series
from app.services.actions.declare import SentAlong
from app.services.actions.move import MoveOrder, make_move, open_game
from app.services.actions.state import ActionState, read_state
from app.services.documents.action import action_document
from app.services.documents.ruleset import ruleset_details, ruleset_document
from app.services.documents.session import session_document
from app.services.odds.odds import odds_document
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook, rulebook
from app.services.sessions.chains import draw_seed
from app.services.sessions.open import draw_opening, open_session

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"description": description, "content": {MEDIA_TYPE: {"schema": {"$ref": PROBLEM}}}}
    for status, description in {
        400: "The body is not JSON.",
        401: "A token is missing, or does not fit.",
        403: "Another player's.",
        404: "There is no such thing, or it is not yours to see.",
        409: "This session, now, does not allow it.",
        413: "The body is too large.",
        415: "The body is not application/json.",
        422: "The request is wrong in itself.",
        429: "Too many requests.",
        503: "Not now; try again, with the same Idempotency-Key.",
    }.items()
}


def rulesets_routes(umpire: Umpire) -> APIRouter:
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
    requests = requests_of(book)
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
        response_model=responses.attack,
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
        document = await umpire.compute(odds_document, book, situation, options, policies)
        return answer(document, request, umpire)

    @router.post(
        "/sessions",
        status_code=201,
        response_model=SessionDocument,
        operation_id=f"open_session_{name}",
        summary=f"Open a session of {book.ruleset.title}",
    )
    async def open_(body: opening_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Open a series or a game; the answer holds its tokens, which are shown to nobody else."""
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        session, tokens, is_new = await open_any(umpire, book, body, caller, retry)
        location = f"/v1/sessions/{session.id}"
        document = session_document(session, tokens)
        return answer(document, request, umpire, status=201 if is_new else 200, location=location)

    if book.ruleset.board is not None:
        add_moves(router, umpire, book, responses, requests)
    return router


def add_moves(router: APIRouter, umpire: Umpire, book: Rulebook, responses: Responses, requests: Requests) -> None:
    """The route of moves, for a ruleset whose games the server holds."""
    move_body, name = strict(requests.move), book.slug.replace("-", "_")

    @router.post(
        "/sessions/{id}/actions",
        status_code=201,
        response_model=responses.move,
        operation_id=f"act_{name}",
        summary=f"Make a move in a game of {book.ruleset.title}",
    )
    async def act(
        id: Annotated[str, Path(max_length=100, description="The session's id.")],
        body: move_body,  # type: ignore[valid-type]
        request: Request,
    ) -> Response:
        """Make a move; it may wait with a question. The legal moves stand among the session's questions as `act`."""
        caller = caller_of(request)
        retry = await retry_of(request, caller)
        last_seed = draw_seed()

        def order_for(session: Session) -> MoveOrder:
            return move_order(body, DiceSource(session.dice))

        result = await umpire.writer.submit(
            lambda draft: make_move(draft, book, id, caller, order_for, last_seed),
            sessions=(id,),
            claim=retry.claim if retry else None,
        )
        state = await replayed(umpire, result) if isinstance(result, MadeBefore) else result
        location = f"/v1/sessions/{id}/actions/{state.action.number}"
        document = action_document(book, state, language_of(request, umpire))
        return answer(document, request, umpire, status=201 if state.is_new else 200, location=location)


async def resolve_attack(umpire: Umpire, book: Rulebook, body: Any, caller: Caller, retry: Retry | None) -> ActionState:
    """Resolve an attack in a session of its own, or in the series that it names."""
    claim = retry.claim if retry else None
    if body.session_id is not None:
        last_seed, order_for = draw_seed(), partial(order_in_session, book, body)
        result = await umpire.writer.submit(
            lambda draft: attack_in_series(draft, body.session_id, caller, order_for, last_seed),
            sessions=(body.session_id,),
            claim=claim,
        )
    else:
        if body.replaces is not None:
            raise Problem("invalid-request", at=("replaces",), reason="in-a-session")
        owner = await opener(umpire, caller)
        options = options_of(book, body.options)
        source = body.dice.source if body.dice else DiceSource.SERVICE
        alone = attack_order(book, body, options, source)
        visibility = umpire.settings.visibility
        dumped = book.codec.options.dump(options)
        start = draw_opening(book, "single", dumped, source, visibility, retry, owner=owner)
        result = await umpire.writer.submit(lambda draft: attack_alone(draft, alone, start), claim=claim)
    if isinstance(result, MadeBefore):
        return await replayed(umpire, result, None if body.session_id else retry)
    return result


def order_in_session(book: Rulebook, body: Any, session: Session) -> AttackOrder:
    """The order with the options and dice of its series, where the request does not send its own."""
    fixed = session.ruleset == book.slug
    options = (
        book.codec.options.load(session.options)
        if body.options is None and fixed and not session.is_game
        else options_of(book, body.options)
    )
    sent = body.dice and "source" in body.dice.model_fields_set
    return attack_order(book, body, options, body.dice.source if sent else DiceSource(session.dice))


async def replayed(umpire: Umpire, replay: MadeBefore, retry: Retry | None = None) -> ActionState:
    """What a retried request has made, as it stands now, with the same tokens where it opened the session."""

    def read(connection: Any) -> ActionState:
        session = store.sessions_by_id(connection, [replay.session_id])[replay.session_id]
        return read_state(connection, rulebook(umpire.books, session.ruleset), session, replay.number or 1)

    state = await umpire.read(read)
    if retry is not None:
        state.tokens = tokens_for(replay.session_id, retry, replay.nonce, seats=0, host=True)
    return state


async def open_any(
    umpire: Umpire, book: Rulebook, body: Any, caller: Caller, retry: Retry | None
) -> tuple[Session, IssuedTokens, bool]:
    """The session, its tokens, and whether it is new."""
    owner = await opener(umpire, caller)
    is_game = body.kind == "game"
    players, source = requested_seats(book, body), body.dice.source
    options = game_options_of(book, body.options) if is_game else options_of(book, body.options)
    shape = book.codec.options_of(OPENING if is_game else ATTACK)
    start = draw_opening(
        book,
        body.kind,
        shape.dump(options),
        source,
        body.visibility or umpire.settings.visibility,
        retry,
        reference=body.reference,
        players=players,
        host=body.host,
        owner=owner,
        setup=setup_of(book, body, options, len(players)) if is_game else None,
    )

    def change(draft: Draft) -> Session:
        if is_game:
            return open_game(draft, book, start, body.setup, options, SentAlong())
        session = open_session(draft, start)
        draft.made(session.id, None)
        return session

    result = await umpire.writer.submit(change, claim=retry.claim if retry else None)
    if not isinstance(result, MadeBefore):
        return result, start.tokens, True
    made = result.session_id
    session = await umpire.read(lambda connection: store.sessions_by_id(connection, [made])[made])
    tokens = tokens_for(made, retry, result.nonce, seats=len(session.seats), host=session.host_token is not None)
    return session, tokens, False


def setup_of(book: Rulebook, body: Any, options: Any, seats: int) -> Json:
    """The setup of a game as it is stored; what it alone decides is refused here."""
    board, shapes = board_of(book)
    if board.needs_service_dice and body.dice.source is DiceSource.PHYSICAL:
        raise Problem("illegal-dice", at=("dice", "source"), reason="service-shuffles")
    try:
        board.prepare(body.setup, options, tuple(range(1, seats + 1)))
    except IllegalSituation as illegal:
        raise illegal_situation(illegal, "setup") from illegal
    return shapes.setup.dump(body.setup)


async def opener(umpire: Umpire, caller: Caller) -> str | None:
    """The API key of a caller who opens a session; 401 where one is needed."""
    required = umpire.settings.require_api_key
    if not required and not caller.is_key:
        return None
    return await umpire.read(lambda connection: api_key_of(connection, caller, required=required))
