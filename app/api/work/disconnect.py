"""Cancels work when the only client that waits for it disconnects."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import ClientDisconnect
from starlette.types import Receive

from app.api.work.fair_threads import CURRENT_RECEIVE


@asynccontextmanager
async def cancel_on_disconnect() -> AsyncIterator[None]:
    """Run the block until the client of the current request disconnects; then raise ClientDisconnect.

    The writer still writes what it has been given, and a slice of work that has begun still ends.
    """
    receive = CURRENT_RECEIVE.get()
    if receive is None:
        yield
        return
    try:
        async with asyncio.timeout(None) as there:
            listening = asyncio.create_task(watch_disconnect(receive, there))
            try:
                yield
            finally:
                listening.cancel()
    except TimeoutError:
        if there.expired():
            raise ClientDisconnect from None
        raise


async def watch_disconnect(receive: Receive, there: asyncio.Timeout) -> None:
    """Cancel the work once the client has disconnected. The body of the request must have been read."""
    while (await receive())["type"] != "http.disconnect":
        pass
    there.reschedule(asyncio.get_running_loop().time())
