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
    """The fields that all messages about a session have."""

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
    """An open question, without information that only one seat may see; to see that, use the token of the seat."""

    action: int | None
    """The number of the action that waits for the answer; null if the question asks for a move of a game."""
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
    """The role that has to answer; null if the question is not part of an attack."""
    seat: int | None
    """The number of the seat that has to answer; null if no seats play, or if only the host can."""
    answer: AnswerPlace | None
    """Where to send the answer."""
    rule: str | None
    """The id of the rule that asks; null if a player asks, with a proposal."""
    text: str
    """The question in words."""


@document
class QuestionOpenedData(MessageFields):
    """The content of a message about a question."""

    question: OpenedQuestion
    """The question."""


@document
class ActionResolvedData(MessageFields):
    """The content of a message about an outcome."""

    action: int
    """The number of the attack or move."""
    seq: int
    """The number of its event in the log."""
    text: str | None
    """The outcome in one sentence; null if nobody else may read it."""


@document
class SessionClosedData(MessageFields):
    """The content of a message about the end of a session."""

    seq: int
    """The number of its event in the log."""
    result: SessionResultShown | None
    """Who has won; null without a result."""
    reason: str | None
    """Why the session was closed; null if the result says it."""


@document
class TestData(TypedDict):
    """The content of a test message."""

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
