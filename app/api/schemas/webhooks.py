"""The bodies of requests about webhooks."""

from typing import Annotated

from annotated_types import MaxLen, MinLen

from app.api.requests.strict import Body
from app.api.schemas.bodies import Reference, Text
from app.services.webhooks.registrations import MessageType

EVERYTHING: tuple[MessageType, ...] = ("question-opened", "action-resolved", "session-closed")


class WebhookChange(Body):
    """What changes of a webhook; what is absent stays."""

    url: Annotated[str, MinLen(1), MaxLen(2000)] | None = None
    """Where messages are sent from now on, also those that wait already."""
    events: Annotated[tuple[MessageType, ...], MinLen(1), MaxLen(3)] | None = None
    """The kinds of messages that are made from now on."""
    active: bool | None = None
    """Whether it gets messages from now on; while it rests none are made, and those that wait go on waiting."""


class WebhookRequest(Body):
    """A new webhook. Only `url` is required."""

    url: Annotated[str, MinLen(1), MaxLen(2000)]
    """Where messages are sent, as `https://` and a host on the internet."""
    events: Annotated[tuple[MessageType, ...], MinLen(1), MaxLen(3)] = EVERYTHING
    """The kinds of messages. `question-opened`: a player must decide, move or throw; `action-resolved`: an attack or a
    move has its outcome; `session-closed`: a session has ended."""
    rulesets: Annotated[tuple[Annotated[Text, MaxLen(64)], ...], MaxLen(20)] = ()
    """The slugs of the rulesets whose sessions it gets messages about; empty for all."""
    reference: Reference | None = None
    """The reference of the sessions that it gets messages about; with a star at its end, all that begin with it."""
    language: Annotated[Text, MinLen(1), MaxLen(16)] = "en"
    """The language of the texts, as a code; one that has no texts gives English."""
    active: bool = True
    """Whether it gets messages at once; one that rests is woken by `PATCH`."""
