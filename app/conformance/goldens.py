"""Golden records: an action as it was played, with its situation, options, entries and outcome, and never edited."""

import json
from pathlib import Path
from typing import Any

from app.conformance.faults import refuse
from app.conformance.play import policy_of
from app.domain.errors import Diverged
from app.domain.fairness import ProvableDice
from app.domain.resolution import Pending, Resolved, resolve
from app.persistence.stored.codec import Json
from app.services.rulebooks.registry import Rulebook

REMEDY = "Raise the version of the rulebook, or undo the change."


def golden_record(book: Rulebook, situation: Any, key: bytes) -> Json:
    """The golden record of an attack with the default policy and the dice of a key; raises Nonconforming."""
    ruleset, codec = book.ruleset, book.codec
    options, dice = ruleset.options(), ProvableDice(key)
    end = resolve(ruleset.script, situation, options, dice=dice, players=policy_of(book))
    if isinstance(end, Pending):
        refuse("the attack waits, though its dice and its players answer at once.")
    return {
        "situation": codec.situation.dump(situation),
        "options": codec.options.dump(options),
        "entries": codec.dump_entries(end.record),
        "outcome": codec.outcome.dump(end.outcome),
    }


def require_golden(book: Rulebook, file: Path) -> None:
    """Raise Nonconforming unless the rules of today make of a golden record what it tells.

    A field that came later has its default in the outcome.
    """
    golden, codec = json.loads(file.read_text("utf-8")), book.codec
    situation, options = codec.situation.load(golden["situation"]), codec.options.load(golden["options"])
    try:
        end = resolve(book.ruleset.script, situation, options, record=codec.load_record(golden["entries"]))
    except Diverged as diverged:
        refuse(f"{file}: {diverged}. {REMEDY}")
    if not isinstance(end, Resolved) or codec.dump_entries(end.record) != golden["entries"]:
        refuse(f"{file}: the record goes on in another way. {REMEDY}")
    if end.outcome != codec.outcome.load(golden["outcome"]):
        refuse(f"{file}: the outcome is another one. {REMEDY}")
