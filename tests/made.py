"""Files that are made from the code and compared whole: where the first difference is, and which command renews them."""

from itertools import zip_longest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHOWN = 160
"""How many characters of a line are shown, from a little before the first that differs."""


def require_made(file: Path, made: str, command: str) -> None:
    """Fail where a file is not what is made now: with the first line that differs, and the command that renews it."""
    written = file.read_text("utf-8")
    if written == made:
        return
    lines = zip_longest(written.split("\n"), made.split("\n"))
    number, (old, new) = next((number, both) for number, both in enumerate(lines, 1) if both[0] != both[1])
    pytest.fail(
        f"{file.relative_to(ROOT)} differs first in line {number}:\n"
        f"  in the file: {part_of(old, new)}\n"
        f"  made now:    {part_of(new, old)}\n"
        f"If this is meant, renew the file and read what git diff shows: uv run {command}",
        pytrace=False,
    )


def part_of(line: str | None, other: str | None) -> str:
    """What is shown of a line: the characters around the first that the other line does not have there."""
    if line is None:
        return "(the end)"
    same = next((n for n, pair in enumerate(zip_longest(line, other or "")) if pair[0] != pair[1]), 0)
    start = max(0, same - SHOWN // 4)
    return ("…" if start else "") + line[start : start + SHOWN] + ("…" if len(line) > start + SHOWN else "")
