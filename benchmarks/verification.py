"""The verification of a log, compared with the minimum that any verification must compute."""

import asyncio
import hmac
import time
from pathlib import Path
from statistics import median

from pydantic_core import from_json

from app.domain.dice import DiceSource
from app.domain.fairness import GENESIS, event_hash
from app.persistence import store
from app.persistence.database import open_database
from app.persistence.draft import Draft
from app.persistence.migrate import migrate
from app.persistence.rows import Event
from app.persistence.writer import Writer
from app.services.access import Caller
from app.services.actions.attack import AttackOrder, attack_in_series
from app.services.actions.declare import SentAlong
from app.services.log.read import read_log
from app.services.log.report import session_report
from app.services.rulebooks.registry import find_rulebooks
from app.services.sessions.chains import draw_seed
from app.services.sessions.open import draw_opening, open_session

ATTACKS = 500
PASSES = 9


def a_log(folder: Path) -> list[Event]:
    """The events of a series with ATTACKS attacks."""
    database = open_database(f"sqlite:///{folder}/verified.db")
    migrate(database)
    writer = Writer(database)
    writer.start()
    book = find_rulebooks()["open-forces"]
    options, situation = book.ruleset.options(), book.ruleset.examples[0]
    start = draw_opening(book, "series", book.codec.options.dump(options), DiceSource.SERVICE, "public", None)
    order = AttackOrder(book, situation, options, DiceSource.SERVICE, {}, {}, None, SentAlong())

    def attack(draft: Draft) -> object:
        return attack_in_series(draft, start.session, Caller(start.tokens.host), lambda _session: order, draw_seed())

    async def fill() -> None:
        await writer.submit(lambda draft: open_session(draft, start))
        await asyncio.gather(*(writer.submit(attack, sessions=(start.session,)) for _ in range(ATTACKS)))

    asyncio.run(fill())
    writer.close()
    events = list(store.all_events(database.reader, start.session))
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


def table(folder: Path) -> list[tuple[str, str, str]]:
    """The rows of the table: what was measured, the ratio, the scale."""
    books, events = find_rulebooks(), a_log(folder)
    ratios, took = [], []
    for _ in range(PASSES):
        began = time.perf_counter()
        floor(events)
        middle = time.perf_counter()
        report = session_report(books, read_log(events))
        end = time.perf_counter()
        if report["result"] != "identical" or len(report["actions"]) != ATTACKS:
            raise RuntimeError(report["result"])
        ratios.append((end - middle) / (middle - began))
        took.append((end - middle) / ATTACKS)
    ratio = f"{median(ratios):.1f} [{min(ratios):.1f}–{max(ratios):.1f}]"
    return [("verification of an attack / chain, parse and HMAC alone", ratio, f"{median(took) * 1e6:.0f} µs")]
