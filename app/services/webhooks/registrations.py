"""Make, list and delete webhooks of an API key, list what was sent to them, and have it sent again."""

import os
from base64 import b64encode, urlsafe_b64decode
from datetime import datetime, timedelta
from functools import partial
from typing import Literal, NotRequired, cast

import sqlalchemy as sa
from typing_extensions import TypedDict
from uuid_utils import uuid7

from app.errors import Problem
from app.persistence.queries import webhooks
from app.persistence.stored.codec import Json
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import stored
from app.services.access import Caller, Retry, api_key_of, repeatable_token
from app.services.document_types import DateTime, Uuid, document
from app.services.pages import Order, cursor_of, cut, invalid_cursor, parts_of
from app.services.webhooks.messages import TEST, message_of_test

OLD_SIGNS = timedelta(days=1)
"""For how long the secret before signs too."""
MOST = 10
"""How many webhooks an API key may have."""

MessageType = Literal["question-opened", "action-resolved", "session-closed"]
"""The types of messages that a webhook can receive."""


@document
class WebhookShown(TypedDict):
    """A webhook."""

    id: Uuid
    """The id of the webhook."""
    url: str
    """Where messages are sent."""
    events: list[MessageType]
    """The types of the messages."""
    rulesets: list[str]
    """The slugs of the rulesets whose sessions it gets messages about; empty for all."""
    reference: str | None
    """The reference of the sessions that it gets messages about, with a star at its end the beginning; null for all."""
    language: str
    """The language of the texts in the messages, as a code."""
    active: bool
    """Whether it gets messages now."""
    created_at: DateTime
    """When it was made, in UTC."""
    secret: NotRequired[str]
    """With what messages are signed, as `whsec_` and base64. Present only in the answers that make it."""


@document
class Webhooks(TypedDict):
    """A page of the webhooks of an API key."""

    items: list[WebhookShown]
    """The webhooks, in the order of the request."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


@document
class Delivery(TypedDict):
    """A message to a webhook, and how its sending went."""

    id: str
    """The id of the message, which `webhook-id` has at each sending."""
    type: str
    """What its messages are about."""
    session_id: Uuid | None
    """The id of the session; null for a test."""
    status: Literal["waiting", "delivered", "failed"]
    """`waiting`: it is sent, or sent again; `delivered`: the receiver accepted it; `failed`: it is not sent again."""
    attempts: int
    """How often it was sent."""
    created_at: DateTime
    """When it was made, in UTC."""
    next_at: DateTime | None
    """When it is sent next, in UTC; null where it is not."""
    last_at: DateTime | None
    """When it was sent last, in UTC; null before."""
    last_status: int | None
    """The HTTP status that the receiver answered last; null where it did not answer."""
    last_failure: str | None
    """Why the last sending failed: `answered` with another status than 2xx, `redirect`, `not-reached`, `too-slow`,
    `private-network` or `not-secure`; null where it did not fail."""
    delivered_at: DateTime | None
    """When the receiver took it, in UTC; null before."""


@document
class Deliveries(TypedDict):
    """A page of the messages to a webhook."""

    items: list[Delivery]
    """The messages, in the order of the request."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


def owner_of(connection: sa.Connection, caller: Caller) -> str:
    """The id of the API key that sends a request. Raises Problem: token-missing, token-invalid (401)."""
    return api_key_of(connection, caller, required=True) or ""


def secret_for(id: str, retry: Retry | None, nonce: bytes | None = None) -> str:
    """The secret of a webhook: random, or for a request with a key the same at each sending."""
    raw = (
        os.urandom(32)
        if retry is None
        else urlsafe_b64decode(repeatable_token("", retry, nonce, b"webhook", id.encode()) + "=")
    )
    return "whsec_" + b64encode(raw).decode()


def new_webhook_id() -> str:
    """An id for a new webhook."""
    return str(uuid7())


def make_webhook(draft: Draft, id: str, owner: str, wanted: Json, retry: Retry | None) -> WebhookShown:
    """Make a webhook. Raises Problem limit-exceeded (422) where the key has too many."""
    if len(webhooks.of_owner(draft.reading(""), owner)) >= MOST:
        raise Problem("limit-exceeded", reason="too-many-webhooks", params={"most": MOST})
    row = {"id": id, "owner": owner, **wanted, "secret": secret_for(id, retry), "created_at": draft.at}
    draft.also(partial(webhooks.add, row=row))
    draft.made(id, None)
    return {**shown(row), "secret": row["secret"]}


def webhook_made_before(
    connection: sa.Connection, owner: str, id: str, retry: Retry | None, nonce: bytes
) -> WebhookShown:
    """The webhook that the first sending of a repeated request made. Raises Problem not-found (404)."""
    return {**shown(webhook_of(connection, owner, id)), "secret": secret_for(id, retry, nonce)}


def new_message_id() -> str:
    """An id for a message that a request makes."""
    return f"msg_{uuid7().hex}"


def webhook_of(connection: sa.Connection, owner: str, id: str) -> Json:
    """A webhook of an API key. Raises Problem not-found (404) where it has none with this id."""
    row = webhooks.one(connection, owner, id) if "\0" not in id else None
    if row is None:
        raise Problem("not-found", reason="unknown-webhook")
    return row


