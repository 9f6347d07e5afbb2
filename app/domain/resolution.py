"""Run a script as far as there are answers for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from app.domain.dice import Dice, Die, Face
from app.domain.errors import Diverged
from app.domain.record import Noted, Record
from app.domain.table import Awaiting, Players, RecordedAnswer, Table, Wanted, Watch, nobody

A = TypeVar("A")
P = TypeVar("P")
O_co = TypeVar("O_co", covariant=True)

Script = Callable[[A, P, Table], O_co]
"""A function of a rulebook from situation, options and table to an outcome."""


@dataclass(frozen=True, slots=True)
class Resolved(Generic[O_co]):
    """The script has ended."""

    outcome: O_co
    record: Record
    dice: tuple[Die[Face], ...] = ()
    """The die of each roll of the record, in order."""
    revealed: tuple[str, ...] = ()
    """The tags of the private parts that it has revealed, in order."""


@dataclass(frozen=True, slots=True)
class Pending:
    """The script waits for a roll or a choice."""

    wanted: Wanted
    record: Record
    dice: tuple[Die[Face], ...] = ()
    """The die of each roll of the record, in order."""
    revealed: tuple[str, ...] = ()
    """The tags of the private parts that it has revealed, in order."""


def resolve(
    script: Script[A, P, O_co],
    situation: A,
    options: P,
    *,
    record: Record | None = None,
    dice: Dice | None = None,
    players: Players = nobody,
    number: int = 0,
) -> Resolved[O_co] | Pending:
    """Run `script` from its start: answers come from `record`, then from `dice` and `players`.

    `number`: that of the action in its session. It ends, or waits for the first answer that nobody gives. Raises
    Diverged where the script, with the answers of the record, does not make the same record; IllegalDice, or a Refusal,
    where new dice or a new choice do not fit.
    """
    answers = answers_in(record) if record else ()
    end = played_on(Table(answers, dice, players, number), script, situation, options)
    if record:
        _check_prefix(record, end.record)
    return end


def answers_in(record: Record) -> list[RecordedAnswer]:
    """The rolls and the choices of a record, each with its place and its source."""
    return [
        (place, entry, source)
        for place, (entry, source) in enumerate(zip(record.entries, record.sources, strict=True))
        if not isinstance(entry, Noted)
    ]


def answered(
    script: Script[A, P, O_co],
    situation: A,
    options: P,
    answers: Sequence[RecordedAnswer],
    dice: Dice | None = None,
    players: Players = nobody,
    number: int = 0,
    watch: Watch | None = None,
) -> Resolved[O_co] | Pending:
    """What resolve() leads to where only the answers of the record count, and not what the rules noted between them.

    `watch` sees each choice of the record.
    """
    return played_on(Table(answers, dice, players, number, watch), script, situation, options)


def played_on(table: Table, script: Script[A, P, O_co], situation: A, options: P) -> Resolved[O_co] | Pending:
    """Run a script on a table, as far as this has answers."""
    try:
        outcome = script(situation, options, table)
    except Awaiting as stop:
        return Pending(stop.wanted, table.record(), table.thrown(), table.revealed)
    return Resolved(outcome, table.record(), table.thrown(), table.revealed)


def _check_prefix(recorded: Record, computed: Record) -> None:
    for place, entry in enumerate(recorded.entries):
        if place >= len(computed.entries) or computed.entries[place] != entry:
            raise Diverged(place)
