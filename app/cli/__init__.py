"""The command line."""

from app.cli.gc_freeze import without_gc
from app.cli.pipes import until_closed


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit status is its answer: 2 where something must be corrected, 1 where it may work later."""
    with without_gc():
        from app.cli.commands import run
    return until_closed(lambda: run(arguments))
