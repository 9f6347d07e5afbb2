"""The messages to webhooks as their receivers read them."""

from collections.abc import Mapping
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from app.persistence.stored.rows import Kind
from app.services.document_types import DateTime, Uuid, document
from app.services.documents.question import AnswerPlace
from app.services.events.shapes import SessionResultShown


@document
class MessageFields(TypedDict):
    """What all messages about a session have in common."""

    session_id: Uuid
    """The id of the session."""
    ruleset: str
    """The slug of its ruleset."""
    kind: Kind
    """What the session is for."""
    reference: str | None
    """The client's own id of the session; null without one."""


@document
class OpenedQuestion(TypedDict):
    """An open question, without what one seat alone may see; read it with the token of that seat."""

    action: int | None
    """The number of the action that waits for the answer; null where the question asks for a move of a game."""
    seen: int
    """The number that the answer has to repeat as `seen`."""
    kind: Literal["choice", "roll"]
    """What answers it: a choice, or the faces of dice."""
    question: NotRequired[str]
    """The name of the question. Present with `choice`."""
    die: NotRequired[str]
    """The name of the die. Present with `roll`."""
    count: NotRequired[int]
    """How many dice have to be thrown. Present with `roll`."""
    by: Literal["attacker", "defender"] | None
    """The role that has to answer; null where the question is not part of an attack."""
    seat: int | None
    """The number of the seat that has to answer; null where no seats play, or where only the host can."""
    answer: AnswerPlace | None
    """Where the answer goes."""
    rule: str | None
    """The id of the rule that asks; null where a player does, with a proposal."""
    text: str
    """The question in words."""


@document
class QuestionOpenedData(MessageFields):
    """What the message about a question tells."""

    question: OpenedQuestion
    """The question."""


@document
class ActionResolvedData(MessageFields):
    """What the message about an outcome tells."""

    action: int
    """The number of the attack or move."""
    seq: int
    """The number of its event in the log."""
    text: str | None
    """The outcome in one sentence; null where nobody else may read it."""


@document
class SessionClosedData(MessageFields):
    """What the message about the end of a session tells."""

    seq: int
    """The number of its event in the log."""
    result: SessionResultShown | None
    """Who has won; null without a result."""
    reason: str | None
    """Why the session was closed; null where the result says it."""


@document
class TestData(TypedDict):
    """What a test tells."""

    webhook: Uuid
    """The id of the webhook."""


@document
class QuestionOpenedMessage(TypedDict):
    """A player must decide, move or throw."""

    type: Literal["question-opened"]
    """What the message is about."""
    timestamp: DateTime
    """When it happened, in UTC."""
    data: QuestionOpenedData
    """What happened."""


@document
class ActionResolvedMessage(TypedDict):
    """An attack or a move has its outcome."""

    type: Literal["action-resolved"]
    """What the message is about."""
    timestamp: DateTime
    """When it happened, in UTC."""
    data: ActionResolvedData
    """What happened."""


@document
class SessionClosedMessage(TypedDict):
    """A session has ended."""

    type: Literal["session-closed"]
    """What the message is about."""
    timestamp: DateTime
    """When it happened, in UTC."""
    data: SessionClosedData
    """What happened."""


@document
class TestMessage(TypedDict):
    """A test that the owner of the webhook has asked for."""

    type: Literal["test"]
    """What the message is about."""
    timestamp: DateTime
    """When it was asked for, in UTC."""
    data: TestData
    """What is tested."""


MESSAGES: Mapping[str, type] = {
    "question-opened": QuestionOpenedMessage,
    "action-resolved": ActionResolvedMessage,
    "session-closed": SessionClosedMessage,
    "test": TestMessage,
}
"""The message of each type."""
