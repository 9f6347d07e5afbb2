"""What the clients with and without an event loop have in common."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

import httpx

from umpire_client.notes import InMemory, Notes, note_document
from umpire_client.playing import WAIT, Read
from umpire_client.problems import Problem, is_health, problem_in

if TYPE_CHECKING:
    from umpire_client.generated.models import ProblemDocument

Answer = TypeVar("Answer")
WAITS = (0.3, 1.0, 2.5, 5.0)


def patience(timeout: float | None) -> httpx.Timeout:
    """How long an answer is waited for; where nothing is told, longer than the service waits for a change."""
    return httpx.Timeout(WAIT + 15.0, connect=10.0) if timeout is None else httpx.Timeout(timeout)


def answered(answer: "Answer | ProblemDocument | None") -> Answer:
    """The answer of a generated operation, without what an Umpire raises instead; for type checkers."""
    return cast("Answer", answer)


class Shared:
    """What both clients have in common."""

    def __init__(
        self,
        url: str,
        token: str | None,
        language: str | None,
        timeout: float | None,
        waits: Sequence[float],
        notes: Notes | None,
    ) -> None:
        self.url, self.notes = url.rstrip("/"), notes or InMemory()
        self._options: dict[str, Any] = {"language": language, "timeout": timeout, "waits": waits, "notes": self.notes}
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.headers = {**headers, **({"Accept-Language": language} if language else {})}

    def told(self, response: httpx.Response) -> Any:
        """The JSON of an answer that was read, and what it tells is noted."""
        document = response.json() if response.content else None
        note_document(self.notes, document)
        return document

    def seats_of(self, seats: int | Sequence[int] | None) -> tuple[int, ...]:
        return () if seats is None else (seats,) if isinstance(seats, int) else tuple(seats)


def claim_in(said: str) -> dict[str, Any]:
    """The body that takes a seat: by a claim, or by the code of one, which begins with other letters."""
    return {"claim": said} if said.startswith("umc_") else {"code": said}


def conditional(step: Read) -> dict[str, Any]:
    """How an action is read: where it has to change first, for as long as the service waits for that."""
    if not step.etag:
        return {}
    return {"params": {"wait": WAIT}, "headers": {"If-None-Match": step.etag}, "timeout": patience(None)}


def _raise(response: httpx.Response) -> None:
    if response.status_code >= 400 and not is_health(response):
        raise problem_in(response)


def raise_read(response: httpx.Response) -> None:
    """Raise the problem in an answer, as a hook of httpx."""
    if response.status_code >= 400:
        response.read()
    _raise(response)


async def raise_awaited(response: httpx.Response) -> None:
    """The same for an event loop."""
    if response.status_code >= 400:
        await response.aread()
    _raise(response)


def is_passing(problem: Problem) -> bool:
    """Whether a stream is to be asked for again."""
    return problem.status == 429 or problem.status >= 500
