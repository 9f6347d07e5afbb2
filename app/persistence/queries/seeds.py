"""The seeds that are stored, and those of one transaction, which are computed once for all actions in it."""

from collections.abc import Iterable, Mapping

import sqlalchemy as sa

from app.domain.fairness import earlier_seed, place_in_chain, seed_chain
from app.persistence.queries.keys import with_keys
from app.persistence.stored.rows import Session, raw_id
from app.persistence.stored.tables import seeds

SEED_STRIDE = 32
"""Of a seed chain only every 32nd seed and the last one are stored. The others are computed from the next stored
one."""

_PLACE = (seeds.c.session_id, seeds.c.chain, seeds.c.place)
_SEEDS = sa.select(*_PLACE, seeds.c.seed)

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

    def at(self, chain: Chain, place: int) -> bytes:
        """The seed at a place. Raises LookupError where it follows from none that is known."""
        known = self._known.get(chain, {})
        if place not in known:
            later = [at for at in known if at > place]
            if not later:
                raise LookupError(f"no seed from which that at {place} of {chain} follows")
            nearest = min(later)
            known.update(enumerate(seed_chain(raw_id(chain[0]), known[nearest], nearest - place), place))
        return known[place]


def stored_seed(connection: sa.Connection, session: str, chain: int, place: int) -> tuple[int, bytes]:
    """The place and the seed of the first stored seed at `place` or after it. Raises LookupError without one."""
    query = (
        sa.select(seeds.c.place, seeds.c.seed)
        .where(seeds.c.session_id == session, seeds.c.chain == chain, seeds.c.place >= place)
        .order_by(seeds.c.place)
        .limit(1)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        raise LookupError(f"no seed of chain {chain} in session {session}")
    return row.place, row.seed


def next_seeds(connection: sa.Connection, of: Iterable[Session]) -> dict[tuple[str, int], tuple[int, bytes]]:
    """By session and chain: the stored seed, with its place, from which the seed of the next action follows."""
    places = []
    for session in of:
        if session.chain:
            chain, place = place_in_chain(session.last_number + 1, session.chain_length)
            places.append((session.id, chain, min(-(-place // SEED_STRIDE) * SEED_STRIDE, session.chain_length)))
    if not places:
        return {}
    rows = connection.execute(with_keys(connection, _SEEDS, *_PLACE), {"keys": sorted(places)})
    return {(session, chain): (place, seed) for session, chain, place, seed in rows.all()}


def seed_at(connection: sa.Connection, session: str, chain: int, place: int) -> bytes:
    """The seed at `place` of a seed chain, computed from the next stored one. Raises LookupError without one."""
    at, seed = stored_seed(connection, session, chain, place)
    return earlier_seed(raw_id(session), seed, at - place)
