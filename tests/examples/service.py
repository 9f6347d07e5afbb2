"""The service as the examples of the OpenAPI document are told of it: with the same chance and time whenever it runs."""

import hashlib
import itertools
import json
import os
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.main import create_app
from app.services.rulebooks.installed import find_rulebooks
from app.settings import Settings
from app.web.assets import assets_path
from tests.client import Client, bearer, connect

BEGAN = datetime(2026, 7, 4, 14, 0, tzinfo=UTC)
AGAIN = "The same request again"
"""The summary of what a request that is repeated answers; its body is an example already."""
ASSETS = "/pages/9f86d081884c"
"""The path of what pages load, which changes whenever any of it does."""
Sent = tuple[str, str, dict[str, str]]
"""The method, the path and the headers of a request."""


class Story:
    """What was sent and answered, by operation and name of the example."""

    def __init__(self, api: Client) -> None:
        self.api, self.told, self.problems = api, {}, {}
        self.seconds = 0
        """What has passed since the story began: one for each request, however the service batches what it writes."""

    async def send(self, sent: Sent, body: Any = None) -> Any:
        """The response to a request."""
        method, path, headers = sent
        content = body if body is None or isinstance(body, bytes) else json.dumps(body)
        kind = {"content-type": "application/json"} if content else {}
        all_headers = {"X-Request-ID": "an-example", **kind, **headers}
        self.seconds += 1
        return await self.api.http.request(method, path, content=content, headers=all_headers)

    async def tell(self, operation: str, name: str, summary: str, sent: Sent, body: Any = None) -> Any:
        """Send a request that is an example; its answer."""
        response = await self.send(sent, body)
        assert response.status_code < 300 or response.status_code == 503, response.text
        media_type = response.headers["content-type"].partition(";")[0]
        is_json = media_type == "application/json"
        answer = response.json() if is_json else response.text.replace(assets_path(), ASSETS)
        told = {"summary": summary, "status": response.status_code, "media_type": media_type, "response": answer}
        if body is not None and summary != AGAIN:
            told["request"] = body
        assert name not in self.told.setdefault(operation, {})
        self.told[operation][name] = told
        return answer

    async def refuse(self, sent: Sent, body: Any = None) -> None:
        """Send a request whose refusal is an example."""
        problem = (await self.send(sent, body)).json()
        self.problems.setdefault(str(problem["status"]), {})[problem["code"]] = {
            "summary": problem["title"],
            "value": problem,
        }


def get(path: str, token: str | None = None, **headers: str) -> Sent:
    """A request that reads."""
    return "GET", path, {**headers, **(bearer(token) if token else {})}


def post(path: str, token: str | None = None, **headers: str) -> Sent:
    """A request that changes something."""
    return "POST", path, {**headers, **(bearer(token) if token else {})}


def patch(path: str, token: str) -> Sent:
    """A request that changes a part of something."""
    return "PATCH", path, bearer(token)


def delete(path: str, token: str) -> Sent:
    """A request that takes something away."""
    return "DELETE", path, bearer(token)


def keyed(n: int) -> dict[str, str]:
    """A header with an Idempotency-Key."""
    return {"Idempotency-Key": f"an-example-of-a-key-{n:04}"}


class Reciting:
    """A story on the real service over a database, with the service's own rulebooks and the same chance each time."""

    def __init__(self, url: str, **options: Any) -> None:
        self._settings = Settings(database_url=url, log_level="warning", **options)
        self._patch = pytest.MonkeyPatch()
        self._story: Story | None = None

    async def __aenter__(self) -> Story:
        books = {slug: book for slug, book in find_rulebooks().items() if book.package.startswith("app.rulesets.")}
        self._patch.setattr("app.main.find_rulebooks", lambda: books)
        self._patch.setattr(os, "urandom", drawn())
        self._patch.setattr("app.services.sessions.chains.os", os)
        self._patch.setattr("app.delivery.deliverer.PAUSE", 3600.0)  # nobody is there to be told
        numbers = itertools.count(1)
        for where in ("sessions.open", "players", "webhooks.registrations"):
            self._patch.setattr(
                f"app.services.{where}.uuid7", lambda: uuid.UUID(f"019f2d5e-8400-7000-8000-{next(numbers):012x}")
            )
        app = create_app(self._settings)
        self._patch.setattr(app.state.context.writer, "clock", self._clock)
        self._lifespan, self._client = app.router.lifespan_context(app), connect(app)
        await self._lifespan.__aenter__()
        self._story = Story(await self._client.__aenter__())
        return self._story

    def _clock(self) -> str:
        seconds = self._story.seconds if self._story else 0
        return f"{BEGAN + timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%S}.000Z"

    async def __aexit__(self, *raised: Any) -> None:
        await self._client.__aexit__(*raised)
        await self._lifespan.__aexit__(*raised)
        self._patch.undo()


def drawn() -> Any:
    """A replacement of os.urandom: bytes that look random, and are the same each time."""
    numbers = itertools.count()

    def draw(size: int) -> bytes:
        parts = (hashlib.sha256(f"{next(numbers)}".encode()).digest() for _ in range(0, size, 32))
        return b"".join(parts)[:size]

    return draw
