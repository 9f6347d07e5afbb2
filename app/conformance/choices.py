"""Choices: those that a question lists are legal and counted, spoiled ones are refused and change nothing."""

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import count
from typing import Any

from app.conformance.faults import refuse, require
from app.conformance.play import cases, key_of, play, policy_of, trials
from app.domain.errors import IllegalChoice
from app.domain.record import By, Origin, Source
from app.domain.table import Players, Question
from app.services.rulebooks.registry import Rulebook


def every_listed_choice_is_legal_and_counted(book: Rulebook) -> None:
    """`options`, `check` and `total` of a question agree."""

    def players(question: Question[object], by: By) -> tuple[object, Source] | None:
        require_listed(question)
        return policy_of(book)(question, by)

    for _, example, key in trials(book):
        play(book, example, key, players)


def require_listed(question: Question[object]) -> None:
    """Raise Nonconforming unless the listed choices of a question are legal, different, and as many as it says."""
    named, choices = f"the question `{question.name}`", list(question.options())
    require(len(choices) == question.total(), f"{named} lists {len(choices)} choices, but `total` says otherwise.")
    require(len(set(choices)) == len(choices), f"{named} lists a choice twice. List each once.")
    for choice in choices:
        try:
            question.check(choice)
        except IllegalChoice as illegal:
            refuse(f"{named} lists {choice}, but `check` refuses it: {illegal}. Make them agree.")


def spoiled(choice: Any) -> Iterator[Any]:
    """Choices of the same type that are illegal; a yes or no has no third answer, and a word is left as it is."""
    for field in fields(choice):
        value = getattr(choice, field.name)
        if isinstance(value, tuple) and value:
            yield replace(choice, **{field.name: (*value, *value[:1])})
        elif isinstance(value, int) and not isinstance(value, bool):
            yield replace(choice, **{field.name: value + 1000})


def an_illegal_choice_is_refused_and_changes_nothing(book: Rulebook) -> None:
    """A spoiled choice is refused by its question and stops the attack, which then goes on as without it."""
    for what, example in cases(book):
        whole = play(book, example, key_of(1))
        questions: list[Question[object]] = []

        def players(
            question: Question[object], by: By, questions: list[Question[object]] = questions
        ) -> tuple[object, Source] | None:
            questions.append(question)
            return policy_of(book)(question, by)

        play(book, example, key_of(1), players)
        for n, question in enumerate(questions):
            for choice in spoiled(next(question.options())):
                require_refused(book, example, n, question, choice)
        same = play(book, example, key_of(1)) == whole
        require(same, f"{what} ends in another way after an illegal choice. Keep nothing between two attacks.")


def require_refused(book: Rulebook, example: Any, n: int, question: Question[object], choice: Any) -> None:
    """Raise Nonconforming unless a choice is refused by its question, the n-th (from 0) of the attack."""
    for put in (
        lambda: question.check(choice),
        lambda: play(book, example, key_of(1), answering(n, choice, policy_of(book))),
    ):
        try:
            put()
        except IllegalChoice:
            continue
        refuse(
            f"the question `{question.name}` lets {choice} pass, which it does not list. "
            "Let `check` raise IllegalChoice for what is not legal."
        )


def answering(n: int, choice: Any, others: Players) -> Players:
    """Players who answer the n-th question (from 0) with a choice, and leave the rest to others."""
    numbers = count()
    return lambda question, by: (choice, Source(Origin.HOST)) if next(numbers) == n else others(question, by)


CHECKS = (every_listed_choice_is_legal_and_counted, an_illegal_choice_is_refused_and_changes_nothing)
