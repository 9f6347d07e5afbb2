"""Clients that leave: what is worked out for one alone is dropped once that client has gone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import ClientDisconnect
from starlette.types import Receive

from app.api.work.turns import HEARD


@asynccontextmanager
async def while_there() -> AsyncIterator[None]:
    """Do what follows as long as the client is there whose request is answered; then raise ClientDisconnect.

    What the writer has got is written all the same, and a slice of work that has begun comes to its end.
    """
    receive = HEARD.get()
    if receive is None:
        yield
        return
    try:
        async with asyncio.timeout(None) as there:
            listening = asyncio.create_task(end_when_gone(receive, there))
            try:
                yield
            finally:
                listening.cancel()
    except TimeoutError:
        if there.expired():
            raise ClientDisconnect from None
        raise


async def end_when_gone(receive: Receive, there: asyncio.Timeout) -> None:
    """End what is done for a client once it has gone. The body of its request has been read."""
    while (await receive())["type"] != "http.disconnect":
        pass
    there.reschedule(asyncio.get_running_loop().time())
