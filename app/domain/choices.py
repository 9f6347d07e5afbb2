"""Which class the choices of a question have, and which of them are alike."""

from collections.abc import Callable, Iterable, Iterator
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from app.domain.table import Question

C = TypeVar("C")


def apart(question: Question[C], choices: Iterable[C]) -> Iterator[C]:
    """The choices without those from which the same follows as from an earlier one."""
    known: list[object] = []
    for choice in choices:
        follows = question.leads_to(choice)
        if follows not in known:
            known.append(follows)
            yield choice


def find_choice_type(question: type) -> type | None:
    """The class of a question's choices: `Units` of `class ChooseCasualties(Question[Units])`; None where unnamed."""
    bases = [base for kind in question.__mro__ for base in vars(kind).get("__orig_bases__", ())]
    named = (get_args(base)[0] for base in bases if get_origin(base) is Question)
    return next((choice for choice in named if isinstance(choice, type)), None)


def choice_type(question: type) -> type:
    """The class of a question's choices. Raises TypeError where the question does not name it."""
    if (choice := find_choice_type(question)) is None:
        raise TypeError(f"the question {question.__name__} needs the class of its choices: Question[...]")
    return choice


def context_type(question: type[Question[Any]]) -> type | None:
    """The class of what a question shows beside its choices; None where it shows nothing, or does not name it."""
    return class_returned(question.context)


def effect_type(question: type[Question[Any]]) -> type | None:
    """The class of what follows from a choice of a question; None where it does not say."""
    return class_returned(question.leads_to)


def class_returned(function: Callable[..., object]) -> type | None:
    """The class that a function returns, as its annotation says; None where it names none."""
    returned = get_type_hints(function).get("return")
    kinds = [kind for kind in (returned, *get_args(returned)) if isinstance(kind, type)]
    return next((kind for kind in kinds if kind not in (object, NoneType)), None)
