"""What the sources of a rulebook's package name: facts, questions, dice, rule ids, reasons of refusals."""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, cached_property
from typing import Any

from app.domain.completion import Note, Said
from app.domain.dice import Die
from app.domain.errors import Refusal

_TABLE_CALL = re.compile(r"\.(note|ask|roll)\(")
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|#[^\n]*|[()\[\]{}]')
_RULE_SET = re.compile(r'rule(?:: str)? ?= ?"([^"\n]*)"')
_DIE_MADE = re.compile(r'Die\(\s*"([^"\n]*)"')
# These patterns begin with a letter and not with \b, as the search for a known first letter is ten times as fast.


@dataclass(frozen=True)
class Call:
    """A call in a source, with the place that it stands at."""

    name: str
    node: ast.Call
    place: str
    """File and line, as `app/rulesets/open_forces/rules.py:31`."""

    def argument(self, place: int, keyword: str) -> ast.expr | None:
        """The argument at a place (from 0), or of a keyword."""
        if place < len(self.node.args):
            return self.node.args[place]
        return next((given.value for given in self.node.keywords if given.arg == keyword), None)


@dataclass(frozen=True)
class Source:
    """A module of a package: its text, and what its names mean."""

    name: str
    file: str
    text: str
    names: Mapping[str, Any]

    def place(self, at: int) -> str:
        """File and line of a place in the text."""
        return f"{self.file}:{self.text.count(chr(10), 0, at) + 1}"

    def calls(self, pattern: re.Pattern[str]) -> Iterator[Call]:
        """The calls whose name and opening bracket the pattern matches, the name in its first group."""
        for found in pattern.finditer(self.text):
            if (node := _call_at(self.text, found.start(1), found.end())) is not None:
                yield Call(found[1], node, self.place(found.start()))

    def words(self, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
        """What the first group of a pattern matches outside of longer names: each word once, with its first place."""
        known: dict[str, int] = {}
        for found in pattern.finditer(self.text):
            if not self.text[found.start() - 1].isalnum():
                known.setdefault(found[1], found.start())
        return ((word, self.place(at)) for word, at in known.items())

    def meaning(self, expression: ast.expr) -> Any:
        """What a name such as `facts.CardRevealed` means in the module; None where it is not known."""
        if isinstance(expression, ast.Name):
            return self.names.get(expression.id)
        if isinstance(expression, ast.Attribute):
            return getattr(self.meaning(expression.value), expression.attr, None)
        return None

    def classes(self, expression: ast.expr) -> Iterator[type]:
        """The classes that the values of an expression have, as far as the source shows."""
        if isinstance(expression, ast.IfExp):
            yield from self.classes(expression.body)
            yield from self.classes(expression.orelse)
        elif isinstance(expression, ast.Constant):
            yield type(expression.value)
        elif isinstance(expression, ast.Call):
            called = self.meaning(expression.func)
            kind = called if isinstance(called, type) else getattr(called, "__annotations__", {}).get("return")
            if isinstance(kind, type):
                yield kind
        elif isinstance(expression, ast.Name):
            for made in self.calls(re.compile(rf"\n +{expression.id} = ([\w.]+)\(")):
                yield from self.classes(made.node)

    def dice(self, expression: ast.expr) -> Iterator[Die[Any]]:
        """The dice that an expression names, by themselves or in a mapping of the module."""
        for node in ast.walk(expression):
            value = self.meaning(node) if isinstance(node, ast.Name | ast.Attribute) else None
            for die in value.values() if isinstance(value, Mapping) else (value,):
                if isinstance(die, Die):
                    yield die


def _call_at(text: str, start: int, opened: int) -> ast.Call | None:
    """The call that starts at a place and whose bracket opens just before another; None where it cannot be read."""
    depth = 1
    for token in _TOKEN.finditer(text, opened):
        depth += (token[0] in "([{") - (token[0] in ")]}")
        if depth == 0:
            try:
                node = ast.parse(text[start : token.end()], mode="eval").body
            except SyntaxError:
                return None
            return node if isinstance(node, ast.Call) else None
    return None


def constants(expression: ast.expr | None) -> Iterator[str]:
    """The texts that an expression may give: one, or those on both sides of a condition."""
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        yield expression.value
    elif isinstance(expression, ast.IfExp):
        yield from constants(expression.body)
        yield from constants(expression.orelse)
    elif isinstance(expression, ast.BoolOp):
        for value in expression.values:
            yield from constants(value)


@dataclass(frozen=True)
class Sources:
    """The sources of all the modules of a package that are loaded; none where only compiled ones are installed."""

    package: str

    @cached_property
    def modules(self) -> tuple[Source, ...]:
        """The modules, by name."""
        names = sorted(name for name in sys.modules if f"{name}.".startswith(f"{self.package}."))
        return tuple(source for name in names if (source := _source_of(name)) is not None)

    @cached_property
    def table_calls(self) -> tuple[tuple[Source, Call], ...]:
        """Every call of a table that notes, asks or rolls, with its module."""
        return tuple((source, call) for source in self.modules for call in source.calls(_TABLE_CALL))

    @cached_property
    def refusals(self) -> tuple[Call, ...]:
        """Every place where a refusal is made, or a value that becomes one: its first fields are reason and rule."""
        return tuple(self._made(_is_refusal))

    @cached_property
    def notes(self) -> tuple[Call, ...]:
        """Every place where a note is made on what was sent."""
        return tuple(self._made(lambda value: value is Note))

    @cached_property
    def said(self) -> tuple[Call, ...]:
        """Every place where a sentence about a setup is made."""
        return tuple(self._made(lambda value: value is Said))

    def _made(self, is_meant: Callable[[type], bool]) -> Iterator[Call]:
        """Every place where a value of a class that is meant is made."""
        for source in self.modules:
            if made := [name for name, value in source.names.items() if isinstance(value, type) and is_meant(value)]:
                yield from source.calls(re.compile(rf"({'|'.join(made)})\("))

    @property
    def dice_made(self) -> Iterator[tuple[str, str]]:
        """The names of dice that are made anywhere, each with its place."""
        return self.words(_DIE_MADE)

    @property
    def rules_set(self) -> Iterator[tuple[str, str]]:
        """The rule ids that are given as `rule`, each with its place."""
        return self.words(_RULE_SET)

    def words(self, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
        """What the first group of a pattern matches in all modules, each with its place."""
        return (found for source in self.modules for found in source.words(pattern))


def _source_of(name: str) -> Source | None:
    module = sys.modules[name]
    loader = getattr(getattr(module, "__spec__", None), "loader", None)
    text = loader.get_source(name) if loader is not None and hasattr(loader, "get_source") else None
    ending = "/__init__.py" if hasattr(module, "__path__") else ".py"
    return None if text is None else Source(name, name.replace(".", "/") + ending, text, vars(module))


@cache
def _is_refusal(value: type) -> bool:
    first = [field.name for field in fields(value)[:2]] if is_dataclass(value) else []
    return issubclass(value, Refusal) or first == ["reason", "rule"]
