"""What every rulebook that is found has to keep, the toy among them. Nothing here knows a rulebook."""

import os
import re
import subprocess
import sys
from dataclasses import fields, replace
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.dice import ThrownDice
from app.domain.errors import IllegalChoice, NotComputable
from app.domain.fairness import ProvableDice
from app.domain.odds import distributions_of, enumerate_outcomes
from app.domain.record import Noted, Origin, Role, Source
from app.domain.resolution import Pending, resolve
from app.domain.table import RollWanted
from app.services.documents.wording import entry_text
from app.services.rulebooks.registry import find_rulebooks

BOOKS = find_rulebooks()
CASES = [
    pytest.param(book, example, id=f"{slug}-{n}")
    for slug, book in BOOKS.items()
    for n, example in enumerate(book.ruleset.examples)
]
every_case = pytest.mark.parametrize(("book", "situation"), CASES)
every_book = pytest.mark.parametrize("book", [pytest.param(book, id=slug) for slug, book in BOOKS.items()])
FOUND = range(6)


def policy_of(book):
    policy = next(iter(book.ruleset.policies.values()))
    return lambda question, by: (policy(question, by), Source(Origin.POLICY, "default"))


def play(book, situation, key=bytes(32), **how):
    how.setdefault("players", policy_of(book))
    return resolve(book.ruleset.script, situation, book.ruleset.options(), dice=ProvableDice(key), **how)


def api_key_of(n):
    return n.to_bytes(32, "big")


def test_the_toy_is_found_like_any_installed_rulebook():
    assert {"open-forces", "coin-duel"} <= BOOKS.keys()


@every_case
@pytest.mark.parametrize("n", FOUND)
def test_the_same_dice_and_choices_give_the_same_record(book, situation, n):
    assert play(book, situation, api_key_of(n)) == play(book, situation, api_key_of(n))


@every_case
@pytest.mark.parametrize("n", FOUND)
def test_situations_outcomes_and_records_survive_json(book, situation, n):
    codec, end = book.codec, play(book, situation, api_key_of(n))
    assert codec.situation.load(codec.situation.dump(situation)) == situation
    assert codec.outcome.load(codec.outcome.dump(end.outcome)) == end.outcome
    assert codec.load_record(codec.dump_entries(end.record)) == end.record


@every_case
@pytest.mark.parametrize("n", FOUND)
def test_step_by_step_and_replay_equal_one_shot(book, situation, n):
    script, options = book.ruleset.script, book.ruleset.options()
    whole = play(book, situation, api_key_of(n))
    rolls = [entry.faces for entry in whole.record.entries if hasattr(entry, "faces")]
    players = policy_of(book)
    step = resolve(script, situation, options)
    while isinstance(step, Pending):
        if isinstance(step.wanted, RollWanted):
            step = resolve(script, situation, options, record=step.record, dice=ThrownDice([rolls.pop(0)]))
        else:
            choice = players(step.wanted.question, step.wanted.by)
            step = resolve(
                script,
                situation,
                options,
                record=step.record,
                players=lambda *_, answers=[choice]: answers.pop() if answers else None,
            )
    assert not rolls
    assert (step.outcome, step.record.entries) == (whole.outcome, whole.record.entries)
    assert resolve(script, situation, options, record=whole.record) == whole


@every_case
@given(data=st.data())
def test_any_legal_answers_end(book, situation, data):
    def players(question, _by):
        options = list(islice(question.options(), 20))
        return data.draw(st.sampled_from(options)), Source(Origin.HOST)

    end = play(book, situation, data.draw(st.binary(min_size=32, max_size=32)), players=players)
    assert end.record.entries


@every_case
@pytest.mark.parametrize("n", FOUND)
def test_every_listed_choice_is_legal_and_counted(book, situation, n):
    def players(question, by):
        options = list(question.options())
        assert len(options) == question.total()
        assert len(set(options)) == len(options)
        for choice in options:
            question.check(choice)
        return policy_of(book)(question, by)

    play(book, situation, api_key_of(n), players=players)


@every_case
def test_refusals_come_before_the_first_roll(book, situation):
    book.ruleset.prepare(situation, book.ruleset.options())
    for n in FOUND:
        play(book, situation, api_key_of(n))


