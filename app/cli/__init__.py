"""The command line."""

import os
import sys
from collections.abc import Callable

from app.cli.gc_freeze import without_gc

CLOSED = 141
"""The exit status of a program that a closed pipe ends: 128, and the number of the signal."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit status is its answer: 2 where something must be corrected, 1 where it may work later."""
    with without_gc():
        from app.cli.commands import run
    return until_closed(lambda: run(arguments))


def until_closed(command: Callable[[], int]) -> int:
    """What a command answers; `CLOSED` where nobody reads what it prints, as behind `| head`."""
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
