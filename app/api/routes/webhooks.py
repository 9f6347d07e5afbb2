"""The routes of webhooks, which API keys make."""

from functools import partial
from typing import Annotated, cast

from fastapi import APIRouter, Path, Request, Response

from app.api.context import Context
from app.api.requests.callers import caller_of, retry_of
from app.api.requests.strict import strict
from app.api.responses.json_response import json_response, made_status
from app.api.routes.history import require_rulesets
from app.api.routes.routing import NEEDS_TOKEN, Routes
from app.api.schemas.parameters import Cursor, Limit, Order, Small, Sought
from app.api.schemas.webhooks import WebhookChange, WebhookRequest
from app.errors import Problem
from app.services.rulebooks.messages import preferred
from app.services.webhooks.registrations import (
    Deliveries,
    Delivery,
    Webhooks,
    WebhookShown,
    change_webhook,
    delete_webhook,
    deliveries_of,
    delivery_of,
    make_webhook,
    new_message_id,
    new_webhook_id,
    owner_of,
    read_webhook,
    redeliver,
    renew_secret,
    test_webhook,
    webhook_made_before,
    webhooks_of,
)
from app.services.webhooks.targets import why_not

WebhookId = Annotated[str, Path(max_length=100, description="The id of the webhook."), Sought]
MessageId = Annotated[str, Path(max_length=100, description="The id of the message."), Small]


