"""The seeds of one transaction: each is computed once, however many actions of a session are written together."""

from collections.abc import Mapping

from app.domain.fairness import earlier_seed
from app.persistence.rows import raw_id

Chain = tuple[str, int]
"""A session's id and the number of one of its seed chains, from 1."""


class Seeds:
    """Seeds by chain and place; from one that is known all before it follow."""

    def __init__(self, stored: Mapping[Chain, tuple[int, bytes]]) -> None:
        """`stored`: a seed of each chain with its place."""
        self._known = {chain: {place: seed} for chain, (place, seed) in stored.items()}

    def learn(self, chain: Chain, place: int, seed: bytes) -> None:
        """Take a seed over."""
        self._known.setdefault(chain, {})[place] = seed

    def reach(self, chain: Chain, place: int) -> bool:
        """Whether the seed at a place is known, or follows from one that is."""
        return any(at >= place for at in self._known.get(chain, ()))

    def at(self, chain: Chain, place: int) -> bytes:
        """The seed at a place that is reached."""
        known = self._known[chain]
        nearest = min(at for at in known if at >= place)
        seed, session = known[nearest], raw_id(chain[0])
        for at in range(nearest - 1, place - 1, -1):
            seed = known[at] = earlier_seed(session, seed)
        return seed
