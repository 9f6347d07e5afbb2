"""Load: clients that attack in one series whatever breaks, and the check that nothing was lost or doubled."""

import asyncio
import json
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO

import httpx

from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks
from tests.client import ATTACKS, SEED
from tests.faults import SCALE
from tests.waiting import until

CLIENTS = 8 * SCALE
PATIENCE = 300.0
"""Seconds after which a test gives up; where all is well it waits for nothing."""


class Load:
    """Each client sends an attack with its key until it is acknowledged, then the next."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.acknowledged: dict[str, int] = {}
        """The number of each attack, by its key."""
        self.refused = self.cut_off = 0
        """Answers 503, and answers that never came."""
        self.slowest = 0.0
        """Seconds that the slowest answer took."""
        self._is_over = False

    async def open(self) -> None:
        """Open the series."""
        session = (await asked(self.http, "POST", "/v1/rulesets/open-forces/sessions", json={"kind": "series"})).json()
        self.session, self.token = session["id"], session["tokens"]["host"]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Clients that attack meanwhile; at the end each has the answer to its last attack."""
        self._is_over = False
        self._clients = [asyncio.create_task(self._keep_attacking()) for _ in range(CLIENTS)]
        try:
            yield
            self._is_over = True
            await asyncio.wait_for(asyncio.gather(*self._clients), PATIENCE)
        finally:
            for task in self._clients:
                task.cancel()
            await asyncio.gather(*self._clients, return_exceptions=True)

    async def _keep_attacking(self) -> None:
        while not self._is_over:
            await self._attack(uuid.uuid4().hex)

    async def _attack(self, key: str) -> None:
        body = json.dumps({"situation": SEED, "session_id": self.session, "reference": key})
        headers = {"Idempotency-Key": key, "Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        while True:
            began = time.monotonic()
            try:
                response = await self.http.post(ATTACKS, content=body, headers=headers)
            except httpx.TransportError:
                self.cut_off += 1
            else:
                self.slowest = max(self.slowest, time.monotonic() - began)
                if response.status_code in (200, 201):
                    self.acknowledged[key] = response.json()["number"]
                    return
                check_busy(response)
                self.refused += 1
            await asyncio.sleep(0.1)

    async def more(self, count: int = 2 * CLIENTS) -> None:
        """Wait until so many more attacks are acknowledged."""
        goal = len(self.acknowledged) + count
        await until(lambda: self._failure() or len(self.acknowledged) >= goal, PATIENCE)

    async def trouble(self, count: int = CLIENTS) -> None:
        """Wait until so many more answers are 503, or never come."""
        goal = self.refused + self.cut_off + count
        await until(lambda: self._failure() or self.refused + self.cut_off >= goal, PATIENCE)

    def _failure(self) -> None:
        """Raise what a client has met that it should not."""
        for task in self._clients:
            if task.done():
                task.result()

    async def check(self) -> None:
        """All that was acknowledged is there, once, under its number, and nothing else; the log holds, offline too."""
        path = f"/v1/sessions/{self.session}"
        log = (await asked(self.http, "GET", f"{path}/events?format=ndjson")).content
        lines = [line for line in map(json.loads, log.splitlines()) if "body" in line]
        said = {part["digest"]: json.loads(part["bytes"]) for line in lines for part in line["private"]}
        bodies = [json.loads(line["body"]) for line in lines]
        declared = [
            (said[body["reference"]["private"]], body["action"]) for body in bodies if body["type"] == "action-declared"
        ]
        assert [number for _, number in declared] == list(range(1, len(declared) + 1))
        assert dict(declared) == self.acknowledged
        assert len(declared) == len(self.acknowledged)
        assert check_export(find_rulebooks(), BytesIO(log))[0]
        report = (await asked(self.http, "GET", f"{path}/verification")).json()
        assert (report["result"], report["dice"], report["chain"]["ok"]) == ("identical", "proven", True)
        shown = (await asked(self.http, "GET", path)).json()["actions"]
        assert shown == {"resolved": len(declared), "pending": 0, "void": 0}
        rolls = (await asked(self.http, "GET", f"/v1/rolls?session_id={self.session}&format=ndjson")).content
        assert json.loads(rolls.splitlines()[-1]) == {"end": True, "items": 2 * len(declared)}


async def asked(http: httpx.AsyncClient, method: str, path: str, **rest: object) -> httpx.Response:
    """The answer, asked for again for as long as the service is busy."""

    async def answer() -> httpx.Response | None:
        response = await http.request(method, path, **rest)
        return None if response.status_code == 503 else response

    response = await until(answer, PATIENCE)
    assert response.status_code in (200, 201), response.text
    return response


async def readiness_is(http: httpx.AsyncClient, status: int) -> None:
    """Wait until the service says that it is ready, or that it is not."""

    async def is_so() -> bool:
        return (await http.get("/readyz")).status_code == status

    await until(is_so, PATIENCE)


def check_busy(response: httpx.Response) -> None:
    """The problem that is told where the service cannot do its work now: it says when to come again."""
    assert response.status_code == 503, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert int(response.headers["retry-after"]) > 0
    assert (response.json()["code"], response.json()["status"]) == ("busy", 503)
