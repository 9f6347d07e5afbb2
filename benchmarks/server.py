"""The service under load: unchanged, with a writer that stores nothing, with a slower disk, or without layers."""

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from copy import copy
from functools import partial
from typing import Any

import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI, Request, Response
from pydantic_core import to_json

import app.main
from app.api.requests.callers import caller_of
from app.api.routes.parsed_bodies import order_in_session
from app.api.schemas.requests import requests_of
from app.domain.dice import DiceSource
from app.domain.fairness import earlier_seed
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session, raw_id
from app.persistence.writing.batch import IdempotencyRecord, Rows
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import now
from app.services.access import Caller
from app.services.actions.attack import attack_in_series
from app.services.actions.state import ActionState
from app.services.documents.action import action_document
from app.services.documents.session import session_document
from app.services.play.players import Unplanned
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.open import draw_opening, open_session
from app.services.view_rights import FULL_VIEW
from app.settings import Settings

SLOWER = 0.004
"""Seconds by which `slow` makes every commit longer."""


class Heads:
    """A unit of work that stores only sessions and seeds, and only in memory."""

    def __init__(self) -> None:
        self._sessions: dict[str, Session] = {}
        self._seeds: dict[tuple[str, int], list[Json]] = defaultdict(list)

    @property
    def at(self) -> str:
        return now()

    def session(self, id: str) -> Session | None:
        return copy(self._sessions.get(id))

    def seed(self, session: str, chain: int, place: int) -> bytes:
        stored = next(row for row in self._seeds[session, chain] if row["place"] >= place)
        return earlier_seed(raw_id(session), stored["seed"], stored["place"] - place)

    def keep(self, sessions: Iterable[Session], seeds: Iterable[Json]) -> None:
        self._sessions |= {session.id: session for session in sessions}
        for row in seeds:
            self._seeds[row["session_id"], row["chain"]].append(row)


class DiscardingWriter:
    """Runs every change as the writer does, but stores only sessions and seeds, and only in memory."""

    is_alive = True

    def __init__(self, _database: object, **_rest: object) -> None:
        self._heads = Heads()

    def start(self) -> None:
        """There is no thread to start."""

    def close(self) -> None:
        """There is nothing to finish."""

    async def submit(
        self, change: Callable[[Draft], Any], *, claim: IdempotencyRecord | None = None, **_sessions: Any
    ) -> Any:
        draft = Draft(self._heads, claim)  # type: ignore[arg-type]
        result = change(draft)
        self._heads.keep(draft.rows.sessions.values(), draft.rows.seeds)
        return result


def bare_app() -> FastAPI:
    """Only the attack, as plain FastAPI routes: without limits, retries, strict bodies, languages and storage."""
    app, heads = FastAPI(), Heads()
    for slug, book in find_rulebooks().items():
        add_routes(app, slug, book, heads)
    return app


def add_routes(app: FastAPI, slug: str, book: Rulebook, heads: Heads) -> None:
    """Add the routes that open a series of a rulebook and resolve attacks in it."""

    @app.post(f"/v1/rulesets/{slug}/sessions", status_code=201)
    async def open_(_request: Request) -> Response:
        document, rows = begun(book)
        heads.keep(rows.sessions.values(), rows.seeds)
        return Response(to_json(document), 201, media_type="application/json")

    @app.post(f"/v1/rulesets/{slug}/attacks", status_code=201)
    async def attack(request: Request) -> Response:
        body: Any = requests_of(book).attack.model_validate_json(await request.body())
        state, rows = attacked(book, body, caller_of(request), heads)
        heads.keep(rows.sessions.values(), rows.seeds)
        return Response(to_json(action_document(book, state, "en", FULL_VIEW)), 201, media_type="application/json")


def begun(book: Rulebook) -> tuple[Json, Rows]:
    """The document of a new series, and its rows."""
    draft = Draft(Heads(), None)  # type: ignore[arg-type]
    options = book.codec.options.dump(book.ruleset.options())
    start = draw_opening(book, "series", options, DiceSource.SERVICE, "public", None)
    return session_document(open_session(draft, start), start.tokens), draft.rows


def attacked(book: Rulebook, body: Any, caller: Caller, heads: Heads) -> tuple[ActionState, Rows]:
    """An attack in a series, and its rows."""
    order_for = partial(order_in_session, book, body)
    while True:
        draft = Draft(heads, None)  # type: ignore[arg-type]
        try:
            return attack_in_series(draft, body.session_id, caller, order_for), draft.rows
        except Unplanned as wanted:
            wanted.work()


def main() -> None:
    """Serve. The arguments are `store`, `discard`, `slow` or `bare`, a port and the URL of a database."""
    kind, port, url = sys.argv[1:]
    if kind == "bare":
        uvicorn.run(bare_app(), port=int(port), access_log=False, log_level="warning")
        return
    settings = Settings(database_url=url)
    if kind == "discard":
        app.main.Writer = DiscardingWriter  # type: ignore[attr-defined, assignment]
    service = app.main.create_app(settings)
    if kind == "slow":

        @sa.event.listens_for(service.state.context.database.writer, "commit")
        def wait(_connection: sa.Connection) -> None:
            time.sleep(SLOWER)

    uvicorn.run(service, port=int(port), access_log=False, log_level="warning")


if __name__ == "__main__":
    main()
