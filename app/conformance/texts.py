"""Texts and rules: every language says everything, every step has words, code and RULES.md have the same rules."""

import re
from enum import Enum
from importlib import import_module
from pathlib import Path
from random import Random

from app.conformance.faults import refuse, require
from app.conformance.play import RandomPlayer, play, trials
from app.domain.record import By
from app.domain.table import ChoiceWanted, Question
from app.persistence.stored.codec import Json
from app.persistence.stored.private import seen_by, unwrap_private
from app.services.documents.question import asked_of, choice_question
from app.services.documents.wording import entry_text, message_of
from app.services.rulebooks.messages import SERVICE_MESSAGES, first_language
from app.services.rulebooks.own_names import OwnNames, things_in
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts

_NULL = re.compile(r"\bnull\b")


def rule_ids_in_the_code_and_in_the_text_are_the_same(book: Rulebook) -> None:
    """RULES.md tells the rules that the code names, in the order of their numbers; `OF-1 … OF-3` names three."""
    told = [rule.id for rule in book.rules]
    if not told:
        refuse("RULES.md tells no rule. Write a heading `## ID` for each.")
    prefix = told[0].rpartition("-")[0]
    code = "".join(file.read_text("utf-8") for file in folder_of(book).rglob("*.py"))
    named = set(re.findall(rf"\b{prefix}-\d+\b", code))
    for first, last in re.findall(rf"\b{prefix}-(\d+) … {prefix}-(\d+)\b", code):
        named |= {f"{prefix}-{n}" for n in range(int(first), int(last) + 1) if f"{prefix}-{n}" in told}
    for id in sorted(named ^ set(told)):
        refuse(f"the rule {id} stands only in {'RULES.md' if id in told else 'the code'}. Name it in both, or neither.")
    in_order = sorted(told, key=lambda rule: int(rule.rpartition("-")[2]))
    require(told == in_order, f"RULES.md tells {', '.join(told)} in this order. Sort them by their numbers.")


def folder_of(book: Rulebook) -> Path:
    """The folder of a rulebook's package."""
    return Path(str(import_module(book.package).__file__)).parent


def every_language_has_every_message(book: Rulebook) -> None:
    """No language has more or less to say than the first one."""
    keys = {language: {_plain(key) for key in messages} for language, messages in book.messages.items()}
    first = first_language(book.messages)
    for language, found in keys.items():
        for key in sorted(found ^ keys[first]):
            without = language if key in keys[first] else first
            refuse(f"the text `{key}` is missing in locales/{without}.json. Write it.")


def _plain(key: str) -> str:
    """A key without its variant and plural form."""
    return key.rpartition("_")[0] or key


def languages_of(book: Rulebook) -> list[str]:
    """The languages that a rulebook can be read in, its own and those of the service."""
    return sorted({*book.messages, *SERVICE_MESSAGES})


def require_text(what: str, text: str | None, name: str) -> None:
    """Raise Nonconforming unless a text is there, has no hole left, and shows no value that is not there."""
    if text is None or text == name:
        refuse(f"{what} has no text. Write it in `locales`.")
    require("{{" not in text, f"{what} has a hole that nothing fills: {text}")
    require(_NULL.search(text) is None, f"{what} shows a value that is not there: {text}")


def require_entry_text(book: Rulebook, entry: Json, texts: Texts, language: str) -> None:
    """Raise Nonconforming unless a step has a text, for those who see all of it and for all others."""
    name = str(entry.get("fact") or entry.get("question") or entry["die"])
    for seen in (unwrap_private(entry), seen_by(entry, ())):
        require_text(f"`{name}` ({language})", entry_text(book, seen, texts), name)


def every_step_has_a_text_without_holes(book: Rulebook) -> None:
    """Every entry of an attack, and its outcome, is told in words in every language."""
    if not book.messages:
        return
    for language in languages_of(book):
        texts = book.texts(language)
        for _, example, key in trials(book):
            end = play(book, example, key)
            for entry in book.codec.dump_entries(end.record):
                require_entry_text(book, entry, texts, language)
            outcome = book.codec.outcome.dump(end.outcome)
            text = message_of(book.ruleset.outcome, "outcome", outcome, outcome, texts)
            require_text(f"`outcome` ({language})", text, "outcome")


def every_question_is_told_and_no_two_of_its_choices_alike(book: Rulebook) -> None:
    """What an attack asks, and each choice that it lists, has a text of its own in every language."""
    if not book.messages:
        return
    for what, example, key in trials(book):
        names = OwnNames(things_in(book.codec.situation.dump(example)))
        player = RandomPlayer(Random(what))
        play(book, example, key, player)
        for question, by in player.asked:
            require_question_texts(book, question, by, names)


def require_question_texts(book: Rulebook, question: Question[object], by: By, names: OwnNames) -> None:
    """Raise Nonconforming unless a question has a text, and each of its choices another one, in every language."""
    who = by.value if isinstance(by, Enum) else by
    wanted = ChoiceWanted(question, who, "")
    asked = asked_of(wanted, None, 0, None)
    for language in languages_of(book):
        shown = choice_question(book, wanted, asked, book.texts(language).naming(names))
        require_text(f"`question.{question.name}` ({language})", shown["text"], question.name)
        told: dict[str, Json] = {}
        for listed in shown["choices"]:
            choice, text = listed["choice"], listed["text"]
            require_text(f"`choice.{question.name}` ({language}) for {choice}", text, question.name)
            if text in told:
                refuse(
                    f"`choice.{question.name}` ({language}) tells {told[text]} and {choice} alike: {text}. "
                    "Tell what differs, or list one where nothing does."
                )
            told[text] = choice


CHECKS = (
    rule_ids_in_the_code_and_in_the_text_are_the_same,
    every_language_has_every_message,
    every_step_has_a_text_without_holes,
    every_question_is_told_and_no_two_of_its_choices_alike,
)
