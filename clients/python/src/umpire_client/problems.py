"""What can go wrong: the service refuses, or it cannot be reached."""

import json
from typing import Any

import httpx


class Problem(Exception):
    """A refusal of the service; a refused request has changed nothing."""

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(document.get("detail") or document.get("title"))
        self.document = document

    @property
    def status(self) -> int:
        """The HTTP status."""
        return int(self.document["status"])

    @property
    def code(self) -> str:
        """What kind of problem it is, such as `stale`: programs can rely on it."""
        return str(self.document["code"])

    @property
    def rule(self) -> str | None:
        """The id of the rule that is the reason; None where none is."""
        return self.document.get("rule")

    @property
    def pending(self) -> dict[str, Any] | None:
        """With the code `stale`: the question that is open now; None where none is."""
        return self.document.get("pending")


class Unreachable(Exception):
    """No answer came, however often the request was sent. Whether the service did what was asked is not known."""

    def __init__(self, key: str | None) -> None:
        """`key`: that of a POST; sent again with it, the request is done once and no more."""
        super().__init__("The service cannot be reached.")
        self.key = key


def is_health(response: httpx.Response) -> bool:
    """Whether an answer that was read tells how the service is: 503 where it cannot do its work."""
    try:
        document = json.loads(response.content)
    except ValueError:
        return False
    return isinstance(document, dict) and isinstance(document.get("status"), str) and "code" not in document


def problem_in(response: httpx.Response) -> Problem:
    """The problem in an answer that was read; one is made up where something else than the service answered."""
    try:
        document = json.loads(response.content)
    except ValueError:
        document = None
    if isinstance(document, dict) and {"code", "status"} <= document.keys():
        return Problem(document)
    told = {"title": response.reason_phrase, "status": response.status_code, "detail": response.text[:200]}
    return Problem({"type": "about:blank", "code": "unknown", **told})
