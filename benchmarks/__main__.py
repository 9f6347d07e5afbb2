"""Run the benchmarks, print the ratios as tables, and write them to RESULTS.md and to docs/performance.md."""

import argparse
import os
import platform
import re
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks import against, followers, history, odds, storing, verification
from benchmarks.report import HEADS, Row, lined

RESULTS = Path(__file__).parent / "RESULTS.md"
SCALE = Path(__file__).parents[1] / "docs" / "performance.md"


def main() -> None:
    """Measure everything, then print and write the tables."""
    parser = argparse.ArgumentParser(prog="benchmarks")
    parser.add_argument("--against", nargs="*", default=[], metavar="COMMIT", help="measure these beside it")
    parser.add_argument("--slices", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.6)
    parser.add_argument("--rolls", type=int, default=200_000)
    parser.add_argument("--unlisted", type=int, default=200_000)
    parser.add_argument("--only-against", action="store_true", help="print the comparison alone, and write nothing")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        effort = storing.Effort(given.slices, given.seconds, Path(name))
        beside = compared(given.against, effort) if given.against else []
        if given.only_against:
            return
        rows = [
            *timed("storing", lambda: storing.table(effort)),
            *timed("followers", lambda: followers.table(effort.folder)),
            *timed("verification", lambda: verification.table(effort.folder)),
            *timed("odds", odds.table),
        ]
        lists = timed("history", lambda: history.table(given.rolls, given.unlisted))
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    versions = f"{date.today()}, commit {commit}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    lines = [
        "# Results",
        "",
        f"One run: {versions}.",
        f"Medians of {given.slices} alternating slices of {given.seconds} s, with minimum and maximum.",
        "Ratios are what to compare; the last column is for scale.",
        "A server has a core to itself; load and PostgreSQL share the others.",
        *beside,
        "",
        *lined(HEADS, [row.cells() for row in rows]),
        "",
        f"A page of 50 of history over {given.rolls:,} rolls beneath {given.unlisted:,} unlisted attacks; "
        "medians of 3, and the indexes on each database.",
        "",
        *lined(("list", "ms, SQLite / PostgreSQL", "indexes, SQLite; PostgreSQL"), lists),
    ]
    _, heading, by_hand = RESULTS.read_text().partition("\n## ")  # what other commands have measured
    RESULTS.write_text("\n".join(lines) + "\n" + heading + by_hand)
    SCALE.write_text(told(SCALE.read_text(), commit, rows))
    print("\n".join(lines))


def compared(commits: Sequence[str], effort: storing.Effort) -> list[str]:
    """The table that compares this code with other commits; a ratio below 1 is less than theirs."""
    rows = []
    for found in against.table(commits, effort):
        rows.append(found.cells())
        print(" | ".join(rows[-1]), flush=True)
    about = "Beside other commits in the same run; the scale has this commit first, then those."
    return ["", about, "", *lined(("what", *(f"of {commit}" for commit in commits), "scale"), rows)]


def timed(what: str, measure: Callable[[], list[Any]]) -> list[Any]:
    """What is measured, with a line about how long that took."""
    began = time.perf_counter()
    rows = measure()
    print(f"{what}: {time.perf_counter() - began:.0f} s", flush=True)
    return rows


def told(page: str, commit: str, rows: Iterable[Row]) -> str:
    """The page with the ratios of these rows, and the commit that they belong to."""
    page = re.sub(r"(one run at commit )\w+", rf"\g<1>{commit}", page)
    for row in rows:
        page = re.sub(rf"^(\| {re.escape(row.what)} \| )[\d.,]+ ", rf"\g<1>{row.ratio} ", page, flags=re.MULTILINE)
    return page


if __name__ == "__main__":
    main()
