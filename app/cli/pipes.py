"""Standard output that nobody reads on, as behind `| head`: a command ends there without a word."""

import os
import sys
from collections.abc import Callable

CLOSED = 141
"""The exit status of a program that a closed pipe ends: 128, and the number of the signal."""


def until_closed(command: Callable[[], int]) -> int:
    """What a command answers; `CLOSED` where nobody reads what it prints."""
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
