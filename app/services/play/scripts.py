"""Scripts that are ready to run: an attack, the opening of a game, or a move in one."""

from collections.abc import Iterable
from typing import Any

from app.domain.board import Board, SeatMove
from app.domain.dice import Dice, IllegalDice
from app.domain.errors import Diverged
from app.domain.record import EVERYBODY, Noted, Record
from app.domain.resolution import Pending, Resolved, Script, resolve
from app.errors import Path, Problem
from app.persistence.stored.codec import ACTOR, ATTACK, OPENING, BoardCodec, Json, plain
from app.persistence.stored.private import is_hidden
from app.services.play.face_down import restore_face_down
from app.services.play.players import Players
from app.services.play.seating import role_of
from app.services.rulebooks.registry import Rulebook

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
        return (
            book.ruleset.script,
            codec.situation.load(restore_face_down(book, situation)),
            codec.options.load(options),
        )
    board, shapes = board_of(book)
    rules = shapes.options.load(options)
    if kind == OPENING:
        return board.opening_script, shapes.setup.load(situation), rules
    return board.move_script(state), SeatMove(seats[ACTOR], shapes.move.load(situation)), rules


def run(
    book: Rulebook, call: ScriptCall, record: Record, dice: Dice, players: Players, number: int = 0
) -> Resolved[Any] | Pending:
    """Run the script of action `number` over its record, and on.

    Raises Problem: illegal-dice (422) where faces do not fit the roll, rules-changed (409) where the rules do not lead
    to the record.
    """
    script, situation, options = call
    try:
        return resolve(script, situation, options, record=record, dice=dice, players=players, number=number)
    except IllegalDice as misfit:
        raise illegal_dice(book, misfit, ("faces",) if record.entries else ("dice", "faces", misfit.index)) from misfit
    except Diverged as diverged:
        raise Problem("rules-changed", params={"entry": diverged.entry}) from diverged


def illegal_dice(book: Rulebook, misfit: IllegalDice, at: Path) -> Problem:
    """The Problem for faces that do not fit (422): whose roll it is, what it takes, and what was wrong.

    `at`: where the body contains the faces.
    """
    die, place = misfit.die, misfit.wrong_face
    expected = {"by": role_of(misfit.by), "die": die.name, "count": misfit.count, "faces": die.faces}
    params: dict[str, Any] = {**expected, "by": str(misfit.by), "roll": misfit.index + 1, "sent": len(misfit.faces)}
    if place is None:
        reason = "wrong-number-of-dice"
    else:
        params["place"], face = place + 1, misfit.faces[place]
        is_spelled = isinstance(face, str) and any(str(known) == face for known in die.faces)
        reason, params["face"] = "face-as-text" if is_spelled else "no-such-face", face
        params["allowed"] = [str(face) for face in dict.fromkeys(plain(die.faces))]
    return Problem("illegal-dice", at=at, reason=reason, params=params, extra={"expected": expected}, ruleset=book.slug)


def facts_in(record: Record) -> Iterable[object]:
    """The facts of a record that change a board, in order: those that everybody may see."""
    return (entry.fact for entry in record.entries if isinstance(entry, Noted) and entry.to is EVERYBODY)


def stored_facts(book: Rulebook, entries: list[Json]) -> Iterable[object]:
    """The facts among stored entries that change a board, as values of the rulebook, in order."""
    noted = (entry for entry in entries if entry["kind"] == "noted" and not is_hidden(entry["data"]))
    return (book.codec.facts[entry["fact"]].load(entry["data"]) for entry in noted)
