"""One run: every ratio, as a table on the screen and in RESULTS.md."""

import argparse
import platform
import sqlite3
import subprocess
import tempfile
from datetime import date
from pathlib import Path
from statistics import median

from benchmarks import odds, verification
from benchmarks.load import fsyncs, load, server

CLIENTS = (1, 8, 64)
RESULTS = Path(__file__).parent / "RESULTS.md"
Row = tuple[str, str, str]


def spread(ratios: list[float]) -> str:
    """The median with minimum and maximum."""
    return f"{median(ratios):.2f} [{min(ratios):.2f}–{max(ratios):.2f}]"


def durable(folder: Path, slices: int, seconds: float) -> list[Row]:
    """Durable attacks against the endpoint without storing and against the disk, in alternating slices."""
    rows: list[Row] = []
    with server("store", folder) as storing, server("discard", folder) as discarding:
        for clients in CLIENTS:
            for warm in (storing, discarding):
                load(*warm, clients, 0.3)
            stored, discarded, synced = [], [], []
            for _ in range(slices):
                stored.append(load(*storing, clients, seconds))
                discarded.append(load(*discarding, clients, seconds))
                synced.append(fsyncs(folder, seconds / 4))
            many = f"{clients} client{'s' if clients > 1 else ''}"
            scale = f"{median(slice.rate for slice in stored):,.0f}/s, {median(s.cpu for s in stored):.0f} µs CPU"
            bare = f"{median(slice.rate for slice in discarded):,.0f}/s, {median(s.cpu for s in discarded):.0f} µs CPU"
            shares = [a.rate / b.rate for a, b in zip(stored, discarded, strict=True)]
            rows.append((f"durable attacks / not stored, {many}", spread(shares), f"{scale}; not stored {bare}"))
            shares = [a.rate / b for a, b in zip(stored, synced, strict=True)]
            rows.append(
                (f"durable attacks / fsyncs of the disk, {many}", spread(shares), f"{median(synced):,.0f} fsyncs/s")
            )
    return rows


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(prog="benchmarks")
    parser.add_argument("--slices", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = [*durable(folder, given.slices, given.seconds), *odds.table(), *verification.table(folder)]
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
