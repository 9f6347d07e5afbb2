"""The routes of actions, whatever the ruleset."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Path, Query, Request, Response

from app.api.conditional import UNCHANGED, Wait, look
from app.api.requests import AnswerRequest, VoidRequest
from app.api.responses import ActionVerification, Responses, any_action
from app.api.rulesets import REFUSALS, replayed
from app.api.sessions import SessionId
from app.api.strict import StrictRoute, strict
from app.api.umpire import Umpire, answer, caller_of, language_of, retry_of
from app.errors import Problem
from app.persistence import store
from app.persistence.batch import Draft, MadeBefore
from app.persistence.codec import Json
from app.services.access import Caller, require_reader
from app.services.actions.answer import Reply, answer_question
from app.services.actions.state import ActionState, read_state
from app.services.actions.void import void_or_propose
from app.services.documents.action import action_document
from app.services.log.read import read_events
from app.services.log.verify import action_report
from app.services.odds.luck import action_odds
from app.services.rulebooks.registry import Rulebook, rulebook
from app.services.sessions.read import read_session

Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="The action's number in its session.")]
Include = Annotated[
    Literal["odds"] | None, Query(description="`odds`: where the outcome lies in its exact distributions.")
]
Change = Callable[[Draft, Rulebook, Caller], ActionState]


def action_routes(umpire: Umpire, responses: list[Responses]) -> APIRouter:
    """Read, answer, void and verify an action."""
    prefix = "/v1/sessions/{id}/actions/{number}"
    router = APIRouter(prefix=prefix, tags=["actions"], route_class=StrictRoute, responses=REFUSALS)
    action_model = any_action(responses)
    answer_body, void_body = strict(AnswerRequest), strict(VoidRequest)

    async def change_action(
        request: Request, id: str, change: Change, status: Callable[[ActionState], int] = lambda _state: 200
    ) -> Response:
        caller = caller_of(request)
        retry = await retry_of(request, caller)

        def change_known(draft: Draft) -> ActionState:
            session = require_reader(draft.session(id), caller)
            return change(draft, rulebook(umpire.books, session.ruleset), caller)

        result = await umpire.writer.submit(change_known, sessions=(id,), claim=retry.claim if retry else None)
        state = await replayed(umpire, result) if isinstance(result, MadeBefore) else result
        document = action_document(rulebook(umpire.books, state.session.ruleset), state, language_of(request, umpire))
        return answer(document, request, umpire, status=status(state))

    @router.get("", response_model=action_model, operation_id="get_action", responses=UNCHANGED)
    async def get_action(
        id: SessionId, number: Number, request: Request, wait: Wait = 0, include: Include = None
    ) -> Response:
        """An action as it stands."""
        caller = caller_of(request)
        seen = await look(umpire, request, id, wait)
        if seen.is_known:
            return seen.not_modified

        def read(connection: sa.Connection) -> ActionState:
            session = read_session(connection, id, caller)
            return read_state(connection, rulebook(umpire.books, session.ruleset), session, number)

        state = await umpire.read(read)
        book = rulebook(umpire.books, state.session.ruleset)
        document = action_document(book, state, language_of(request, umpire))
        if include == "odds":
            document["odds"] = await umpire.compute(action_odds, book, state.action)
        return answer(document, request, umpire, etag=seen.etag)

    @router.post("/answers", response_model=action_model, operation_id="answer_question")
    async def give_answer(id: SessionId, number: Number, body: answer_body, request: Request) -> Response:  # type: ignore[valid-type]
        """Answer the open question; the action comes back with the next one, or resolved."""
        sent: Any = body
        if (sent.choice is None) == (sent.faces is None):
            raise Problem("invalid-request", at=("choice",), reason="one-of", params={"fields": "choice, faces"})
        reply = Reply(sent.seen, sent.choice, sent.faces)

        def change(draft: Draft, book: Rulebook, caller: Caller) -> ActionState:
            return answer_question(draft, book, id, number, caller, reply)

        return await change_action(request, id, change)

    @router.post(
        "/void",
        response_model=action_model,
        operation_id="void_action",
        responses={202: {"model": action_model, "description": "Proposed; it is void once all seats have."}},
    )
    async def void_(id: SessionId, number: Number, request: Request, body: void_body | None = None) -> Response:  # type: ignore[valid-type]
        """Void an action: it keeps its number, dice and seed, and counts nowhere. A seat proposes it to the others."""
        reason = body.reason if body else None  # type: ignore[attr-defined]
        return await change_action(
            request,
            id,
            lambda draft, book, caller: void_or_propose(draft, book, id, number, caller, reason),
            lambda state: 200 if state.action.status == "void" else 202,
        )

    @router.get("/verification", response_model=ActionVerification, operation_id="verify_action")
    async def verify_one(id: SessionId, number: Number, request: Request) -> Response:
        """An action, replayed and checked: the sheet with which a referee checks its rolls on paper."""
        caller = caller_of(request)

        def check(connection: sa.Connection) -> Json:
            session = read_session(connection, id, caller)
            log = read_events(store.events_for_action(connection, id, number, with_earlier=session.is_game))
            if number not in log.stories:
                raise Problem("not-found")
            return action_report(rulebook(umpire.books, session.ruleset), log, number)

        return answer(await umpire.read(check), request, umpire)

    return router