def spoiled(choice):
    """Choices of the same type that are probably illegal."""
    for field in fields(choice):
        value = getattr(choice, field.name)
        if isinstance(value, tuple):
            yield replace(choice, **{field.name: (*value, *value[:1])})
        elif isinstance(value, int):
            yield replace(choice, **{field.name: value + 1000})


def test_an_illegal_choice_is_refused_and_changes_nothing():
    refused = 0

    def players(question, by):
        nonlocal refused
        for choice in spoiled(next(question.options())):
            with pytest.raises(IllegalChoice):
                question.check(choice)
            with pytest.raises(IllegalChoice):
                play(book, situation, api_key_of(1), players=lambda *_: (choice, Source(Origin.HOST)))
            refused += 1
        return policy_of(book)(question, by)

    for book in BOOKS.values():
        for situation in book.ruleset.examples:
            assert play(book, situation, api_key_of(1), players=players) == play(book, situation, api_key_of(1))
    assert refused >= 2


@every_book
def test_odds_sum_to_one_and_equal_the_naive_enumeration(book):
    ruleset, options = book.ruleset, book.ruleset.options()
    small = ruleset.examples[0]
    roles = dict.fromkeys(Role, next(iter(ruleset.policies.values())))
    try:
        ruleset.price(small, options)
    except NotComputable:
        pytest.skip("priced out")
    naive = distributions_of(
        enumerate_outcomes(ruleset.script, small, options, policy_of(book), merge=False), ruleset.measures
    )
    merged = distributions_of(enumerate_outcomes(ruleset.script, small, options, policy_of(book)), ruleset.measures)
    assert naive == merged
    assert naive.keys() == ruleset.measures.keys()
    assert all(sum(distribution.values()) == 1 for distribution in naive.values())
    if ruleset.odds is not None:
        assert ruleset.odds(small, options, roles) == naive


@every_book
def test_rule_ids_in_the_code_and_in_the_text_are_the_same(book):
    folder = Path(import_module(book.package).__file__).parent
    told = [rule.id for rule in book.rules]
    prefix = told[0].partition("-")[0]
    code = "".join(file.read_text() for file in folder.rglob("*.py"))
    named = set(re.findall(rf"\b{prefix}-\d+\b", code))
    for first, last in re.findall(rf"\b{prefix}-(\d+) … {prefix}-(\d+)\b", code):
        named |= {f"{prefix}-{n}" for n in range(int(first), int(last) + 1) if f"{prefix}-{n}" in told}
    assert named == set(told)
    assert told == sorted(told, key=lambda rule: int(rule.partition("-")[2]))


@every_case
def test_every_table_call_names_a_rule_that_is_told(book, situation):
    told = {rule.id for rule in book.rules}
    assert {entry.rule for entry in play(book, situation).record.entries} <= told


@every_book
def test_every_language_has_every_message(book):
    keys = {language: set(messages) for language, messages in book.messages.items()}
    for language, found in keys.items():
        assert {key.rpartition("_")[0] or key for key in found} == {
            key.rpartition("_")[0] or key for key in keys["en"]
        }, language


@every_case
@pytest.mark.parametrize("language", ["en", "de", "fr", "ru"])
def test_every_step_has_a_text_without_holes(book, situation, language):
    if not book.messages:
        pytest.skip("tells its stored names")
    texts = book.texts(language)
    for n in FOUND:
        for entry in book.codec.dump_entries(play(book, situation, api_key_of(n)).record):
            text = entry_text(book, entry, texts)
            assert "{{" not in text
            assert "null" not in text
            assert text != entry.get("fact")


@every_book
def test_every_fact_that_is_noted_has_a_stored_name(book):
    for situation in book.ruleset.examples:
        for entry in play(book, situation).record.entries:
            if isinstance(entry, Noted):
                assert type(entry.fact) in book.codec.fact_kinds.values()


RECORD = """
from app.services.rulebooks.registry import find_rulebooks
from tests.rulesets.test_conformance import play
for slug, book in sorted(find_rulebooks().items()):
    for example in book.ruleset.examples:
        print(book.codec.dump_entries(play(book, example).record))
"""


def test_records_do_not_depend_on_the_hash_seed():
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root), str(root / "tests" / "toys")])
    outputs = {
        subprocess.run(
            [sys.executable, "-c", RECORD],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            cwd=root, check=True, capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(outputs) == 1
    assert outputs.pop()
