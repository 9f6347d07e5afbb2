"""The service under load: as it is, with a writer that stores nothing, on a slower disk, or without its layers."""

import sys
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI, Request, Response
from pydantic_core import to_json

import app.main
from app.api.requests import attack_order, options_of, requests_of
from app.domain.dice import DiceSource
from app.persistence.rows import Session
from app.persistence.unit import Claim, Draft, Rows
from app.persistence.writer import now
from app.services.attacks import declare_alone
from app.services.catalogue import Rulebook, find_rulebooks
from app.services.documents import action_document
from app.services.ledger import ActionState
from app.services.sessions import opening
from app.settings import Settings

SLOWER = 0.004
"""Seconds that `slow` adds to every commit."""


class NoUnit:
    """A unit of work without a database."""

    def __init__(self) -> None:
        self.at = now()

    def session(self, _id: str) -> Session | None:
        return None

    def accept(self, _rows: Rows) -> None:
        """Nothing is kept."""


class DiscardingWriter:
    """Runs every change as the writer does, and throws its rows away."""

    is_alive = True

    def __init__(self, _database: object, **_rest: object) -> None:
        """Nothing is opened."""

    def start(self) -> None:
        """Nothing runs."""

    def close(self) -> None:
        """Nothing waits."""

    async def submit(self, change: Callable[[Draft], Any], *, claim: Claim | None = None, **_sessions: Any) -> Any:
        return change(Draft(NoUnit(), claim))  # type: ignore[arg-type]


def bare_app() -> FastAPI:
    """The attack alone, as a plain FastAPI route: no callers, limits, retries, strictness, languages, nor storing."""
    app = FastAPI()
    for slug, book in find_rulebooks().items():
        add_route(app, slug, book)
    return app


def add_route(app: FastAPI, slug: str, book: Rulebook) -> None:
    """The attack of a rulebook."""

    @app.post(f"/v1/rulesets/{slug}/attacks", status_code=201)
    async def attack(request: Request) -> Response:
        state, _rows = resolved(book, await request.body())
        return Response(to_json(action_document(book, state, "en")), 201, media_type="application/json")


def resolved(book: Rulebook, sent: bytes) -> tuple[ActionState, Rows]:
    """An attack in a session of its own, and the rows that it would leave."""
    body: Any = requests_of(book).attack.model_validate_json(sent)
    options = options_of(book, body.options)
    order = attack_order(book, body, options, DiceSource.SERVICE)
    start = opening(book, "single", book.codec.options.dump(options), DiceSource.SERVICE, "public", None)
    draft = Draft(NoUnit(), None)  # type: ignore[arg-type]
    return declare_alone(draft, order, start), draft.rows


def main() -> None:
    """Serve: `store`, `discard`, `slow` or `bare`, a port, a database URL."""
    kind, port, url = sys.argv[1:]
    if kind == "bare":
        uvicorn.run(bare_app(), port=int(port), access_log=False, log_level="warning")
        return
    settings = Settings(database_url=url)
    if kind == "discard":
        app.main.Writer = DiscardingWriter  # type: ignore[misc, assignment]
    service = app.main.create_app(settings)
    if kind == "slow":

        @sa.event.listens_for(service.state.umpire.database.writer, "commit")
        def wait(_connection: sa.Connection) -> None:
            time.sleep(SLOWER)

    uvicorn.run(service, port=int(port), access_log=False, log_level="warning")


if __name__ == "__main__":
    main()
