"""Tells a problem and its faults in sentences, each with the way out where one is known."""

from collections.abc import Mapping
from typing import Any

from app.errors import Fault, Problem, pointer, repeated
from app.services.rulebooks.texts import Texts

Error = dict[str, Any]
SENT = ("parameter", "key", "question", "reference")
"""What fills texts as clients have sent it."""


def sentence(texts: Texts, key: str, params: Mapping[str, Any]) -> str | None:
    """The text `key`, and behind it the nearest name and the names that are known; None where there is no text.

    Names in `nearest`, `known` and `allowed` are what a request says, so they are quoted and never translated.
    """
    sent = {name: repeated(params[name]) for name in SENT if isinstance(params.get(name), str)}
    quoted = {name: in_quotes(params[name]) for name in ("nearest", "known", "allowed") if params.get(name)}
    told = texts.find(key, {**params, **sent, **quoted})
    if told is None:
        return None
    hints = [texts.find(f"hint.{name}", quoted) for name in ("nearest", "known") if name in quoted]
    return " ".join([told, *(hint for hint in hints if hint)])


def in_quotes(names: str | list[str]) -> str:
    """Names of the interface, as texts show them."""
    return ", ".join(f"`{name}`" for name in ([names] if isinstance(names, str) else names))


def fault_sentence(texts: Texts, fault: Fault) -> str:
    """A fault as a sentence."""
    types = [texts.find(f"type.{name}", {}) or name for name in fault.params.get("types", ())]
    params = {**fault.params, "type": (texts.find("type.or", {}) or " / ").join(types)}
    text = "wrong-type-such-as" if fault.params.get("example") else fault.text
    if fault.text == "missing" and not fault.at:
        text = "missing-body"
    return sentence(texts, f"invalid.{text}", params) or fault.code


def detail_of(texts: Texts, problem: Problem) -> str:
    """What is wrong, in a sentence: by its reason, whose text may differ by rule, else by its first fault, else by its
    code."""
    told = None
    if problem.reason:
        keys = (f"reason.{problem.reason}.{problem.rule}", f"reason.{problem.reason}")
        told = next((text for key in keys if (text := sentence(texts, key, problem.params)) is not None), None)
    if told is None and problem.faults:
        first = next((fault for fault in problem.faults if fault.params.get("nearest")), problem.faults[0])
        told = fault_sentence(texts, first)
        if first.at:
            told = f"{pointer(first.at)}: {told}"
        if (faults := len(problem.faults) + len(problem.more)) > 1:
            told += " " + (texts.find("hint.more", {"faults": faults}) or "")
    return told or sentence(texts, f"detail.{problem.code}", problem.params) or problem.code


def errors_of(texts: Texts, problem: Problem) -> list[Error]:
    """All faults with their places: the problem's own, those of the refusals that come with it, and its faults."""
    found = []
    for one in (problem, *problem.more):
        if one.at is not None:
            own = {"pointer": pointer(one.at), "code": one.reason or one.code, "detail": detail_of(texts, one)}
            found.append({**own, "rule": one.rule} if one.rule else own)
    return found + [
        {"pointer": pointer(fault.at), "code": fault.code, "detail": fault_sentence(texts, fault)}
        for fault in problem.faults
    ]
