"""The story that the examples of the document are taken from, told through a client that a generator made."""

import re
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.examples.service import Sent, Story


class Retold(Story):
    """The story, whose examples are sent and read by a client; what is refused is sent as it is."""

    def __init__(self, api: Any, document: dict[str, Any], client: Any) -> None:
        super().__init__(api)
        self._operations, self._client = by_id(document), client
        self._telling: str | None = None
        self.sent: list[str] = []

    async def tell(self, operation: str, name: str, summary: str, sent: Sent, body: Any = None) -> Any:
        self._telling = operation
        try:
            return await super().tell(operation, name, summary, sent, body)
        finally:
            self._telling = None

    async def send(self, sent: Sent, body: Any = None) -> Any:
        operation, self._telling = self._telling, None
        if operation is None or isinstance(body, bytes) or not is_json(self._operations[operation]["told"], sent):
            return await super().send(sent, body)
        self.sent.append(operation)
        return await self._client(Request(self._operations[operation], sent, body))


class Request:
    """A request as a client is told of it: an operation with its parameters, its body, and the rest of its headers."""

    def __init__(self, operation: dict[str, Any], sent: Sent, body: Any) -> None:
        self.operation, self.body = operation["told"], body
        self.method, url, headers = sent
        self.template = operation["path"]
        address = urlsplit(url)
        pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template)
        found = re.fullmatch(pattern, address.path)
        assert found, (url, self.template)
        self.path = {name: unquote(value) for name, value in found.groupdict().items()}
        self.query = parse_qs(address.query, keep_blank_values=True)
        self.headers = {"X-Request-ID": "an-example", **headers}


def by_id(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The operations of a document with their paths."""
    return {
        operation["operationId"]: {"path": path, "told": operation}
        for path, methods in document["paths"].items()
        for operation in methods.values()
    }


def is_json(operation: dict[str, Any], sent: Sent) -> bool:
    """Whether the answer that is asked for is JSON, which generated clients read."""
    kinds = {
        kind for status, answer in operation["responses"].items() if status < "3" for kind in answer.get("content", {})
    }
    wanted = {name.lower(): value for name, value in sent[2].items()}.get("accept", "application/json")
    asked = parse_qs(urlsplit(sent[1]).query).get("format", ["json"])
    return (not kinds or "application/json" in kinds) and "application/json" in wanted and asked == ["json"]
