"""The service under load: as it is, or with a writer that stores nothing."""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import uvicorn

import app.main
from app.persistence.rows import Session
from app.persistence.unit import Claim, Draft, Rows
from app.persistence.writer import now
from app.settings import Settings


class NoUnit:
    """A unit of work without a database."""

    def __init__(self) -> None:
        self.at = now()

    def session(self, _id: str) -> Session | None:
        return None

    def accept(self, _rows: Rows) -> None:
        """Nothing is kept."""


class DiscardingWriter:
    """Runs every change as the writer does, and throws its rows away."""

    is_alive = True

    def __init__(self, _database: object) -> None:
        """Nothing is opened."""

    def start(self) -> None:
        """Nothing runs."""

    def close(self) -> None:
        """Nothing waits."""

    async def submit(self, change: Callable[[Draft], Any], *, claim: Claim | None = None, **_sessions: Any) -> Any:
        await asyncio.sleep(0)
        return change(Draft(NoUnit(), claim))  # type: ignore[arg-type]


def main() -> None:
    """Serve: `store` or `discard`, a port, a database URL."""
    kind, port, url = sys.argv[1:]
    if kind == "discard":
        app.main.Writer = DiscardingWriter  # type: ignore[misc, assignment]
    uvicorn.run(app.main.create_app(Settings(database_url=url)), port=int(port), access_log=False, log_level="warning")


if __name__ == "__main__":
    main()
