"""How the checks play: attacks with the default policy or a random player, and one run step by step."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from app.conformance.faults import refuse
from app.domain.dice import IllegalDice, ThrownDice
from app.domain.errors import Diverged, Refusal
from app.domain.fairness import ProvableDice
from app.domain.record import By, Chose, Origin, Record, Rolled, Source
from app.domain.resolution import Pending, Resolved, Script, resolve
from app.domain.table import Players, Question
from app.services.rulebooks.registry import Rulebook

THROWS = 6
"""With how many keys each example is played."""

LISTED = 20
"""From how many of the choices that a question lists a random player takes one."""


def key_of(n: int) -> bytes:
    """The n-th key of provable dice."""
    return n.to_bytes(32, "big")


def cases(book: Rulebook) -> Iterator[tuple[str, Any]]:
    """The examples of a rulebook, each with its name in sentences."""
    for n, example in enumerate(book.ruleset.examples):
        yield f"example {n}", example


def trials(book: Rulebook) -> Iterator[tuple[str, Any, bytes]]:
    """The examples, each with several keys."""
    for what, example in cases(book):
        for n in range(THROWS):
            yield what, example, key_of(n)


def policy_of(book: Rulebook) -> Callable[[Question[object], By], tuple[object, Source]]:
    """Players who follow the default policy."""
    policy = next(iter(book.ruleset.policies.values()))
    return lambda question, by: (policy(question, by), Source(Origin.POLICY, "default"))


class RandomPlayer:
    """Players who take any of the choices that a question lists first; it remembers what it was asked."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.asked: list[tuple[Question[object], By]] = []

    def __call__(self, question: Question[object], by: By) -> tuple[object, Source]:
        choices = list(islice(question.options(), LISTED))
        if not choices:
            refuse(f"the question `{question.name}` lists no choice, so that it cannot be answered. List one.")
        self.asked.append((question, by))
        return self.random.choice(choices), Source(Origin.HOST)


def play(book: Rulebook, situation: Any, key: bytes, players: Players | None = None) -> Resolved[Any]:
    """An attack from its start to its end."""
    ruleset = book.ruleset
    players = players or policy_of(book)
    end = resolve(ruleset.script, situation, ruleset.options(), dice=ProvableDice(key), players=players)
    if isinstance(end, Pending):
        refuse(f"the attack waits for {end.wanted.rule}, though its dice and its players answer at once.")
    return end


def require_steps(
    what: str, script: Script[Any, Any, Any], situation: Any, options: Any, whole: Resolved[Any], number: int = 0
) -> None:
    """Raise Nonconforming unless a script comes to `whole` step by step too, and again from its record.

    `number`: that of the action in its game, by which the parts that it reveals are told apart.
    """
    try:
        stepped = in_steps(script, situation, options, whole.record)
        again = resolve(script, situation, options, record=whole.record, number=number)
    except (Diverged, IllegalDice, Refusal) as error:
        refuse(f"{what}: step by step it is not as in one run: {error}. {BESIDE}")
    if (stepped.outcome, stepped.record.entries) != (whole.outcome, whole.record.entries):
        refuse(f"{what}: step by step it ends in another way than in one run. {BESIDE}")
    if again != whole:
        refuse(f"{what}: its own record leads to another end. {BESIDE}")


BESIDE = "Keep nothing beside the table."


def in_steps(script: Script[Any, Any, Any], situation: Any, options: Any, record: Record) -> Resolved[Any]:
    """A script that gets the rolls and choices of a record one at a time; raises Diverged where it wants another."""
    step = resolve(script, situation, options)
    while isinstance(step, Pending):
        at = len(step.record.entries)
        entry = record.entries[at] if at < len(record.entries) else None
        if isinstance(entry, Rolled):
            step = resolve(script, situation, options, record=step.record, dice=Again([entry.faces or ()]))
        elif isinstance(entry, Chose):
            players = once(entry.choice)
            step = resolve(script, situation, options, record=step.record, players=players)
        if entry is None or len(step.record.entries) == at:
            raise Diverged(at)
    return step


class Again(ThrownDice):
    """A throw that is repeated, or a shuffle."""

    def shuffle(self, size: int, *, index: int) -> tuple[int, ...] | None:  # noqa: ARG002
        """The order in which the items lay; None once it was given."""
        return tuple(int(place) for place in self._rolls.pop()) if self._rolls else None


def once(choice: object) -> Players:
    """Players who answer a single question."""
    answers = [(choice, Source(Origin.HOST))]
    return lambda _question, _by: answers.pop() if answers else None
