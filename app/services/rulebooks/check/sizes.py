"""Names that the database stores have room in their columns; the tables say how much that is."""

import re
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from app.domain.ruleset import Ruleset
from app.persistence.stored import tables

_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_RULE = re.compile(r"[A-Z][A-Z0-9]*-[0-9]+[a-z]?")


def room(*columns: sa.Column[Any]) -> int:
    """How many characters fit into each of the columns."""
    return min(column.type.length for column in columns if isinstance(column.type, sa.String) and column.type.length)


RULE = room(tables.rolls.c.rule, tables.casualties.c.rule)
DIE = room(tables.rolls.c.die)
SLUG = room(tables.sessions.c.ruleset, tables.actions.c.ruleset, tables.rolls.c.ruleset, tables.casualties.c.ruleset)
KIND = room(tables.actions.c.kind)
SIDE = room(tables.seats.c.side, tables.casualties.c.side)
POLICY = room(tables.seats.c.policy)
FATE = room(tables.casualties.c.fate)


def size_faults(ruleset: Ruleset[Any, Any, Any]) -> Iterator[str]:
    """Names of a ruleset that do not fit the database."""
    if not _SLUG.fullmatch(ruleset.slug):
        yield (
            f"the slug `{ruleset.slug}` is not kebab-case. "
            "Use small letters, digits and hyphens, first a letter, as in open-forces."
        )
    names = [("slug", ruleset.slug, SLUG)]
    names += [("die", die.name, DIE) for die in ruleset.dice]
    names += [("policy", policy, POLICY) for policy in ruleset.policies]
    if ruleset.board is not None:
        names += [("move", kind, KIND) for kind in ruleset.board.kinds]
    for what, name, most in names:
        yield from too_long(what, name, most)


def too_long(what: str, name: str, most: int) -> Iterator[str]:
    """A sentence where a name is longer than its column."""
    if len(name) > most:
        yield f"the name of the {what} `{name}` has {len(name)} characters. Use at most {most}."


def is_rule_id(id: str) -> bool:
    """Whether a rule id has the form that clients and tables expect, such as OF-27."""
    return len(id) <= RULE and _RULE.fullmatch(id) is not None
