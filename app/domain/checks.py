"""What can be wrong with a ruleset as a value, each fault as a sentence that names the way out."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, get_type_hints

from app.domain.board import ACT, Board
from app.domain.choices import find_choice_type
from app.domain.dice import Die
from app.domain.names import find_kind, stored_name
from app.domain.players import ASK, OF_THE_SERVICE
from app.domain.ruleset import Ruleset
from app.domain.table import Question

AnyRuleset = Ruleset[Any, Any, Any]
AnyBoard = Board[Any, Any, Any, Any]


def faults_in(ruleset: AnyRuleset) -> Iterator[str]:
    """Every fault of a ruleset that shows without its texts, its sources and its scripts."""
    yield from fields_faults(ruleset)
    yield from measure_faults(ruleset)
    yield from options_faults("options", ruleset.options)
    yield from names_faults(ruleset)
    yield from completion_faults(ruleset)
    for question in ruleset.all_questions:
        yield from question_faults(question)
    yield from dice_faults(ruleset.dice)
    yield from policy_faults(ruleset)
    if ruleset.board is not None:
        yield from board_faults(ruleset.board)


def fields_faults(ruleset: AnyRuleset) -> Iterator[str]:
    """What is missing, or of another type than the rest of the ruleset says."""
    for name in ("situation", "outcome"):
        if not is_dataclass(getattr(ruleset, name)):
            yield f"`{name}` is no dataclass. Make it one: clients send and read its fields."
    if not ruleset.measures:
        yield "`measures` is empty. Name at least one number that odds are about."
    if not ruleset.examples:
        yield "`examples` is empty. Give the rulebook's own example first."
    for n, example in enumerate(ruleset.examples):
        if not isinstance(example, ruleset.situation):
            yield f"example {n} is no {ruleset.situation.__name__}. Every example is a situation of the ruleset."
    yield from preset_faults("options", ruleset.options, ruleset.presets)


def measure_faults(ruleset: AnyRuleset) -> Iterator[str]:
    """Measures are named as they are called, each once."""
    for field, named in (("better_for", ruleset.better_for), ("best_by", ruleset.best_by), ("yes_no", ruleset.yes_no)):
        for name in named:
            if name not in ruleset.measures:
                yield f"`{field}` names `{name}`, which is no measure. The measures are {', '.join(ruleset.measures)}."
    for name in ruleset.further.measures if ruleset.further else ():
        if name in ruleset.measures:
            yield f"`further` names `{name}`, which is a measure of every odds. Give it another name, or leave it out."


def preset_faults(field: str, kind: type, presets: Mapping[str, object]) -> Iterator[str]:
    """Presets are options."""
    for name, preset in presets.items():
        if not isinstance(preset, kind):
            yield f"the preset `{name}` is no {kind.__name__}. Every preset is a value of `{field}`."


def options_faults(field: str, kind: type) -> Iterator[str]:
    """Options are a dataclass with a default for every field, as clients send only some of them."""
    if not is_dataclass(kind):
        yield f"`{field}` is no dataclass. Make it a frozen dataclass with a default for every field."
        return
    for member in fields(kind):
        if member.default is MISSING:
            yield f"{kind.__name__}.{member.name} has no default. Give every option a plain default value."


def names_faults(ruleset: AnyRuleset) -> Iterator[str]:
    """Two classes of the same stored name; attack and game share their names."""
    known: dict[str, type] = {}
    for fact in ruleset.all_facts:
        if not is_dataclass(fact):
            yield f"the fact {fact.__name__} is no dataclass. A fact is stored by its fields."
        if known.setdefault(stored_name(fact), fact) is not fact:
            yield from _twice("facts", fact, known[stored_name(fact)])
    known = {}
    for question in ruleset.all_questions:
        if stored_name(question) == ACT:
            yield f"a question is called `{ACT}`, the name of the question for a move. Give the class another name."
        if known.setdefault(stored_name(question), question) is not question:
            yield from _twice("questions", question, known[stored_name(question)])


def completion_faults(ruleset: AnyRuleset) -> Iterator[str]:
    """What is completed is something that a client sends."""
    sent = [
        ruleset.situation,
        *([ruleset.board.setup] if ruleset.board else []),
        *brought_to(ruleset.board),
        *map(find_choice_type, ruleset.questions),
    ]
    for kind in ruleset.completions:
        if kind not in sent:
            yield (
                f"`completions` names {kind.__name__}, which is never completed. "
                "Name the class of the situation, of the setup, or of the choices of a question."
            )


def brought_to(board: AnyBoard | None) -> tuple[type, ...]:
    """The classes of what is sent where seats bring a part of the setup themselves."""
    bringing = board.bringing if board else None
    return (bringing.setup, bringing.list, bringing.limits) if bringing else ()


def _twice(what: str, kind: type, other: type) -> Iterator[str]:
    yield (
        f"two {what} are called `{stored_name(kind)}`: {kind.__module__}.{kind.__name__} and "
        f"{other.__module__}.{other.__name__}. Give one of the classes another name."
    )


def question_faults(question: type) -> Iterator[str]:
    """A question is a dataclass that names the class of its choices, which is a dataclass too."""
    named = f"the question {question.__name__} ({question.__module__})"
    if Question not in question.__mro__:
        yield f"{named} is no question. Derive it from Question[...]."
        return
    choice = find_choice_type(question)
    if choice is None:
        yield f"{named} does not say what its choices are. Name their class: `Question[...]`."
    elif not is_dataclass(choice):
        yield f"the choices of {named} are no dataclass. Wrap the value in a dataclass with one field."


def dice_faults(dice: tuple[Die[Any], ...]) -> Iterator[str]:
    """Dice have names of their own and faces."""
    names = [die.name for die in dice]
    for n, die in enumerate(dice):
        if die.name in names[:n]:
            yield f"two dice are called `{die.name}`. Give each die a name of its own."
        if not die.faces:
            yield f"the die `{die.name}` has no faces. List them in order."


def policy_faults(ruleset: AnyRuleset) -> Iterator[str]:
    """There is a policy, and `default` means the first."""
    names = list(ruleset.policies)
    if not names:
        yield "`policies` is empty. Give at least one; without this field the first option of a question is taken."
    if "default" in names[1:]:
        yield "the policy `default` is not the first. `default` always means the first: move it there or rename it."
    if ASK in names:
        yield "a policy is called `ask`, which means that a player is asked. Give it another name."
    for name in (name for name in OF_THE_SERVICE if name in names):
        yield f"a policy is called `{name}`, which is a player of the service. Give it another name."


def board_faults(board: AnyBoard) -> Iterator[str]:
    """Board and moves fit together."""
    yield from options_faults("board.options", board.options)
    yield from preset_faults("board.options", board.options, board.presets)
    for name in ("setup", "state", "turn"):
        if not is_dataclass(getattr(board, name)):
            yield f"`board.{name}` is no dataclass. Make it one: it is stored by its fields."
    yield from bringing_faults(board)
    if not board.actions:
        yield "`board.actions` is empty. List the classes of the moves."
    kinds: list[str] = []
    for move in board.actions:
        kind = find_kind(move)
        if kind is None:
            yield f'the move {move.__name__} has no kind. Give it a field `kind: Literal["{stored_name(move)}"]`.'
        elif kind in kinds:
            yield f"two moves are of the kind `{kind}`. Give each class a kind of its own."
        elif kind in ("attack", "open-game"):
            yield f"a move is of the kind `{kind}`, which every ruleset has. Give it another kind."
        kinds += [kind] if kind is not None else []
    for name, setup in (board.setups or {}).items():
        if not isinstance(setup, board.setup):
            yield f"the setup `{name}` is no {board.setup.__name__}. Every setup is a value of `board.setup`."


def bringing_faults(board: AnyBoard) -> Iterator[str]:
    """What seats bring is made of dataclasses, in a game that hides nothing else before it begins."""
    if (bringing := board.bringing) is None:
        return
    for name, kind in (("setup", bringing.setup), ("list", bringing.list), ("limits", bringing.limits)):
        if not is_dataclass(kind):
            yield f"`board.bringing.{name}` is no dataclass. Make it one: it is stored by its fields."
    for kind, field in ((bringing.setup, bringing.places), (bringing.limits, "reserve")):
        if field not in get_type_hints(kind):
            yield f"{kind.__name__} has no field `{field}`. Add it, or name the right one in `board.bringing`."
    if board.hides:
        yield "`board.hides` and `board.bringing` are both set. A board that hides has its whole setup at the opening."
