"""A long answer, such as a whole list or a whole log, of which an address takes only a few at a time."""

from collections.abc import Iterable, Mapping

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from app.api.context import Context
from app.api.requests.addresses import address_of
from app.errors import Problem


class LongAnswer(StreamingResponse):
    """Lines that are read and sent in parts; who does not read on holds one part and one page of rows.

    Raises Problem too-many-requests (429) where the address takes as many already as it may, and busy (503) as the
    parts do, both before anything is sent.
    """

    def __init__(self, context: Context, lines: Iterable[bytes], headers: Mapping[str, str], media_type: str) -> None:
        super().__init__(iter(()), headers=headers, media_type=media_type)
        self._context, self._lines = context, lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, slots = address_of(scope), self._context.long_answers
        if not slots.acquire(address):
            raise Problem("too-many-requests", reason="too-many-long-answers")
        try:
            self.body_iterator = await self._context.parts(self._lines)
            await super().__call__(scope, receive, send)
        finally:
            slots.release(address)
