"""The route that tells when a session turned."""

from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response

from app.api.answers.json_response import json_response
from app.api.context import Context, language_of
from app.api.reading.callers import caller_of
from app.api.routes.advice import stored
from app.api.routes.routing import Routes
from app.api.schemas.parameters import SessionId
from app.errors import Problem
from app.persistence.stored.rows import Session
from app.services.actions.state import ActionState, read_state, seen_as
from app.services.documents.turning_points import TurningPoints, turning_point
from app.services.odds.turning_points import Turns, turned_most, turns_of
from app.services.rulebooks.absent import require_installed, rulebook_or_absent
from app.services.sessions.read import read_session
from app.services.sight import WHOLE

KEPT = 256
"""The turns of how many sessions are kept in memory. They hold numbers alone; closed sessions are seen alike by all."""

Limit = Annotated[int, Query(ge=1, le=100, description="How many are shown at most.")]


class Worked:
    """The turns of closed sessions, as far as they have been worked out."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._kept: OrderedDict[str, list[Turns]] = OrderedDict()

    async def action(self, session: Session, number: int) -> ActionState:
        """An action of the session as it is stored."""

        def read(connection: sa.Connection) -> ActionState:
            return read_state(connection, rulebook_or_absent(self._context.books, session.ruleset), session, number)

        return await self._context.read(read)

    async def turns(self, session: Session) -> list[Turns]:
        """What each action of a closed session changed; worked out one after the other, and kept."""
        found = self._kept.get(session.id)
        if found is None:
            found = [turns async for turns in self._worked_out(session)]
            self._kept[session.id] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    async def _worked_out(self, session: Session) -> AsyncIterator[Turns]:
        for number in range(1, session.last_number + 1):
            state = await self.action(session, number)
            if state.action.status == "resolved":
                job = turns_of(self._context.books[session.ruleset], stored(self._context, state))
                yield await self._context.advise_together(("turns", session.id, number), job)


def turning_point_routes(context: Context) -> APIRouter:
    """The route of turning points."""
    router, worked = Routes("/v1/sessions/{id}"), Worked(context)

    @router.get(
        "/turning-points",
        response_model=TurningPoints,
        operation_id="get_turning_points",
        summary="Show when a session turned",
        response_description="The rolls and choices that changed most.",
        tags=["sessions"],
    )
    async def get_turning_points(id: SessionId, request: Request, limit: Limit = 10) -> Response:
        """Use this after a match, to show its luckiest roll and its worst choice.

        Each roll and choice of an attack is compared with what was to be expected before it. This is worked out for
        closed sessions; an open one answers 409 `not-shown`. A long game takes a while the first time.
        """
        caller = caller_of(request)
        session = await context.read(lambda connection: read_session(connection, id, caller))
        book = rulebook_or_absent(context.books, session.ruleset)
        require_installed(book)
        if session.status != "closed":
            raise Problem("not-shown")
        turns, language = await worked.turns(session), language_of(request, context)
        document: TurningPoints = {"items": [], "not_computed": sum(each.not_computed for each in turns)}
        for turn in turned_most(turns, limit):
            state = seen_as(await worked.action(session, turn.action), WHOLE)
            document["items"].append(await context.tell(turning_point, book, state, turn, language))
        return json_response(document, request, context)

    return router
