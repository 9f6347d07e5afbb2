"""HEAD: whatever takes GET takes it, and answers with the same status and headers."""

from starlette.types import Message, Scope, Send


def as_get(scope: Scope) -> Scope:
    """The same request with GET."""
    return {**scope, "method": "GET"}


def only_head(send: Send) -> Send:
    """Sends the headers of an answer, and ends it with them."""

    async def send_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return send_headers
