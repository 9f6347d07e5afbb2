"""The changes that wait for the writer, and how those who asked are answered."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from app.persistence.connecting.database import Unstorable
from app.persistence.writing.batch import BatchTransaction, EarlierResult, IdempotencyRecord
from app.persistence.writing.draft import Draft

T = TypeVar("T")


@dataclass(slots=True)
class Job(Generic[T]):
    """The change of one request, as a plain function over a draft. It may run several times before it is committed."""

    change: Callable[[Draft], T]
    sessions: tuple[str, ...]
    """The ids of the sessions that the change may concern; they are locked before it runs."""
    claim: IdempotencyRecord | None
    parts: tuple[IdempotencyRecord, ...]
    """The keys of the parts of a request that has several."""
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[T | EarlierResult]
    result: T | EarlierResult | None = None
    error: BaseException | None = None

    def run(self, unit: BatchTransaction) -> None:
        """Run the change, or find what its key has made before. A refusal is stored for the client that sent it."""
        self.result = self.error = None
        try:
            replay = unit.made_before(self.claim) if self.claim else None
            if replay is not None:
                self.result = replay
                return
            draft = Draft(unit, self.claim)
            self.result = self.change(draft)
            unit.accept(draft.rows)
        except (sa.exc.DBAPIError, Unstorable):
            raise
        except BaseException as error:
            self.error = error

    def answer(self) -> None:
        """Hand over the result or the error. It runs on the event loop of the request, which may have ended before."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)  # type: ignore[arg-type]


def answer_all(jobs: list[Job[Any]]) -> None:
    """Hand the results of some jobs over, on the loop of those who asked."""
    for job in jobs:
        job.answer()
