"""What an attack, an answer and a move cost the service, in calls of its own functions, is held to a budget."""

import json
import sys

import pytest

from benchmarks.calls import BUDGET, HERE, SPARE, counted, own

pytestmark = pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="OTHER PYTHON: it calls other functions")


def test_no_attack_calls_more_functions_than_its_budget_allows():
    budget, found = json.loads(BUDGET.read_text()), {what: own(calls) for what, calls in counted(HERE).items()}
    assert budget.keys() == found.keys()
    dearer = {what: (count, budget[what]) for what, count in found.items() if count > budget[what] * (1 + SPARE)}
    assert dearer == {}, "make it cheaper, or raise the budget: `python -m benchmarks.calls --write`"
