"""Which class the choices of a question have."""

from typing import get_args, get_origin

from app.domain.table import Question


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
