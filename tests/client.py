"""The client that the API tests use; the one place that knows httpx."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from fastapi import FastAPI

from tests.documented import require_documented

ADDRESS = "http://umpire.test"
ATTACKS = "/v1/rulesets/open-forces/attacks"
SEED = {
    "attacker": {"units": 5, "mode": {"atk": 1}},
    "defender": {"units": 4, "mode": {"def": 1}},
    "cover": [{"def": 2, "touching": 2}],
}
SEED_FACES = [[2, 2, 5, 5], [1, 1, 2, 4, 6]]
PHYSICAL = {"source": "physical"}


class Client:
    """What a companion app would do."""

    def __init__(self, http: httpx.AsyncClient, app: FastAPI) -> None:
        self.http, self.app = http, app

    async def get(self, path: str, token: str | None = None, **headers: str) -> httpx.Response:
        return await self.http.get(path, headers=_headers(token, headers))

    async def post(self, path: str, body: Any, token: str | None = None, **headers: str) -> httpx.Response:
        content = body if isinstance(body, bytes) else json.dumps(body)
        return await self.http.post(
            path, content=content, headers={"content-type": "application/json", **_headers(token, headers)}
        )

    async def packed(self, path: str, encodings: str, **headers: str) -> tuple[bytes, httpx.Headers]:
        """The bytes of an answer as they were sent, and its headers."""
        headers = {"accept-encoding": encodings, **headers}
        http = httpx.AsyncClient(transport=httpx.ASGITransport(app=self.app), base_url=ADDRESS)
        async with http, http.stream("GET", path, headers=headers) as response:
            assert response.status_code == 200, path
            return b"".join([part async for part in response.aiter_raw()]), response.headers

    async def delete(self, path: str, token: str | None = None, **headers: str) -> httpx.Response:
        return await self.http.delete(path, headers=_headers(token, headers))

    async def attack(
        self, situation: Any = SEED, token: str | None = None, key: str | None = None, **rest: Any
    ) -> httpx.Response:
        headers = {"Idempotency-Key": key} if key else {}
        return await self.post(ATTACKS, {"situation": situation, **rest}, token, **headers)

    async def open(self, **rest: Any) -> dict[str, Any]:
        response = await self.post("/v1/rulesets/open-forces/sessions", {"kind": "series", **rest})
        assert response.status_code == 201, response.text
        return response.json()

    async def answer(self, action: dict[str, Any], token: str, **answer: Any) -> httpx.Response:
        body = {"seen": action["pending"]["seen"], **answer} if "seen" not in answer else answer
        return await self.post(path_of(action) + "/answers", body, token)

    async def count(self, table: str) -> int:
        import sqlalchemy as sa

        def query(connection: sa.Connection) -> int:
            return connection.execute(sa.text(f"SELECT count(*) FROM {table}")).scalar_one()

        return await self.app.state.context.read(query)


def path_of(action: dict[str, Any]) -> str:
    return f"/v1/sessions/{action['session_id']}/actions/{action['number']}"


def _headers(token: str | None, headers: dict[str, str]) -> dict[str, str]:
    return {**headers, **(bearer(token) if token else {})}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@asynccontextmanager
async def connect(app: FastAPI) -> AsyncIterator[Client]:
    transport = httpx.ASGITransport(app=app)
    hooks = {"response": [require_documented]}
    async with httpx.AsyncClient(transport=transport, base_url=ADDRESS, event_hooks=hooks) as http:
        yield Client(http, app)
