"""The report of rules that no test has seen finds each gap, and judges only a run of all tests."""

from types import SimpleNamespace

import pytest

from app.domain.dice import Die
from app.domain.errors import IllegalChoice
from app.domain.resolution import Pending, resolve
from app.services.rulebooks.installed import find_rulebooks
from tests import rule_report
from tests.rule_report import TESTS, covers_all, faults
from tests.rules_without_entries import LEFT_TO_THE_TABLE, SEEN_IN_RESULTS

RULES = ["R-1", "R-2", "R-3"]
TABLE, RESULTS = {"R-2": "the players keep it"}, {"R-3": "an order"}


def report(seen=("R-1",), shown=("R-3",), table=TABLE, results=RESULTS):
    return list(faults(RULES, set(seen), set(shown), table, results))


def test_nothing_is_reported_where_each_rule_is_seen_shown_or_left_to_the_table():
    assert report() == []


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"seen": ()}, "R-1 is in no test's record, question or refusal"),
        ({"seen": ("R-1", "R-2")}, "R-2 is carried by records: take it off the list in rules_without_entries"),
        ({"seen": ("R-1", "R-3")}, "R-3 is carried by records: take it off the list in rules_without_entries"),
        ({"shown": ()}, 'R-3 is shown by no test that is marked @pytest.mark.rule("R-3")'),
        ({"shown": ("R-3", "R-1")}, "a test is marked with R-1, which is not listed as seen in results"),
        ({"shown": ("R-3", "R-9")}, "R-9 is in no RULES.md"),
        ({"table": {**TABLE, "R-8": "nothing"}}, "R-8 is in no RULES.md"),
        ({"table": {**TABLE, **RESULTS}}, "R-3 is listed twice"),
    ],
)
def test_each_gap_and_each_wrong_line_of_the_lists_is_reported(changed, fault):
    assert report(**changed) == [fault]


def test_every_rule_that_is_listed_has_a_reason():
    assert all(len(reason) > 10 for reason in {**LEFT_TO_THE_TABLE, **SEEN_IN_RESULTS}.values())
    rules = {rule.id for book in find_rulebooks().values() for rule in book.rules}
    assert rules >= {*LEFT_TO_THE_TABLE, *SEEN_IN_RESULTS}


def test_entries_questions_and_refusals_are_heard(monkeypatch):
    monkeypatch.setattr(rule_report, "seen", heard := set())

    def script(_situation, _options, table):
        table.note("a fact", rule="R-1")
        table.roll(Die("coin", ("heads", "tails")), 1, by="attacker", rule="R-2")

    assert isinstance(resolve(script, None, None), Pending)
    IllegalChoice("reason", "R-3")
    assert heard == {"R-1", "R-2", "R-3"}


@pytest.mark.parametrize(
    ("arguments", "is_whole"),
    [
        ([str(TESTS)], True),
        ([str(TESTS.parent)], True),
        ([str(TESTS / "api")], False),
        ([str(TESTS / "test_golden.py")], False),
        ([str(TESTS), "-k", "golden"], False),
        ([str(TESTS), "-m", "thorough"], False),
        ([str(TESTS), "--ignore", "x"], False),
        ([str(TESTS), "--deselect", "x"], False),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_only_a_run_of_all_tests_is_judged(request, arguments, is_whole):
    assert covers_all(parsed(request.config, arguments)) is is_whole


def parsed(config, arguments):
    """The configuration as another command line would make it."""
    option = config._parser.parse_known_args(arguments)
    return SimpleNamespace(option=option, args=option.file_or_dir, invocation_params=config.invocation_params)
