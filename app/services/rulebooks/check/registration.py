"""What a script can name must be registered: its facts, its questions, its dice."""

from collections.abc import Iterator
from typing import Any

from app.domain.ruleset import Ruleset
from app.domain.table import Question
from app.services.rulebooks.check.sizes import DIE, too_long
from app.services.rulebooks.check.sources import Call, Source, Sources

AnyRuleset = Ruleset[Any, Any, Any]


def source_faults(ruleset: AnyRuleset, sources: Sources) -> Iterator[str]:
    """Facts, questions and dice that the sources name and the ruleset does not register; each once."""
    found = [*_fact_faults(ruleset, sources), *_question_faults(ruleset, sources), *_dice_faults(ruleset, sources)]
    yield from dict.fromkeys(found)


def _fact_faults(ruleset: AnyRuleset, sources: Sources) -> Iterator[str]:
    for source, call in sources.table_calls:
        for kind in _classes_in(source, call, "note", "fact"):
            if kind not in ruleset.all_facts:
                yield (
                    f"the fact {kind.__name__} is noted ({call.place}) but not registered. "
                    "Add its class to `facts` of the ruleset, or of the board where only a game notes it."
                )


def _question_faults(ruleset: AnyRuleset, sources: Sources) -> Iterator[str]:
    asked = {kind: call.place for source, call in sources.table_calls for kind in _classes_in(source, call, "ask", "")}
    for kind, place in {**_defined_questions(sources), **asked}.items():
        if kind not in ruleset.all_questions:
            yield (
                f"the question {kind.__name__} ({place}) is not registered. "
                "Add its class to `questions` of the ruleset, or of the board where only a game asks it."
            )


def _classes_in(source: Source, call: Call, name: str, keyword: str) -> Iterator[type]:
    argument = call.argument(0, keyword or "question") if call.name == name else None
    return source.classes(argument) if argument is not None else iter(())


def _defined_questions(sources: Sources) -> dict[type, str]:
    """The classes of questions that a package defines and derives no other from, with their files."""
    found: dict[type, str] = {}
    for source in sources.modules:
        for value in source.names.values():
            if isinstance(value, type) and Question in value.__mro__[1:] and value.__module__ == source.name:
                found[value] = source.file
    return {kind: file for kind, file in found.items() if not any(kind in other.__mro__[1:] for other in found)}


def _dice_faults(ruleset: AnyRuleset, sources: Sources) -> Iterator[str]:
    rolled = {die.name: call.place for source, call in sources.table_calls for die in _dice_in(source, call)}
    registered = [die.name for die in ruleset.dice]
    for name, place in {**rolled, **dict(sources.dice_made)}.items():
        if name not in registered:
            yield f"the die `{name}` ({place}) is not registered. Add it to `dice` of the ruleset."
            yield from too_long("die", name, DIE)


def _dice_in(source: Source, call: Call) -> Iterator[Any]:
    argument = call.argument(0, "die") if call.name == "roll" else None
    return source.dice(argument) if argument is not None else iter(())
