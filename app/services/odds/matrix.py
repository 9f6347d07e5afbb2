"""The odds of each attacker against each defender at each distance: a matrix, computed cell by cell."""

from collections.abc import Generator, Hashable
from dataclasses import dataclass
from typing import Any

from app.domain.odds import Distributions
from app.domain.ruleset import Matrix
from app.errors import Problem
from app.services.odds.advice import OddsInput, odds_of_request
from app.services.odds.compute_budget import ComputeBudget
from app.services.rulebooks.registry import Rulebook

MOST_CELLS = 256
"""How many odds one request may ask for."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of the matrix: an attacker, a defender and a distance, each by its place in the request, from 0."""

    attacker: int
    defender: int
    distance: int
    asked: OddsInput | Problem
    """The attack, or why there is none."""


class MatrixComputation:
    """Computes the cells of one request; situations that differ in nothing that matters are computed once."""

    def __init__(self, book: Rulebook, matrix: Matrix[Any]) -> None:
        self._book, self._matrix = book, matrix
        self._found: dict[Hashable, Distributions | Problem] = {}

    def of(self, cell: Cell) -> Generator[None, None, Distributions | Problem]:
        """The odds of a cell, with the limits of a request of its own, or the Problem that says why it has none."""
        if isinstance(cell.asked, Problem):
            return cell.asked
        asked = cell.asked
        profile = self._matrix.profile(asked.situation), asked.options
        if profile not in self._found:
            self._found[profile] = yield from self._computed(asked)
        return self._found[profile]

    def _computed(self, asked: OddsInput) -> Generator[None, None, Distributions | Problem]:
        try:
            return (yield from odds_of_request(self._book, asked, ComputeBudget())).distributions
        except Problem as refused:
            return refused
