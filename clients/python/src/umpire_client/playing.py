"""The answer loop: each question of an action is put to its player, until the action is over.

It is written as steps, which a caller takes with or without an event loop.
"""

from collections.abc import Awaitable, Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from umpire_client.problems import Problem

LATE = ("stale", "action-closed")
WAIT = 25
"""Seconds, the most that the service waits for a change."""

Json = dict[str, Any]


class Question(TypedDict, total=False):
    """An open question; `kind` is `choice` or `roll`, and tells which of the further members are there."""

    session_id: str
    """Of `questions` and `inbox` of a client: where the question is."""
    action: int | None
    """The number of the action that waits for it; None where a move is asked for."""
    kind: str
    seen: int
    seen_of: str
    """Of what `seen` is the length: `record` or `log`."""
    by: str | None
    seat: int | None
    answer: Json
    """Where its answer goes: `path`, and the `member` of the body."""
    rule: str | None
    text: str
    question: str
    """Of a choice: what has to be decided."""
    context: Json
    choices: list[Json]
    """Of a choice: the legal ones, each with `choice`, `text` and `leads_to`; at most 100, as the rules list them."""
    choices_total: int
    die: str
    """Of a roll: the name of the die."""
    count: int
    dice: list[int]
    faces: list[int | str]
    """Of a roll: all faces of the die in order, so side n shows `faces[n - 1]`."""


Choose = Callable[[Question], Json]
Roll = Callable[[Question], list[Any]]
AsyncChoose = Callable[[Question], Json | Awaitable[Json]]
AsyncRoll = Callable[[Question], list[Any] | Awaitable[list[Any]]]


class NoSuchAnswer(TypeError):
    """Nothing is asked, or what is asked cannot be answered."""


def answer_to(asked: Mapping[str, Any], choice: Any) -> "Post":
    """The request that answers a question, an item of the inbox, or what an action waits for."""
    question = asked.get("pending", asked)
    if question is None:
        raise NoSuchAnswer("the action waits for nothing")
    if isinstance(question.get("question"), dict):
        question = question["question"]
    place = question.get("answer")
    if place is None:
        raise NoSuchAnswer("nobody answers this question: it stands in odds of what is not stored")
    return Post(place["path"], {"seen": question["seen"], place["member"]: choice})


@dataclass(frozen=True, slots=True)
class Ask:
    """A step: put a question to the player; the next step gets the answer."""

    player: Callable[[Question], Any]
    question: Question


@dataclass(frozen=True, slots=True)
class Post:
    """A step: send an answer; the next step gets the action, or the Problem is thrown into the steps."""

    path: str
    body: Json


@dataclass(frozen=True, slots=True)
class Read:
    """A step: read the action; `etag`: wait for a change since then. The next step gets the action and its ETag."""

    path: str
    etag: str | None


Steps = Generator[Ask | Post | Read, Any, Json]


def playing(action: Json, choose: Choose | AsyncChoose, roll: Roll | AsyncRoll | None, seats: tuple[int, ...]) -> Steps:
    """The steps by which an action is played to its end; without `seats` all questions are answered."""
    path = f"/v1/sessions/{action['session_id']}/actions/{action['number']}"
    while question := action["pending"]:
        if seats and question.get("seat") not in (None, *seats):
            action = yield from others(path, question)
            continue
        player = roll if question["kind"] == "roll" else choose
        if player is None:
            raise TypeError(f"dice have to be thrown, and there is no `roll`: {question['text']}")
        answer = yield Ask(player, question)
        try:
            action = yield answer_to(question, answer)
        except Problem as problem:
            if problem.code not in LATE:
                raise
            action, _ = yield Read(path, None)
    return action


def others(path: str, question: Json) -> Generator[Read, Any, Json]:
    """Wait until another question is open, or none."""
    etag: str | None = None
    while True:
        found: tuple[Json, str | None] = yield Read(path, etag)
        action, etag = found
        if action["pending"] != question:
            return action
