"""The routes that tell of a closed session how it went, when it turned, and whose luck it was."""

from collections.abc import AsyncIterator, Callable, Generator, Sequence
from typing import Annotated, TypeVar

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response

from app.api.context import Context, language_of
from app.api.refusals.problems import CONFLICT
from app.api.responses.conditional import UNCHANGED, Seen, read_or_wait
from app.api.responses.json_response import json_response
from app.api.routes.advice import boards_of, stored
from app.api.routes.routing import Routes
from app.api.schemas.parameters import SessionId
from app.errors import Problem
from app.persistence.stored.rows import Session
from app.services.actions.state import ActionState, load_states, seen_as
from app.services.documents.turning_points import TurningPoints, turning_point
from app.services.history.action_luck import action_luck
from app.services.history.course import GameCourse, add_words, course_of
from app.services.history.session_luck import SessionLuck, counted
from app.services.odds.of_actions import StoredAction
from app.services.odds.turning_points import Turns, turned_most, turns_of
from app.services.recent import LruCache
from app.services.rulebooks.absent import require_installed, rulebook_or_absent
from app.services.rulebooks.registry import Rulebook
from app.services.view_rights import FULL_VIEW

T = TypeVar("T")
KEPT, TURN, LUCK, POINT = 8 << 20, 1_000, 800, 600
"""How many bytes of turns, of luck and of courses are kept in memory each, and about how many one turn, a sum and a
point of a course takes.

They hold numbers alone; closed sessions are seen alike by all.
"""
PAGE = 50
"""How many actions of a session are read at a time."""

Limit = Annotated[int, Query(ge=1, le=100, description="How many are shown at most.")]


class Worked:
    """The turns, the luck and the courses of closed sessions, as far as they have been worked out."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._turns: LruCache[list[Turns]] = LruCache("turning-points", KEPT)
        self._luck: LruCache[SessionLuck] = LruCache("session-luck", KEPT)
        self._courses: LruCache[GameCourse] = LruCache("courses", KEPT)

    async def actions(self, session: Session, numbers: Sequence[int]) -> list[ActionState]:
        """Actions of the closed session as they are stored, read in one go."""

        def read(connection: sa.Connection) -> list[ActionState]:
            return load_states(connection, session, numbers)

        return await self._context.read(read)

    async def turns(self, session: Session) -> list[Turns]:
        """What each action of a closed session changed; worked out one after the other, and kept."""
        key = session.id.encode()
        found = self._turns.get(key)
        if found is None:
            found = [turns async for turns in self._of_each(session, "turns", turns_of)]
            self._turns.put(key, found, TURN * sum(1 + len(turns.known) for turns in found))
        return found

    async def luck(self, session: Session) -> SessionLuck:
        """The luck of a closed session; worked out action by action, and kept."""
        key = session.id.encode()
        found = self._luck.get(key)
        if found is None:
            lucks = [luck async for luck in self._of_each(session, "luck", action_luck)]
            found = counted(self._context.books[session.ruleset], lucks)
            self._luck.put(key, found, LUCK * (1 + len(found["attacks"]) + len(found["rolls"])))
        return found

    async def course(self, session: Session, book: Rulebook) -> GameCourse:
        """How a closed game went, as course_of() gives it; worked out, and kept. Raises what course_of() raises."""
        key = session.id.encode()
        if (cached := self._courses.get(key)) is not None:
            return cached
        found = await self._context.replay(course_of(book, self._context.database.reader, session))
        self._courses.put(key, found, POINT * (1 + len(found["points"]) + len(found["left"])))
        return found

    async def _of_each(
        self, session: Session, name: str, job: Callable[[Rulebook, StoredAction], Generator[None, None, T]]
    ) -> AsyncIterator[T]:
        """What a job makes of each resolved action of a session, in order."""
        boards = boards_of(self._context, session)
        for first in range(1, session.last_number + 1, PAGE):
            page = range(first, min(first + PAGE, session.last_number + 1))
            for state in await self.actions(session, page):
                if state.action.status == "resolved":
                    taken = stored(self._context, state, boards=boards)
                    work = job(self._context.books[session.ruleset], taken)
                    yield await self._context.compute_shared((name, session.id, state.action.number), work)


def closed_routes(context: Context) -> APIRouter:
    """The routes of courses, turning points and luck."""
    router, worked = Routes("/v1/sessions/{id}"), Worked(context)

    async def closed(request: Request, id: str) -> tuple[Seen, Rulebook]:
        """The closed session and its rulebook. Raises Problem not-shown (409) where it is open."""
        seen = await read_or_wait(context, request, id)
        book = rulebook_or_absent(context.books, seen.session.ruleset)
        require_installed(book)
        if seen.session.status != "closed":
            raise Problem("not-shown")
        return seen, book

    @router.get(
        "/course",
        response_model=GameCourse,
        operation_id="get_course",
        responses=UNCHANGED | CONFLICT,
        summary="Show how a game went",
        response_description="A number of each seat after each action that changed it, and what is left.",
        tags=["sessions"],
    )
    async def get_course(id: SessionId, request: Request) -> Response:
        """Use this after a game, to draw who was ahead and when, and what each player has left.

        The number is the one by which the rulebook compares the players, such as the army value. It works for closed
        games; an open one answers 409 `not-shown`.
        """
        seen, book = await closed(request, id)
        if seen.is_known:
            return seen.not_modified
        course = add_words(await worked.course(seen.session, book), book.texts(language_of(request, context)))
        return json_response(course, request, context, etag=seen.etag)

    @router.get(
        "/turning-points",
        response_model=TurningPoints,
        operation_id="get_turning_points",
        responses=UNCHANGED | CONFLICT,
        summary="Show when a session turned",
        response_description="The rolls and choices that changed most.",
        tags=["sessions"],
    )
    async def get_turning_points(id: SessionId, request: Request, limit: Limit = 10) -> Response:
        """Use this after a match, to show its luckiest roll and its worst choice.

        For each roll and choice of an attack, it compares the expected value before and after. It works for closed
        sessions; an open session answers 409 `not-shown`. For a long game, the first request takes a while.
        """
        seen, book = await closed(request, id)
        if seen.is_known:
            return seen.not_modified
        session = seen.session
        turns, language = await worked.turns(session), language_of(request, context)
        document: TurningPoints = {"items": [], "not_computed": sum(each.not_computed for each in turns)}
        most = turned_most(turns, limit)
        states = await worked.actions(session, [turn.action for turn in most])
        for turn, state in zip(most, states, strict=True):
            document["items"].append(
                await context.build_document(turning_point, book, seen_as(state, FULL_VIEW), turn, language)
            )
        return json_response(document, request, context, etag=seen.etag)

    @router.get(
        "/luck",
        response_model=SessionLuck,
        operation_id="get_session_luck",
        responses=UNCHANGED | CONFLICT,
        summary="Show how lucky each seat was",
        response_description="The results of each seat in attacks and with dice, and the expected ones.",
        tags=["sessions"],
    )
    async def get_session_luck(id: SessionId, request: Request) -> Response:
        """Use this after a match, even after a whole game, to separate luck from skill.

        It compares the results of the attacks that each seat made and suffered with the exact odds before them, and its
        dice with fair dice, by kind of roll. It works for closed sessions; an open session answers 409 `not-shown`. For
        a long game, the first request takes a while.
        """
        seen, _ = await closed(request, id)
        if seen.is_known:
            return seen.not_modified
        return json_response(await worked.luck(seen.session), request, context, etag=seen.etag)

    return router
