"""A report of the rules that no test has seen at work.

A rule is seen where the record of a test carries its id (something was rolled, chosen or noted by it), where a test
was asked by it, or where a refusal named it. The rules that no entry of a record can carry stand with their reasons
in `rules_without_entries`. A run of all tests fails where a rule of a RULES.md is neither seen nor listed there.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from app.domain.errors import Refusal
from app.domain.table import Awaiting, Table
from app.services.rulebooks.installed import find_rulebooks
from tests.rules_without_entries import LEFT_TO_THE_TABLE, SEEN_IN_RESULTS

TESTS = Path(__file__).parent
MARK = "rule(id): the test shows this rule, which no entry of a record can carry"

seen: set[str] = set()
"""The rules of all entries, questions and refusals of this process."""
shown: set[str] = set()
"""The rules that tests of this process show, which passed."""


def own_rulebooks():
    """The rulebooks of the service; those that are installed beside it, such as the toys, have tests of their own."""
    return [book for book in find_rulebooks().values() if book.package.startswith("app.")]


def listen() -> None:
    """From here on, remember the rule of each entry of a record, of each open question and of each refusal."""
    record, awaiting, refusal = Table.record, Awaiting.__init__, Refusal.__init__

    def recording(table):
        found = record(table)
        seen.update([entry.rule for entry in found.entries])
        return found

    def asking(stop, wanted):
        seen.add(wanted.rule)
        awaiting(stop, wanted)

    def refusing(refused, reason, rule, **params):
        seen.add(rule)
        refusal(refused, reason, rule, **params)

    Table.record, Awaiting.__init__, Refusal.__init__ = recording, asking, refusing


def faults(
    rules: Iterable[str],
    seen: set[str],
    shown: set[str],
    left_to_the_table: Mapping[str, str] = LEFT_TO_THE_TABLE,
    seen_in_results: Mapping[str, str] = SEEN_IN_RESULTS,
) -> Iterator[str]:
    """A sentence for each rule that no test has seen, and for each rule that is listed wrongly."""
    listed = {**left_to_the_table, **seen_in_results}
    rules = list(rules)
    for rule in rules:
        if rule in listed and rule in seen:
            yield f"{rule} is carried by records: take it off the list in rules_without_entries"
        elif rule in seen_in_results and rule not in shown:
            yield f'{rule} is shown by no test that is marked @pytest.mark.rule("{rule}")'
        elif rule not in listed and rule not in seen:
            yield f"{rule} is in no test's record, question or refusal"
    for rule in sorted({*listed, *shown} - {*rules}):
        yield f"{rule} is in no RULES.md"
    for rule in sorted({*left_to_the_table} & {*seen_in_results}):
        yield f"{rule} is listed twice"
    for rule in sorted(shown & {*rules} - {*seen_in_results}):
        yield f"a test is marked with {rule}, which is not listed as seen in results"


class RuleReport:
    """Collects what all processes of a run have seen, and judges it at the end of a whole run."""

    def __init__(self, config: pytest.Config) -> None:
        self._config, self._is_whole, self._faults = config, covers_all(config), []
        config.addinivalue_line("markers", MARK)

    def pytest_deselected(self) -> None:
        self._is_whole = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item):
        result = yield
        shown.update(mark.args[0] for mark in item.iter_markers("rule"))
        return result

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node) -> None:
        output = getattr(node, "workeroutput", {})
        self._is_whole &= output.get("is_whole", False)
        seen.update(output.get("seen", ()))
        shown.update(output.get("shown", ()))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if hasattr(self._config, "workeroutput"):
            output = {"seen": sorted(seen), "shown": sorted(shown), "is_whole": self._is_whole}
            self._config.workeroutput.update(output)
            return
        if self._config.option.collectonly or not (self._is_whole or self._config.option.rules):
            return
        rules = [rule.id for book in own_rulebooks() for rule in book.rules]
        self._faults = list(faults(rules, seen, shown))
        if self._faults and self._is_whole and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._faults:
            terminalreporter.section("rules that no test has seen", red=True)
            for fault in self._faults:
                terminalreporter.line(fault)


def covers_all(config: pytest.Config) -> bool:
    """Whether the command line asks for all the tests."""
    option = config.option
    parts = (option.keyword, option.markexpr, option.ignore, option.ignore_glob, option.deselect)
    folders = [Path(config.invocation_params.dir, argument).resolve() for argument in config.args]
    return not any(parts) and any(folder == TESTS or folder in TESTS.parents for folder in folders)
