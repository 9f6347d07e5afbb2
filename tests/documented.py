"""Every refusal that a test meets stands in the OpenAPI document of the release."""

import json
import re
from functools import cache
from pathlib import Path

import httpx

DOCUMENT = Path(__file__).parents[1] / "clients" / "openapi.json"

ANYWHERE = {405, 408, 429, 431, 500, 503}
"""What `default` stands for."""
OF_BODIES = {400, 413, 415}
"""What a body is refused with, also where none is asked for."""


async def require_documented(response: httpx.Response) -> None:
    """Fail where an operation of the document is refused with a status that the document does not tell of it."""
    request = response.request
    told = statuses_of(request.method, request.url.path)
    status = response.status_code
    if told is None or status in ANYWHERE or (status in OF_BODIES and not told & OF_BODIES):
        return
    assert status in told, f"{request.method} {request.url.path} answers {status}, which the document does not tell"


def statuses_of(method: str, path: str) -> set[int] | None:
    """The statuses that the document tells of an operation; None where it has none at this path."""
    for pattern, methods in operations():
        if method.lower() in methods and pattern.fullmatch(path):
            return {int(status) for status in methods[method.lower()]["responses"] if status.isdigit()}
    return None


@cache
def operations() -> list[tuple[re.Pattern[str], dict]]:
    """The operations of each path, the paths without parameters first."""
    paths = json.loads(DOCUMENT.read_text("utf-8"))["paths"]
    return [
        (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), methods)
        for path, methods in sorted(paths.items(), key=lambda one: one[0].count("{"))
    ]
