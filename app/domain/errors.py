"""Refusals by the rules, each with its reason as a word and the id of its rule, and other errors of a script."""

from collections.abc import Iterable, Mapping
from itertools import islice

Fact = str | int | None
MOST_TOLD = 50
"""How many refusals of one situation or move are looked for at most: nobody reads more, and each costs time."""


class Refusal(Exception):
    """A refusal by the rules.

    `reason` is a kebab-case word whose text stands in `locales` under `reason.…`; `params` fill the holes of the text.
    `more` are the other refusals of the same situation or move; raise_all() fills it.
    """

    def __init__(self, reason: str, rule: str, **params: Fact) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason, self.rule = reason, rule
        self.params: Mapping[str, Fact] = params
        self.more: tuple[Refusal, ...] = ()


class IllegalSituation(Refusal):
    """The situation is illegal; `field` is the path from the situation to the field that is wrong."""

    more: "tuple[IllegalSituation, ...]"

    def __init__(self, reason: str, rule: str, *field: str | int, **params: Fact) -> None:
        super().__init__(reason, rule, **params)
        self.field = field


class IllegalOption(IllegalSituation):
    """Options contradict each other; `field` is the path from the options to the field that is wrong."""


def raise_all(refusals: Iterable[Refusal]) -> None:
    """Raise the first of these refusals, with the next ones as its `more`; nothing where there is none."""
    found = tuple(islice(refusals, MOST_TOLD))
    if found:
        found[0].more = found[1:]
        raise found[0]


class IllegalChoice(Refusal):
    """The question does not allow the choice."""


class IllegalAction(Refusal):
    """The game does not allow the move in its present state; `field` is the path from the move to what is wrong."""

    more: "tuple[IllegalAction, ...]"

    def __init__(self, reason: str, rule: str, *field: str | int, **params: Fact) -> None:
        super().__init__(reason, rule, **params)
        self.field = field


class NotYours(IllegalAction):
    """The move uses what belongs to another player."""


class NotComputable(Refusal):
    """Odds of this situation, or with these policies, cannot be computed."""


class LimitExceeded(NotComputable):
    """Odds would take more time or memory than the service allows.

    `what` is a kebab-case word for what there is too much of, `found` how much there is (None: more, but nobody counted
    on) and `at_most` how much there may be; its text may show them as `what`, `is` and `at_most`.
    """

    first: int | None = None
    """Of several attacks, how many of the first ones are computed within the limit; None where nobody knows."""

    def __init__(self, reason: str, rule: str, what: str, found: int | None, at_most: int) -> None:
        super().__init__(reason, rule, **{"what": what, "is": found, "at_most": at_most})


class Diverged(Exception):
    """The script does something else than the record that it was given; `entry` (from 0) is the first difference."""

    def __init__(self, entry: int) -> None:
        super().__init__(f"entry {entry} differs")
        self.entry = entry


class TableOverrun(Exception):
    """A script called the table, or asked players, more often than it may."""
