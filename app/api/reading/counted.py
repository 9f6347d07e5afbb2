"""Requests that stand for many: how their sender is charged for each."""

from fastapi import Request

from app.errors import Problem

COUNT = "umpire.count"
"""Where the scope of a request has the function that counts further requests of its sender."""


def count_also(request: Request, requests: int) -> None:
    """Count further requests that this one stands for. Raises Problem too-many-requests (429)."""
    count = request.scope.get(COUNT)
    if count and requests and not count(cost=requests):
        raise Problem("too-many-requests")
