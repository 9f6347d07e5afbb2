"""Charges the rate limit for the further requests that a batch stands for."""

from fastapi import Request

from app.errors import Problem

COUNT = "umpire.count"
"""Where the scope of a request has the function that counts further requests of its sender."""


def charge_rate_limit(request: Request, requests: int) -> None:
    """Charge the rate limit of the sender for `requests` further requests. Raises Problem too-many-requests (429)."""
    count = request.scope.get(COUNT)
    if count and requests and not count(cost=requests):
        raise Problem("too-many-requests")
