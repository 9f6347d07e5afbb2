"""Run all benchmarks, print the ratios as a table, and write them to RESULTS.md."""

import argparse
import platform
import sqlite3
import subprocess
import tempfile
from datetime import date
from pathlib import Path

from benchmarks import history, odds, storing, verification

RESULTS = Path(__file__).parent / "RESULTS.md"


def main() -> None:
    """Measure everything, then print and write the tables."""
    parser = argparse.ArgumentParser(prog="benchmarks")
    parser.add_argument("--slices", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rolls", type=int, default=1_000_000)
    parser.add_argument("--unlisted", type=int, default=1_000_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        effort = storing.Effort(arguments.slices, arguments.seconds, folder)
        rows = [*storing.table(effort), *odds.table(), *verification.table(folder)]
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    versions = f"{date.today()}, commit {commit}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    lines = [
        "# Results",
        "",
        f"One run: {versions}.",
        f"Medians of {arguments.slices} alternating slices of {arguments.seconds} s, with minimum and maximum.",
        "Ratios are what to compare; the last column is for scale.",
        "A server has a core to itself; load and PostgreSQL share the others.",
        "",
        "| what | ratio | scale |",
        "|---|---|---|",
        *(f"| {what} | {ratio} | {scale} |" for what, ratio, scale in rows),
        "",
        f"A page of 50 of history over {arguments.rolls:,} rolls beneath {arguments.unlisted:,} unlisted attacks; "
        "medians of 3, and the indexes on each database.",
        "",
        "| list | ms, SQLite / PostgreSQL | indexes, SQLite; PostgreSQL |",
        "|---|---|---|",
        *(f"| {what} | {took} | {plans} |" for what, took, plans in history.table(arguments.rolls, arguments.unlisted)),
    ]
    RESULTS.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
