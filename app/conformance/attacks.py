"""Attacks: the same dice and choices make the same record, in one run, step by step, from JSON; any answers end it."""

from random import Random
from typing import Any

from app.conformance.faults import refuse, require
from app.conformance.play import RandomPlayer, cases, play, policy_of, require_steps, trials
from app.domain.errors import Refusal, TableOverrun
from app.domain.record import Noted
from app.services.rulebooks.registry import Rulebook

PLAYERS = 100
"""How many random players play each example."""


def refusals_come_before_the_first_roll(book: Rulebook) -> None:
    """What `prepare` lets pass, the script resolves."""
    for what, example in cases(book):
        try:
            book.ruleset.prepare(example, book.ruleset.options())
        except Refusal as refusal:
            refuse(f"`prepare` refuses {what}: {refusal}. Correct the one or the other.")
    for what, example, key in trials(book):
        try:
            play(book, example, key)
        except Refusal as refusal:
            refuse(f"{what} is refused only after `prepare`: {refusal}. Raise it in `prepare`.")


def the_same_dice_and_choices_give_the_same_record(book: Rulebook) -> None:
    """Nothing but the dice and the choices differs between two attacks."""
    for what, example, key in trials(book):
        same = play(book, example, key) == play(book, example, key)
        require(same, f"{what}: the same dice and choices give two records. Keep nothing between two attacks.")


def situations_outcomes_and_records_survive_json(book: Rulebook) -> None:
    """What is stored is read again as it was."""
    codec = book.codec
    for what, example, key in trials(book):
        end = play(book, example, key)
        for name, shape, value in (("situation", codec.situation, example), ("outcome", codec.outcome, end.outcome)):
            require_round_trip(f"{what}: the {name}", shape, value)
        entries = codec.dump_entries(end.record)
        require(codec.load_record(entries) == end.record, f"{what}: its record is another one once stored. {PLAIN}")


PLAIN = "Use tuples, frozen dataclasses, numbers, words and enumerations for fields."


def require_round_trip(what: str, shape: Any, value: Any) -> None:
    """Raise Nonconforming unless a value comes back from JSON as it was."""
    require(shape.load(shape.dump(value)) == value, f"{what} is another one once stored as JSON. {PLAIN}")


def what_is_whole_stays_as_it_is_when_it_is_sent(book: Rulebook) -> None:
    """Completions change nothing of a whole situation or setup, so that a request that is read again says the same."""
    board = book.codec.board
    sent = [(what, book.codec.situation, example) for what, example in cases(book)]
    if board is not None:
        setups = (book.ruleset.board.setups or {}).items()
        sent += [(f"the setup `{name}`", board.setup, setup) for name, setup in setups]
    for what, shape, value in sent:
        if shape.read(shape.dump(value)) != value:
            refuse(f"{what} is another one once sent. Let its completion change nothing of what is whole.")


def step_by_step_and_replay_equal_one_run(book: Rulebook) -> None:
    """An attack whose rolls and answers come one at a time, or from its record, ends as in one run."""
    for what, example, key in trials(book):
        require_steps(what, book.ruleset.script, example, book.ruleset.options(), play(book, example, key))


def any_legal_answers_end(book: Rulebook) -> None:
    """A random player brings every example to an end."""
    for what, example in cases(book):
        for n in range(PLAYERS):
            random = Random(n)
            try:
                end = play(book, example, random.randbytes(32), RandomPlayer(random))
            except TableOverrun as overrun:
                refuse(f"{what} does not end with the answers of a random player: {overrun}. Let every answer end it.")
            require(bool(end.record.entries), f"{what} ends without an entry. Note what the rules conclude.")


def every_table_call_names_a_rule_that_is_told(book: Rulebook) -> None:
    """The rules of the entries of a record stand in RULES.md."""
    told = {rule.id for rule in book.rules}
    for _, example, key in trials(book):
        for entry in play(book, example, key, policy_of(book)).record.entries:
            require(entry.rule in told, f"an entry names the rule {entry.rule}, which RULES.md does not tell. Add it.")


def every_fact_that_is_noted_is_registered(book: Rulebook) -> None:
    """A fact without a stored name cannot be stored."""
    for _, example, key in trials(book):
        for entry in play(book, example, key).record.entries:
            if isinstance(entry, Noted) and type(entry.fact) not in book.codec.fact_kinds.values():
                refuse(f"the fact {type(entry.fact).__name__} is noted but not registered. Add its class to `facts`.")


CHECKS = (
    refusals_come_before_the_first_roll,
    the_same_dice_and_choices_give_the_same_record,
    every_table_call_names_a_rule_that_is_told,
    every_fact_that_is_noted_is_registered,
    situations_outcomes_and_records_survive_json,
    what_is_whole_stays_as_it_is_when_it_is_sent,
    step_by_step_and_replay_equal_one_run,
    any_legal_answers_end,
)
