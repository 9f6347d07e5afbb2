"""One run: every ratio, as a table on the screen and in RESULTS.md."""

import argparse
import platform
import sqlite3
import subprocess
import tempfile
from datetime import date
from pathlib import Path

from benchmarks import odds, storing, verification

RESULTS = Path(__file__).parent / "RESULTS.md"


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(prog="benchmarks")
    parser.add_argument("--slices", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        effort = storing.Effort(given.slices, given.seconds, folder)
        rows = [*storing.table(effort), *odds.table(), *verification.table(folder)]
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    told = f"{date.today()}, commit {commit}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    lines = [
        "# Results",
        "",
        f"One run: {told}.",
        f"Medians of {given.slices} alternating slices of {given.seconds} s, with minimum and maximum.",
        "Ratios are what to compare; the last column is for scale. Load and server share the machine.",
        "",
        "| what | ratio | scale |",
        "|---|---|---|",
        *(f"| {what} | {ratio} | {scale} |" for what, ratio, scale in rows),
    ]
    RESULTS.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
