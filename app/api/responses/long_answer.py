"""A long answer, such as a whole list or a whole log, of which an address takes only a few at a time."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from app.api.requests.addresses import SlotLimit, address_of


class LongAnswer(StreamingResponse):
    """An answer that is made and sent in parts; who does not read on holds one part.

    Raises Problem too-many-requests (429) where the address takes as many already as it may, and busy (503) as the
    parts do, both before anything is sent.
    """

    def __init__(
        self,
        slots: SlotLimit,
        begin: Callable[[], Awaitable[AsyncIterator[bytes]]],
        headers: Mapping[str, str],
        media_type: str,
    ) -> None:
        """`begin` makes the first part and returns all of them."""
        super().__init__(iter(()), headers=headers, media_type=media_type)
        self._slots, self._begin = slots, begin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._slots.long_answer(address_of(scope)):
            self.body_iterator = await self._begin()
            await super().__call__(scope, receive, send)
