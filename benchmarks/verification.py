"""The verification of a log, compared with the minimum that any verification must compute."""

import asyncio
import gc
import hmac
import time
import tracemalloc
from pathlib import Path
from statistics import median

from pydantic_core import from_json

from app.domain.dice import DiceSource
from app.domain.fairness import GENESIS, event_hash
from app.persistence.connecting.database import open_database
from app.persistence.connecting.migrate import migrate
from app.persistence.queries import logged_events
from app.persistence.stored.rows import Event
from app.persistence.writing.draft import Draft
from app.persistence.writing.writer import Writer
from app.services.access import Caller
from app.services.actions.attack import AttackInput, attack_in_series
from app.services.actions.declare import AdvanceInput
from app.services.log.read import read_log
from app.services.log.report import session_report
from app.services.rulebooks.installed import find_rulebooks
from app.services.sessions.open import draw_opening, open_session
from benchmarks.report import Goal, Row

FEW, MANY = 500, 10_000
"""How many attacks the two logs have."""
PASSES = 5
AT_ONCE = 500


def a_log(folder: Path, attacks: int) -> list[Event]:
    """The events of a series with so many attacks."""
    database = open_database(f"sqlite:///{folder}/verified-{attacks}.db")
    migrate(database)
    writer = Writer(database)
    writer.start()
    book = find_rulebooks()["open-forces"]
    options, situation = book.ruleset.options(), book.ruleset.examples[0]
    start = draw_opening(book, "series", book.codec.options.dump(options), DiceSource.SERVICE, "public", None)
    order = AttackInput(book, situation, options, DiceSource.SERVICE, {}, {}, None, AdvanceInput())

    def attack(draft: Draft) -> object:
        return attack_in_series(draft, start.session, Caller(start.tokens.host), lambda _session: order)

    async def fill() -> None:
        await writer.submit(lambda draft: open_session(draft, start))
        for _ in range(attacks // AT_ONCE):
            await asyncio.gather(*(writer.submit(attack, sessions=(start.session,)) for _ in range(AT_ONCE)))

    asyncio.run(fill())
    writer.close()
    events = list(logged_events.all_events(database.reader, start.session))
    database.dispose()
    return events


def floor(events: list[Event]) -> None:
    """Compute the minimum: hash the stored bytes, parse them, and compute one HMAC for each roll."""
    head = GENESIS
    for event in events:
        head = event_hash(head, event.body)
        body = from_json(event.body)
        for entry in body.get("entries", ()):
            if entry["kind"] == "rolled":
                hmac.digest(head, event.hash, "sha256")


def verified(events: list[Event], attacks: int) -> tuple[float, float]:
    """The seconds of the processor that the floor takes, and those of the whole verification.

    Raises RuntimeError where it differs.
    """
    gc.collect()  # what others have left behind is not to be paid here
    began = time.process_time()
    floor(events)
    middle = time.process_time()
    report = session_report(find_rulebooks(), read_log(events))
    end = time.process_time()
    if report["result"] != "identical" or len(report["actions"]) != attacks:
        raise RuntimeError(report["result"])
    return middle - began, end - middle


def memory_of(events: list[Event]) -> float:
    """How many MiB reading a log holds at its peak, beside the events themselves."""
    tracemalloc.start()
    read_log(events)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


def table(folder: Path) -> list[Row]:
    """The rows of the table; each log is verified anew, without what earlier verifications have found."""
    few, many = a_log(folder, FEW), a_log(folder, MANY)
    ratios, longer, took = [], [], []
    for _ in range(PASSES):
        least, short = verified(few, FEW)
        long = verified(many, MANY)[1]
        ratios.append(short / least)
        longer.append(long / MANY / (short / FEW))
        took.append(short / FEW)
    held = memory_of(many)
    return [
        Row(
            "verification of an attack, anew / chain, parse and HMAC alone",
            ratios,
            f"{median(took) * 1e6:.0f} µs",
            Goal(at_most=4),
            digits=1,
        ),
        Row(f"verification of an attack of {MANY:,} / of {FEW}", longer, "", Goal(at_most=1.1)),
        over_bytes(held, many),
    ]


def over_bytes(held: float, events: list[Event]) -> Row:
    """The ratio of memory to the size of a log."""
    size = sum(len(event.body) for event in events) / 2**20
    scale = f"{held:.0f} MiB; {size:.0f} MiB in {len(events):,} events"
    return Row(f"reading a log of {MANY:,} attacks: memory / its bytes", [held / size], scale)
