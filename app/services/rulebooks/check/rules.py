"""RULES.md tells every rule id that the code names, and no other; every id has a form that can be stored."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from app.domain.ruleset import Ruleset
from app.services.rulebooks.check.sizes import RULE, is_rule_id
from app.services.rulebooks.check.sources import Sources, constants


class ToldRule(Protocol):
    """A rule of RULES.md."""

    @property
    def id(self) -> str: ...


def rule_faults(told: Sequence[ToldRule], ruleset: Ruleset[Any, Any, Any], sources: Sources) -> Iterator[str]:
    """Rule ids of a bad form, and those that only the code or only RULES.md has."""
    ids = [rule.id for rule in told]
    if not ids:
        yield f"no rule is told. Write {sources.package}/RULES.md with a heading `## ID` for each rule."
        return
    yield from heading_faults(ids)
    named = named_rules(ids, ruleset, sources)
    for id, place in named.items():
        if not is_rule_id(id):
            yield f"the rule id `{id}` ({place}) cannot be stored. {FORM}"
        elif id not in ids:
            yield f"the rule {id} ({place}) is not told in RULES.md. Add a heading `## {id}`, or correct the id."
    if sources.modules:
        for id in ids:
            if id not in named:
                yield f"RULES.md tells {id}, which no code names. Name it where it is applied, or remove the heading."


def translation_faults(told: Sequence[ToldRule], translated: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Files that translate RULES.md and have other rules, or the same in another order."""
    for language, ids in translated.items():
        if list(ids) != [rule.id for rule in told]:
            yield f"RULES.{language}.md has other headings than RULES.md, or in another order. Give it the same."


def heading_faults(ids: list[str]) -> Iterator[str]:
    """Headings of RULES.md that are no rule ids, or that stand there twice."""
    for n, id in enumerate(ids):
        if not is_rule_id(id):
            yield f"the heading `## {id}` of RULES.md is no rule id. {FORM}"
        if id in ids[:n]:
            yield f"RULES.md tells {id} twice. Put both texts under one heading."


FORM = f"Use capital letters, a hyphen and a number, as in OF-27, in at most {RULE} characters."


def named_rules(told: list[str], ruleset: Ruleset[Any, Any, Any], sources: Sources) -> dict[str, str]:
    """Every rule id that code and its docstrings name, with the first place; `OF-7 … OF-9` names those between too."""
    prefixes = "|".join(sorted({re.escape(id.rpartition("-")[0]) for id in told}))
    one = re.compile(rf"(?:{prefixes})-\d+(?: … (?:{prefixes})-\d+)?")
    found = {ruleset.board.rule: "board.rule"} if ruleset.board else {}
    for source in sources.modules:
        for match in one.finditer(source.text):
            for id in _between(*match[0].partition(" … ")[::2], told):
                if id not in found:
                    found[id] = source.place(match.start())
    for id, place in _given(sources):
        found.setdefault(id, place)
    return found


def _between(first: str, last: str, told: list[str]) -> Iterator[str]:
    yield first
    if last:
        prefix, _, start = first.rpartition("-")
        between = (f"{prefix}-{n}" for n in range(int(start) + 1, int(last.rpartition("-")[2])))
        yield from (id for id in between if id in told)
        yield last


def _given(sources: Sources) -> Iterator[tuple[str, str]]:
    """The rule ids that are given to the table and to refusals, of whatever form."""
    yield from sources.rules_set
    for call in sources.refusals:
        for id in constants(call.argument(1, "rule")):
            yield id, call.place
