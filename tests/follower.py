"""A third client, which follows a session by its event stream."""

import asyncio
import json

import httpx

from tests.servers import client


class Follower:
    """Follows a session, and comes back where it was cut off."""

    def __init__(self, port, session, token=None):
        self.port, self.session, self.token = port, session, token
        self.events, self.questions, self.connections = [], [], 0

    async def follow(self):
        """Until the stream ends; a cut connection is taken up again after the last event."""
        while True:
            headers = {"Accept": "text/event-stream"}
            if self.token:
                headers["Authorization"] = f"Bearer {self.token}"
            if self.events:
                headers["Last-Event-ID"] = str(self.events[-1]["seq"])
            try:
                async with (
                    client(self.port) as http,
                    http.stream("GET", f"/v1/sessions/{self.session}/events", headers=headers) as response,
                ):
                    assert response.headers["content-type"].startswith("text/event-stream")
                    self.connections += 1
                    await self.read(response)
            except httpx.TransportError:
                pass
            if self.events and self.events[-1]["type"] == "session-closed":
                return
            await asyncio.sleep(0.05)

    async def read(self, response):
        told = {}
        async for line in response.aiter_lines():
            if not line:
                self.take(told)
                told = {}
            elif not line.startswith(":"):
                field, _, value = line.partition(": ")
                told[field] = value

    def take(self, told):
        if told.get("event") == "question":
            assert "id" not in told
            self.questions.append(json.loads(told["data"])["items"])
        elif "id" in told:
            item = json.loads(told["data"])
            assert (int(told["id"]), told["event"]) == (item["seq"], item["type"])
            self.events.append(item)