def read_webhook(connection: sa.Connection, owner: str, id: str) -> WebhookShown:
    """A webhook of an API key, without its secret. Raises Problem not-found (404)."""
    return shown(webhook_of(connection, owner, id))


def change_webhook(draft: Draft, owner: str, id: str, changes: Json) -> WebhookShown:
    """Change a webhook of an API key. Raises Problem not-found (404)."""
    row = webhook_of(draft.reading(""), owner, id)
    if changes:
        draft.also(partial(webhooks.change, id=id, changes=changes))
    return shown({**row, **changes})


def delete_webhook(draft: Draft, owner: str, id: str) -> None:
    """Delete a webhook of an API key. Raises Problem not-found (404)."""
    webhook_of(draft.reading(""), owner, id)
    draft.also(partial(webhooks.delete, id=id))


def shown(row: Json) -> WebhookShown:
    """The document of a webhook, without its secret."""
    names = ("id", "url", "events", "rulesets", "reference", "language", "active", "created_at")
    return cast(WebhookShown, {name: row[name] for name in names})


def webhooks_of(connection: sa.Connection, owner: str, order: Order, cursor: str | None, limit: int) -> Webhooks:
    """A page of the webhooks of an API key. Raises Problem invalid-cursor (422)."""
    rows = webhooks.of_owner(connection, owner)[:: 1 if order == "oldest" else -1]
    part, following = cut(f"webhooks {order}", [row["id"] for row in rows], cursor, limit)
    return {"items": [shown(row) for row in rows[part]], "next": following}


def deliveries_of(
    connection: sa.Connection, owner: str, id: str, order: Order, cursor: str | None, limit: int
) -> Deliveries:
    """A page of the messages to a webhook. Raises Problem not-found (404), invalid-cursor (422)."""
    webhook_of(connection, owner, id)
    after = after_cursor(order, cursor)
    rows = webhooks.page_of_messages(connection, id, after, limit + 1, oldest_first=order == "oldest")
    following = None
    if len(rows) > limit:
        following = cursor_of(order, rows[limit - 1]["created_at"], rows[limit - 1]["id"])
    return {"items": [delivery(row) for row in rows[:limit]], "next": following}


def after_cursor(order: Order, cursor: str | None) -> tuple[str, str] | None:
    """The place in a list of messages; raises Problem invalid-cursor (422)."""
    if cursor is None:
        return None
    of, at, id = parts_of(cursor, str, str, str)
    if of != order or "\0" in at + id:
        raise invalid_cursor()
    return at, id


def delivery(row: Json) -> Delivery:
    """The document of a message."""
    waits = "waiting" if row["next_at"] else "failed"
    told = {name: row[name] for name in Delivery.__annotations__ if name != "status"}
    told |= {"session_id": None} if row["type"] == TEST else {}
    return cast(Delivery, {**told, "status": "delivered" if row["delivered_at"] else waits})


def delivery_of(connection: sa.Connection, owner: str, id: str, message: str) -> Delivery:
    """A message to a webhook of an API key. Raises Problem not-found (404)."""
    return delivery(message_of(connection, owner, id, message))


def message_of(connection: sa.Connection, owner: str, id: str, message: str) -> Json:
    """The row of a message to a webhook of an API key. Raises Problem not-found (404)."""
    webhook_of(connection, owner, id)
    row = webhooks.message(connection, id, message) if "\0" not in message else None
    if row is None:
        raise Problem("not-found", reason="unknown-delivery")
    return row


def test_webhook(draft: Draft, owner: str, id: str, made: str) -> Delivery:
    """Have a test sent to a webhook of an API key, in a message with this id. Raises Problem not-found (404)."""
    row = message_of_test(webhook_of(draft.reading(""), owner, id), made, draft.at)
    draft.also(partial(webhooks.add_messages, rows=[row]))
    draft.made(made, None)
    return delivery({**row, "delivered_at": None, "last_at": None, "last_status": None, "last_failure": None})


def renew_secret(draft: Draft, owner: str, id: str, retry: Retry | None) -> WebhookShown:
    """Give a webhook of an API key a new secret; the old one signs too for a day. Raises Problem not-found (404)."""
    row, secret = webhook_of(draft.reading(""), owner, id), secret_for(id, retry)
    until = stored(datetime.fromisoformat(draft.at) + OLD_SIGNS)
    changes = {"secret": secret, "old_secret": row["secret"], "old_secret_until": until}
    draft.also(partial(webhooks.change, id=id, changes=changes))
    draft.made(id, None)
    return {**shown(row), "secret": secret}


def redeliver(draft: Draft, owner: str, id: str, message: str) -> Delivery:
    """Have a message sent again now, and then as often as a new one. Raises Problem not-found (404)."""
    row = message_of(draft.reading(""), owner, id, message)
    changes = {"next_at": draft.at, "attempts": 0, "delivered_at": None}
    draft.also(partial(webhooks.change_message, id=message, changes=changes))
    draft.made(id, None)
    return delivery({**row, **changes})
