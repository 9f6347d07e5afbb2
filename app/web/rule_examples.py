"""Finds an example for each rule; the page of the rules links to it."""

import hashlib
from collections.abc import Mapping
from typing import Any

from app.domain.fairness import ProvableDice
from app.domain.record import By, Origin, Rolled, Source
from app.domain.resolution import Pending, resolve
from app.domain.ruleset import Ruleset
from app.domain.table import Question

TRIES = 8
"""How often each example of a rulebook is played in search of rules that apply."""
QUICK = "simple"
"""The policy that plays where there is one of this name: the default one may take long."""

Example = Mapping[str, Any]
"""The number of an example, the faces that were thrown, and the policy that played."""


def examples_by_rule(ruleset: Ruleset[Any, Any, Any]) -> Mapping[str, Example]:
    """For each rule that applies in one of the rulebook's examples, the first such one."""
    policy = QUICK if QUICK in ruleset.policies else ruleset.policy_name("default")
    found: dict[str, Example] = {}
    for n in range(TRIES):
        for number in range(len(ruleset.examples)):
            rules, faces = played(ruleset, number, policy, n)
            example = {"example": number, "faces": faces, "policy": policy}
            for rule in rules:
                found.setdefault(rule, example)
    return found


def played(ruleset: Ruleset[Any, Any, Any], number: int, policy: str, n: int) -> tuple[list[str], list[list[Any]]]:
    """The rules that apply in an example, and the faces that were thrown in it; none where it has no end."""

    def choose(question: Question[Any], by: By) -> tuple[object, Source]:
        return ruleset.policies[policy](question, by), Source(Origin.POLICY, policy)

    dice = ProvableDice(hashlib.sha256(f"{ruleset.slug} {number} {n}".encode()).digest())
    end = resolve(ruleset.script, ruleset.examples[number], ruleset.options(), dice=dice, players=choose)
    if isinstance(end, Pending):
        return [], []
    entries = end.record.entries
    faces = [list(entry.faces) for entry in entries if isinstance(entry, Rolled) and entry.faces]
    return [entry.rule for entry in entries if entry.rule], faces
