"""Scripts that are ready to run: an attack, the opening of a game, or a move in one."""

from collections.abc import Iterable
from typing import Any

from app.domain.board import Board, SeatMove
from app.domain.dice import Dice, IllegalDice
from app.domain.errors import Diverged
from app.domain.record import Noted, Record
from app.domain.resolution import Pending, Resolved, Script, resolve
from app.errors import Problem
from app.persistence.codec import ATTACK, OPENING, BoardCodec, Json
from app.services.play.players import Players
from app.services.rulebooks.registry import Rulebook

ACTOR = "actor"
"""The key, in the seats of a move, of the seat that moves."""

ScriptCall = tuple[Script[Any, Any, Any], Any, Any]
"""A script with the situation and the options for its run."""


def board_of(book: Rulebook) -> tuple[Board[Any, Any, Any, Any], BoardCodec]:
    """The board of a rulebook and the shapes of its values. Raises LookupError where it has no board."""
    if book.ruleset.board is None or book.codec.board is None:
        raise LookupError(f"{book.slug} has no board")
    return book.ruleset.board, book.codec.board


def load_call(book: Rulebook, kind: str, situation: Json, options: Json, seats: Json, state: Any) -> ScriptCall:
    """The script, the situation and the options of a stored action. A move starts from the board `state`.

    Raises LookupError or ValueError where the rulebook can no longer read them.
    """
    codec = book.codec
    if kind == ATTACK:
        return book.ruleset.script, codec.situation.load(situation), codec.options.load(options)
    board, shapes = board_of(book)
    rules = shapes.options.load(options)
    if kind == OPENING:
        return board.opening_script, shapes.setup.load(situation), rules
    return board.move_script(state), SeatMove(seats[ACTOR], shapes.move.load(situation)), rules


def run(book: Rulebook, call: ScriptCall, record: Record, dice: Dice, players: Players) -> Resolved[Any] | Pending:
    """Run a script over its record, and on.

    Raises Problem: illegal-dice (422) where faces do not fit the roll, rules-changed (409) where the rules do not lead
    to the record.
    """
    script, situation, options = call
    try:
        return resolve(script, situation, options, record=record, dice=dice, players=players)
    except IllegalDice as misfit:
        expected = {"die": misfit.die.name, "count": misfit.count, "faces": misfit.die.faces}
        at = ("dice", "faces", misfit.index) if not record.entries else ("faces",)
        raise Problem(
            "illegal-dice", at=at, params=expected, extra={"expected": expected}, ruleset=book.slug
        ) from misfit
    except Diverged as diverged:
        raise Problem("rules-changed", params={"entry": diverged.entry}) from diverged


def facts_in(record: Record) -> Iterable[object]:
    """The facts of a record, in order."""
    return (entry.fact for entry in record.entries if isinstance(entry, Noted))


def stored_facts(book: Rulebook, entries: list[Json]) -> Iterable[object]:
    """The facts among stored entries, as values of the rulebook, in order."""
    return (book.codec.facts[entry["fact"]].load(entry["data"]) for entry in entries if entry["kind"] == "noted")
