"""The client of a program without an event loop."""

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, cast

import httpx

from umpire_client.following import TIMEOUT, Event, Following, OfOne, OfSeveral
from umpire_client.notes import Notes
from umpire_client.playing import Ask, Choose, Json, Post, Question, Read, Roll, answer_to, playing
from umpire_client.problems import Problem
from umpire_client.rendering import told_in_a_sentence
from umpire_client.sending import KEY, Persistent
from umpire_client.shared import WAITS, Shared, claim_in, conditional, is_passing, patience, raise_read
from umpire_client.verify import Verified, verify_export

if TYPE_CHECKING:
    from umpire_client.generated.client import Client


class Umpire(Shared):
    """A client of the service at `url`, which acts with `token`: of a host, a seat, an API key, or nobody.

    A refusal raises Problem, silence raises Unreachable. Each POST has a key, and is sent again with it. `timeout`: the
    seconds in which each try has to be answered, 40 if it is left out; `waits`: the seconds before each further try;
    `transport`: what sends in place of httpx's own.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        language: str | None = None,
        timeout: float | None = None,
        waits: Sequence[float] = WAITS,
        notes: Notes | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(url, token, language, timeout, waits, notes)
        hooks = {"response": [raise_read]}
        self._settings: dict[str, Any] = {"base_url": self.url, "headers": self.headers, "event_hooks": hooks}
        shared = transport if isinstance(transport, Persistent) else None
        self._line = shared or Persistent(transport or httpx.HTTPTransport(), waits)
        self.http = httpx.Client(transport=self._line, timeout=patience(timeout), **self._settings)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections, those of the clients that `as_` and `claim` made too."""
        self.http.close()

    def as_(self, token: str | None, *, language: str | None = None) -> "Umpire":
        """The same client with another token, such as that of a seat, and with texts in another language where it is
        told; both share their connections."""
        options = {**self._options, **({"language": language} if language else {})}
        return Umpire(self.url, token, transport=self._line, **options)

    @cached_property
    def client(self) -> "Client":
        """The client that generated operations take: `attack_x_wing.sync(client=umpire.client, body=…)`."""
        from umpire_client.generated.client import Client

        return Client(base_url=self.url).set_httpx_client(self.http)

    def get(self, path: str, **query: Any) -> Any:
        """The document at a path."""
        return self.told(self.http.get(path, params=query))

    def post(self, path: str, body: Json | None = None, *, key: str | None = None) -> Any:
        """What the service answers to a POST; `key` is drawn anew where it is left out."""
        return self.told(self.http.post(path, json=body or {}, headers={KEY: key} if key else None))

    def patch(self, path: str, body: Json) -> Any:
        """What the service answers to a PATCH."""
        return self.told(self.http.patch(path, json=body))

    def delete(self, path: str) -> None:
        """Send a DELETE."""
        self.http.delete(path)

    def items(self, path: str, **query: Any) -> Iterator[Json]:
        """Every item of a list, page after page."""
        cursor: str | None = ""
        while cursor is not None:
            page = self.get(path, **query, **({"cursor": cursor} if cursor else {}))
            yield from page["items"]
            cursor = page["next"]

    def become_player(self, name: str, *, key: str | None = None) -> "tuple[Umpire, Json]":
        """Make a player, one person across sessions and phones: a client that acts for it, and its id and token."""
        made = self.post("/v1/players", {"name": name}, key=key)
        return self.as_(made["token"]), made

    def claim(self, claim: str, *, key: str | None = None) -> "tuple[Umpire, Json]":
        """Take over the seat of a claim, or become the player of one: a client that acts so, and the answer.

        What does not begin with `umc_` is a code that somebody has said.
        """
        taken = self.post("/v1/claims", claim_in(claim), key=key)
        return self.as_(taken["token"]), taken

    def rematch(self, session: str, *, key: str | None = None) -> "tuple[Umpire, Json]":
        """Play a closed session once more with the seats swapped: a client for one's new seat, and the answer."""
        taken = self.post(f"/v1/sessions/{session}/rematch", key=key)
        return self.as_(taken["token"]), taken

    def inbox(self) -> list[Json]:
        """Every question that waits for the caller, in all sessions of a player or an API key."""
        return list(self.items("/v1/questions"))

    def questions(self, session: str) -> list[Question]:
        """What a session asks the caller, each with its `session_id`: attacks' questions, then those for moves."""
        found = (self.get(f"/v1/sessions/{session}/questions"))["items"]
        return [cast("Question", {**question, "session_id": session}) for question in found]

    def answer(self, asked: Mapping[str, Any], choice: Any) -> Json:
        """Answer a question of `questions`, an item of the inbox, or what an action waits for.

        `choice` is the `choice` of one of its choices, for dice their faces. Returns the action: for a question that
        asks for a move, the move.
        """
        post = answer_to(asked, choice)
        return cast("Json", self.post(post.path, post.body))

    def sentence(self, action: Json) -> str:
        """An action in one line for a chat: who, what came of it, how likely that was, and where to check it."""
        path = f"/v1/sessions/{action['session_id']}/actions/{action['number']}"
        is_attack = action["kind"] == "attack" and action["status"] == "resolved"
        return told_in_a_sentence(self.get(path, include="odds") if is_attack else action, self.url)

    def stream_url(self, session: str) -> str:
        """An address with a ticket in it, for an `EventSource` that follows as the caller; good for 12 hours."""
        ticket = self.post(f"/v1/sessions/{session}/stream-tickets", None)
        return f"{self.url}/v1/sessions/{session}/events?ticket={ticket['ticket']}"

    def play(
        self, action: Json, choose: Choose, roll: Roll | None = None, *, seats: int | Sequence[int] | None = None
    ) -> Json:
        """Answer the questions of an action until it is over, those of `seats` only if they are told.

        `choose` returns the `choice` of one of the question's choices, `roll` the faces that were thrown.
        """
        steps, given = playing(action, choose, roll, self.seats_of(seats)), None
        while True:
            try:
                step = steps.send(given)
                while isinstance(taken := self._take(step), Problem):
                    step = steps.throw(taken)
                given = taken
            except StopIteration as end:
                return cast("Json", end.value)

    def _take(self, step: Ask | Post | Read) -> Any:
        if isinstance(step, Ask):
            return step.player(step.question)
        if isinstance(step, Post):
            try:
                return self.post(step.path, step.body)
            except Problem as problem:
                return problem
        asking = conditional(step)
        while (response := self.http.get(step.path, **asking)).status_code == 304:
            pass
        return self.told(response), response.headers.get("ETag")

    def follow(self, session: str, *, after: int = 0, texts: bool = False) -> Iterator[Event]:
        """Each event of a session's log once and in order, through lost connections, until the session is closed.

        Between them come the caller's open questions, as `{"type": "question", "items": […]}`. `texts`: each entry and
        each outcome comes with its `text`.
        """
        return self._follow(OfOne(session, self.notes, after=after, texts=texts))

    def follow_all(
        self,
        *,
        sessions: Sequence[str] = (),
        references: Sequence[str] = (),
        after: str = "",
        texts: bool = False,
    ) -> Iterator[Event]:
        """The events of several sessions as one stream, without `sessions` and `references` of all the caller's own.

        Each has its `session_id`, and a `point` which, sent as `after`, goes on after it in all of them; `now` leaves
        out what there is already. A reference with a star at its end finds sessions that come later too.
        """
        following = OfSeveral(self.notes, sessions=sessions, references=references, after=after, texts=texts)
        return self._follow(following)

    def _follow(self, following: Following) -> Iterator[Event]:
        with httpx.Client(timeout=TIMEOUT, **self._settings) as line:  # not tried again: a stream goes on where it was
            while True:
                try:
                    with line.stream(
                        "GET", following.path, params=following.query, headers=following.headers
                    ) as response:
                        if response.status_code == 204:
                            return
                        following.connect()
                        for text in response.iter_lines():
                            yield from following.heard(text)
                        if following.is_closed:
                            return
                except httpx.TransportError:
                    pass
                except Problem as problem:
                    if not is_passing(problem):
                        raise
                time.sleep(following.pause())

    def verify(self, session: str) -> Verified:
        """Check the whole log of a session, with what this client noted of it; needs the package of the service."""
        note = self.notes.get(session)
        export = self.http.get(f"/v1/sessions/{session}/events", params={"format": "ndjson"})
        return verify_export(export.content, note)
