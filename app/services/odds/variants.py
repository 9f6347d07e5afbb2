"""What if: the odds of a situation with changes, each against those of the situation as it was sent."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from app.domain.advice import Priced, best_first
from app.domain.errors import Fact
from app.domain.odds import Distributions, mean
from app.domain.record import Role
from app.errors import Path, Problem
from app.persistence.stored.codec import Json
from app.services.odds.advice import OddsInput, RankedOdds, odds_of_request
from app.services.odds.compute_budget import ComputeBudget
from app.services.odds.odds import automatic_policies
from app.services.rulebooks.registry import Rulebook


@dataclass(frozen=True, slots=True)
class Variant:
    """A change of a situation."""

    asked: OddsInput | Problem
    """The request with the change, or why it does not fit."""
    name: str = ""
    patch: Json = field(default_factory=dict)
    """The merge patch that makes the change."""
    offered: Mapping[str, Fact] | None = None
    """What fills the text of a change that the rulebook offers; None where it does not."""


@dataclass(frozen=True, slots=True)
class PricedVariant:
    """A change with the odds that it leads to, or with the reason why there are none."""

    variant: Variant
    found: Distributions | Problem


@dataclass(frozen=True, slots=True)
class Compared:
    """The odds of a request, and those of its variants."""

    worth: RankedOdds
    variants: tuple[PricedVariant, ...] | None = None
    """In the order asked, offered ones by what they are worth to the attacker; None where none were asked for."""
    grid: tuple[tuple[PricedVariant, ...], ...] | None = None
    """A row for each value of the first path; None where none was asked for."""


def merged(target: Any, patch: Any) -> Any:
    """What a merge patch (RFC 7396) makes of JSON data."""
    if not isinstance(patch, dict):
        return patch
    kept = {name: value for name, value in target.items() if name not in patch} if isinstance(target, dict) else {}
    old = target if isinstance(target, dict) else {}
    return kept | {name: merged(old.get(name), value) for name, value in patch.items() if value is not None}


def placed(data: Any, path: Sequence[str], value: Any) -> Any:
    """JSON data with another value at a path; members of objects that are not there are made.

    Raises LookupError where the path leads into no object and to no item of a list.
    """
    if not path:
        return value
    first, *rest = path
    if isinstance(data, list):
        place = int(first) if first.isascii() and first.isdecimal() else len(data)
        return [*data[:place], placed(data[place], rest, value), *data[place + 1 :]]
    if data is not None and not isinstance(data, dict):
        raise LookupError(first)
    known = data or {}
    return {**known, first: placed(known.get(first), rest, value)}


def steps_of(pointer: str, at: Path) -> tuple[str, ...]:
    """The names and places of a JSON pointer (RFC 6901) to a part of a situation.

    Raises Problem invalid-request (422), which names the place `at`, where it is none.
    """
    if not pointer.startswith("/"):
        raise Problem("invalid-request", at=at, reason="no-pointer")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])


def compared_with(
    book: Rulebook,
    asked: OddsInput,
    variants: Sequence[Variant] | None,
    grid: Sequence[Sequence[Variant]] | None,
) -> Generator[None, None, Compared]:
    """The odds of a request and of its variants, within one effort; a variant that has none says why.

    Raises Problem as odds_of_request(); limit-exceeded (422) where all together are too much.
    """
    effort = ComputeBudget()
    worth = yield from odds_of_request(book, asked, effort)
    priced = None if variants is None else (yield from each_priced(book, variants, effort))
    if priced and any(one.variant.offered is not None for one in priced):
        priced = by_worth(book, priced)
    rows = None
    if grid is not None:
        rows = []
        for row in grid:
            rows.append((yield from each_priced(book, row, effort)))
    return Compared(worth, priced, None if rows is None else tuple(rows))


def each_priced(
    book: Rulebook, variants: Sequence[Variant], effort: ComputeBudget
) -> Generator[None, None, tuple[PricedVariant, ...]]:
    """The odds of each variant, where policies answer for both players. Raises Problem limit-exceeded (422)."""
    found = []
    for variant in variants:
        result: Distributions | Problem
        if isinstance(variant.asked, Problem):
            result = variant.asked
        else:
            alone = replace(variant.asked, policies=automatic_policies(book, variant.asked.policies))
            try:
                result = (yield from odds_of_request(book, alone, effort)).distributions
            except Problem as refused:
                if refused.reason in effort.REASONS or refused.code == "busy":
                    raise
                result = refused
        found.append(PricedVariant(variant, result))
    return tuple(found)


def by_worth(book: Rulebook, priced: Sequence[PricedVariant]) -> tuple[PricedVariant, ...]:
    """Variants that have odds, in the order of what they are worth to the attacker."""
    known = [Priced(one, one.found) for one in priced if not isinstance(one.found, Problem)]
    return tuple(one.choice for one in best_first(book.ruleset, Role.ATTACKER, known))  # type: ignore[misc]


def change_of(before: Distributions, after: Distributions) -> dict[str, Fraction]:
    """By how much the mean of each measure differs."""
    return {name: mean(after[name]) - mean(chances) for name, chances in before.items()}
