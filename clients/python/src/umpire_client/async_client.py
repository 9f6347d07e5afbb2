"""The client of a program with an event loop."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, cast

import httpx

from umpire_client.following import TIMEOUT, Event, Following, OfOne, OfSeveral
from umpire_client.notes import Notes
from umpire_client.playing import (
    Ask,
    AsyncChoose,
    AsyncRoll,
    Json,
    Post,
    Question,
    Read,
    Steps,
    answer_to,
    playing,
)
from umpire_client.problems import Problem
from umpire_client.rendering import told_in_a_sentence
from umpire_client.sending import KEY, AsyncPersistent
from umpire_client.shared import WAITS, Shared, claim_in, conditional, is_passing, patience, raise_awaited
from umpire_client.verify import Verified, verify_export

if TYPE_CHECKING:
    from umpire_client.generated.client import Client


class AsyncUmpire(Shared):
    """The same as Umpire, for an event loop; `choose` and `roll` may be coroutines."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        language: str | None = None,
        timeout: float | None = None,
        waits: Sequence[float] = WAITS,
        notes: Notes | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        super().__init__(url, token, language, timeout, waits, notes)
        hooks = {"response": [raise_awaited]}
        self._settings: dict[str, Any] = {"base_url": self.url, "headers": self.headers, "event_hooks": hooks}
        shared = transport if isinstance(transport, AsyncPersistent) else None
        self._line = shared or AsyncPersistent(transport or httpx.AsyncHTTPTransport(), waits)
        self.http = httpx.AsyncClient(transport=self._line, timeout=patience(timeout), **self._settings)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections, those of the clients that `as_` and `claim` made too."""
        await self.http.aclose()

    def as_(self, token: str | None, *, language: str | None = None) -> "AsyncUmpire":
        """The same client with another token, such as that of a seat, and with texts in another language where it is
        told; both share their connections."""
        options = {**self._options, **({"language": language} if language else {})}
        return AsyncUmpire(self.url, token, transport=self._line, **options)

    @cached_property
    def client(self) -> "Client":
        """The client that generated operations take: `await attack_x_wing.asyncio(client=umpire.client, body=…)`."""
        from umpire_client.generated.client import Client

        return Client(base_url=self.url).set_async_httpx_client(self.http)

    async def get(self, path: str, **query: Any) -> Any:
        """The document at a path."""
        return self.told(await self.http.get(path, params=query))

    async def post(self, path: str, body: Json | None = None, *, key: str | None = None) -> Any:
        """What the service answers to a POST; `key` is drawn anew where it is left out."""
        return self.told(await self.http.post(path, json=body or {}, headers={KEY: key} if key else None))

    async def patch(self, path: str, body: Json) -> Any:
        """What the service answers to a PATCH."""
        return self.told(await self.http.patch(path, json=body))

    async def delete(self, path: str) -> None:
        """Send a DELETE."""
        await self.http.delete(path)

    async def items(self, path: str, **query: Any) -> AsyncIterator[Json]:
        """Every item of a list, page after page."""
        cursor: str | None = ""
        while cursor is not None:
            page = await self.get(path, **query, **({"cursor": cursor} if cursor else {}))
            for item in page["items"]:
                yield item
            cursor = page["next"]

    async def become_player(self, name: str, *, key: str | None = None) -> "tuple[AsyncUmpire, Json]":
        """Make a player, one person across sessions and phones: a client that acts for it, and its id and token."""
        made = await self.post("/v1/players", {"name": name}, key=key)
        return self.as_(made["token"]), made

    async def claim(self, claim: str, *, key: str | None = None) -> "tuple[AsyncUmpire, Json]":
        """Take over the seat of a claim, or become the player of one: a client that acts so, and the answer.

        What does not begin with `umc_` is a code that somebody has said.
        """
        taken = await self.post("/v1/claims", claim_in(claim), key=key)
        return self.as_(taken["token"]), taken

    async def rematch(self, session: str, *, key: str | None = None) -> "tuple[AsyncUmpire, Json]":
        """Play a closed session once more with the seats swapped: a client for one's new seat, and the answer."""
        taken = await self.post(f"/v1/sessions/{session}/rematch", key=key)
        return self.as_(taken["token"]), taken

    async def inbox(self) -> list[Json]:
        """Every question that waits for the caller, in all sessions of a player or an API key."""
        return [question async for question in self.items("/v1/questions")]

    async def questions(self, session: str) -> list[Question]:
        """What a session asks the caller, each with its `session_id`: attacks' questions, then those for moves."""
        found = (await self.get(f"/v1/sessions/{session}/questions"))["items"]
        return [cast("Question", {**question, "session_id": session}) for question in found]

    async def answer(self, asked: Mapping[str, Any], choice: Any) -> Json:
        """Answer a question of `questions`, an item of the inbox, or what an action waits for.

        `choice` is the `choice` of one of its choices, for dice their faces. Returns the action: for a question that
        asks for a move, the move.
        """
        post = answer_to(asked, choice)
        return cast("Json", await self.post(post.path, post.body))

    async def sentence(self, action: Json) -> str:
        """An action in one line for a chat: who, what came of it, how likely that was, and where to check it."""
        path = f"/v1/sessions/{action['session_id']}/actions/{action['number']}"
        is_attack = action["kind"] == "attack" and action["status"] == "resolved"
        return told_in_a_sentence(await self.get(path, include="odds") if is_attack else action, self.url)

    async def stream_url(self, session: str) -> str:
        """An address with a ticket in it, for an `EventSource` that follows as the caller; good for 12 hours."""
        ticket = await self.post(f"/v1/sessions/{session}/stream-tickets", None)
        return f"{self.url}/v1/sessions/{session}/events?ticket={ticket['ticket']}"

    async def play(
        self,
        action: Json,
        choose: AsyncChoose,
        roll: AsyncRoll | None = None,
        *,
        seats: int | Sequence[int] | None = None,
    ) -> Json:
        """Answer the questions of an action until it is over; see Umpire.play."""
        steps: Steps = playing(action, choose, roll, self.seats_of(seats))
        given = None
        while True:
            try:
                step = steps.send(given)
                while isinstance(taken := await self._take(step), Problem):
                    step = steps.throw(taken)
                given = taken
            except StopIteration as end:
                return cast("Json", end.value)

    async def _take(self, step: Ask | Post | Read) -> Any:
        if isinstance(step, Ask):
            answer = step.player(step.question)
            return await answer if inspect.isawaitable(answer) else answer
        if isinstance(step, Post):
            try:
                return await self.post(step.path, step.body)
            except Problem as problem:
                return problem
        asking = conditional(step)
        while (response := await self.http.get(step.path, **asking)).status_code == 304:
            pass
        return self.told(response), response.headers.get("ETag")

    def follow(self, session: str, *, after: int = 0, texts: bool = False) -> AsyncIterator[Event]:
        """Each event of a session's log once and in order; see Umpire.follow."""
        return self._follow(OfOne(session, self.notes, after=after, texts=texts))

    def follow_all(
        self,
        *,
        sessions: Sequence[str] = (),
        references: Sequence[str] = (),
        after: str = "",
        texts: bool = False,
    ) -> AsyncIterator[Event]:
        """The events of several sessions as one stream; see Umpire.follow_all."""
        following = OfSeveral(self.notes, sessions=sessions, references=references, after=after, texts=texts)
        return self._follow(following)

    async def _follow(self, following: Following) -> AsyncIterator[Event]:
        async with httpx.AsyncClient(timeout=TIMEOUT, **self._settings) as line:
            while True:
                try:
                    async with line.stream(
                        "GET", following.path, params=following.query, headers=following.headers
                    ) as response:
                        if response.status_code == 204:
                            return
                        following.connect()
                        async for text in response.aiter_lines():
                            for event in following.heard(text):
                                yield event
                        if following.is_closed:
                            return
                except httpx.TransportError:
                    pass
                except Problem as problem:
                    if not is_passing(problem):
                        raise
                await asyncio.sleep(following.pause())

    async def verify(self, session: str) -> Verified:
        """Check the whole log of a session, with what this client noted of it; needs the package of the service."""
        note = self.notes.get(session)
        export = await self.http.get(f"/v1/sessions/{session}/events", params={"format": "ndjson"})
        return await asyncio.to_thread(verify_export, export.content, note)
