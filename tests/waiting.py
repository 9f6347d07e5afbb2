"""Waiting for what comes, however slow the machine is: a test waits for a condition, and never expects that little time has passed."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import TypeVar

import pytest

T = TypeVar("T")

LONG = 120.0
"""Seconds after which what has not come never comes."""

PATIENT = {
    "app.api.context:PATIENCE": LONG,
    "app.api.work.autoplay:PATIENCE": LONG,
    "app.api.work.served:LEASE": LONG,
    "app.api.routes.history:LUCK_SECONDS": LONG,
    "app.delivery.deliverer:LEASE": 10 * LONG,
    "app.delivery.sending:SECONDS": LONG,
    "app.persistence.connecting.postgresql:QUEUE": LONG,
    "app.services.history.inbox:SECONDS": LONG,
    "app.server:KILL_SECONDS": LONG,
    "app.services.odds.compute_budget:SECONDS": LONG,
    "app.services.odds.compute_budget:PATIENCE": LONG,
}
"""What the service itself gives up, or leaves for the next request, after a time in which a slow machine may not be done."""


def be_patient(patch: pytest.MonkeyPatch) -> None:
    """Let the services of this process have the time that they take; a test that is about a limit sets it."""
    for name, value in PATIENT.items():
        module, _, constant = name.partition(":")
        patch.setattr(import_module(module), constant, value)


async def until(ask: Callable[[], T | Awaitable[T]], seconds: float = LONG) -> T:
    """What `ask` returns, once that is something."""
    async with asyncio.timeout(seconds):
        while True:
            found = ask()
            if inspect.isawaitable(found):
                found = await found
            if found:
                return found
            await asyncio.sleep(0.02)


def wait_until(ask: Callable[[], T], otherwise: str, seconds: float = LONG) -> T:
    """What `ask` returns, once that is something, where there is no event loop; `otherwise` is said where it never comes."""
    deadline = time.monotonic() + seconds
    while not (found := ask()):
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.02)
    return found