def webhook_routes(context: Context) -> APIRouter:
    """The routes of webhooks."""
    router = Routes("/v1/webhooks", tags=["webhooks"])
    webhook_body, change_body = strict(lambda: WebhookRequest), strict(lambda: WebhookChange)

    async def owner_in(request: Request) -> str:
        return await context.read(partial(owner_of, caller=caller_of(request)))

    def require_target(url: str | None) -> None:
        """Raise Problem invalid-request (422) where messages may not be sent there."""
        if url is not None and (why := why_not(url, allows_private=context.settings.webhooks_to_private_networks)):
            raise Problem("invalid-request", at=("url",), reason=why)

    @router.post(
        "",
        status_code=201,
        response_model=WebhookShown,
        operation_id="make_webhook",
        openapi_extra=NEEDS_TOKEN,
        summary="Make a webhook",
        response_description="The webhook, with the secret that signs its messages.",
    )
    async def make(request: Request, body: webhook_body) -> Response:  # type: ignore[valid-type]
        """Use this on a server that notifies its users of questions, results and ended sessions.

        Messages are about the sessions that this API key opened. They are signed, have the Standard Webhooks form, and
        are sent again for up to a day until they are accepted. Save the secret: only this answer shows it.
        """
        caller, owner = caller_of(request), await owner_in(request)
        retry = await retry_of(request, caller)
        sent: WebhookRequest = body
        require_target(sent.url)
        await require_rulesets(context, sent.rulesets, "rulesets")
        wanted = {**sent.model_dump(mode="json"), "language": preferred(sent.language, context.languages)}
        id = new_webhook_id()
        webhook, is_new = await context.write_once(
            lambda draft: make_webhook(draft, id, owner, wanted, retry),
            retry,
            lambda connection, made: webhook_made_before(connection, owner, made.session_id, retry, made.nonce),
        )
        where = f"/v1/webhooks/{webhook['id']}"
        return json_response(webhook, request, context, status=made_status(is_new), location=where)

    @router.get(
        "",
        response_model=Webhooks,
        operation_id="list_webhooks",
        openapi_extra=NEEDS_TOKEN,
        summary="List webhooks",
        response_description="The webhooks of the API key.",
    )
    async def list_(request: Request, limit: Limit = 50, cursor: Cursor = None, order: Order = "oldest") -> Response:
        """Use this to see this key's webhooks."""
        read = partial(webhooks_of, owner=await owner_in(request), order=order, cursor=cursor, limit=limit)
        return json_response(await context.read(read), request, context)

    @router.get(
        "/{id}",
        response_model=WebhookShown,
        operation_id="get_webhook",
        openapi_extra=NEEDS_TOKEN,
        summary="Read a webhook",
        response_description="The webhook, without its secret.",
    )
    async def read(id: WebhookId, request: Request) -> Response:
        """Use this to see which messages a webhook gets, and where."""
        owner = await owner_in(request)
        return json_response(await context.read(partial(read_webhook, owner=owner, id=id)), request, context)

    @router.patch(
        "/{id}",
        response_model=WebhookShown,
        operation_id="change_webhook",
        openapi_extra=NEEDS_TOKEN,
        summary="Change a webhook",
        response_description="The webhook as it is now, without its secret.",
    )
    async def change(id: WebhookId, request: Request, body: change_body) -> Response:  # type: ignore[valid-type]
        """Use this when a receiver has a new address, or wants other messages. The secret stays the same."""
        owner, sent = await owner_in(request), cast(WebhookChange, body)
        require_target(sent.url)
        changes = {name: value for name, value in sent.model_dump(mode="json").items() if value is not None}
        changed = await context.write(lambda draft: change_webhook(draft, owner, id, changes), None)
        return json_response(cast(WebhookShown, changed), request, context)

    @router.delete(
        "/{id}",
        status_code=204,
        operation_id="delete_webhook",
        openapi_extra=NEEDS_TOKEN,
        summary="Delete a webhook",
        response_description="The webhook is deleted.",
    )
    async def delete(id: WebhookId, request: Request) -> Response:
        """Use this when the webhook is not needed any more: its messages are deleted with it."""
        owner = await owner_in(request)
        await context.write(lambda draft: delete_webhook(draft, owner, id), None)
        return Response(status_code=204)

    @router.post(
        "/{id}/test",
        status_code=202,
        response_model=Delivery,
        operation_id="test_webhook",
        openapi_extra=NEEDS_TOKEN,
        summary="Send a test to a webhook",
        response_description="The message, which waits to be sent.",
    )
    async def test(id: WebhookId, request: Request) -> Response:
        """Use this after a receiver is set up or moved: it gets a message of the type `test` now.

        `GET …/deliveries` shows the result. An inactive webhook gets the message when it is active again. The
        request has no body.
        """
        caller, owner = caller_of(request), await owner_in(request)
        retry = await retry_of(request, caller)
        message, is_new = await context.write_once(
            lambda draft: test_webhook(draft, owner, id, new_message_id()),
            retry,
            lambda connection, made: delivery_of(connection, owner, id, made.session_id),
        )
        return json_response(message, request, context, status=202 if is_new else 200)

    @router.post(
        "/{id}/secret",
        status_code=201,
        response_model=WebhookShown,
        operation_id="renew_secret",
        openapi_extra=NEEDS_TOKEN,
        summary="Give a webhook a new secret",
        response_description="The webhook, with its new secret.",
    )
    async def renew(id: WebhookId, request: Request) -> Response:
        """Use this every few months, or if a secret may be known: messages are signed with the new one from now on.

        For a day they are also signed with the old one, so the receiver has time to switch. Save the secret: only this
        answer shows it. The request has no body.
        """
        caller, owner = caller_of(request), await owner_in(request)
        retry = await retry_of(request, caller)
        webhook, is_new = await context.write_once(
            lambda draft: renew_secret(draft, owner, id, retry),
            retry,
            lambda connection, made: webhook_made_before(connection, owner, made.session_id, retry, made.nonce),
        )
        return json_response(webhook, request, context, status=made_status(is_new), location=f"/v1/webhooks/{id}")

    @router.get(
        "/{id}/deliveries",
        response_model=Deliveries,
        operation_id="list_deliveries",
        openapi_extra=NEEDS_TOKEN,
        summary="List the messages to a webhook",
        response_description="A page of messages, and how their sending went.",
    )
    async def deliveries(
        id: WebhookId,
        request: Request,
        limit: Limit = 50,
        cursor: Cursor = None,
        order: Order = "newest",
    ) -> Response:
        """Use this if a receiver misses something: it shows each message, the response and the next attempt.

        Messages are listed for a week.
        """
        owner = await owner_in(request)
        read = partial(deliveries_of, owner=owner, id=id, order=order, cursor=cursor, limit=limit)
        return json_response(await context.read(read), request, context)

    @router.post(
        "/{id}/deliveries/{delivery}/redeliver",
        status_code=202,
        response_model=Delivery,
        operation_id="redeliver",
        openapi_extra=NEEDS_TOKEN,
        summary="Send a message again",
        response_description="The message, which waits again.",
    )
    async def redeliver_(id: WebhookId, delivery: MessageId, request: Request) -> Response:
        """Use this after a receiver was repaired: the message is sent again now, with the same id and body.

        The request has no body.
        """
        caller, owner = caller_of(request), await owner_in(request)
        retry = await retry_of(request, caller)
        message, is_new = await context.write_once(
            lambda draft: redeliver(draft, owner, id, delivery),
            retry,
            lambda connection, _made: delivery_of(connection, owner, id, delivery),
        )
        return json_response(message, request, context, status=202 if is_new else 200)

    return router
