"""A session's seed chains, from which the service's dice follow."""

import os
from dataclasses import dataclass

from app.domain.fairness import seed_chain
from app.persistence import store
from app.persistence.batch import Draft
from app.persistence.codec import Json
from app.persistence.rows import Session, raw_id


@dataclass(frozen=True, slots=True)
class Chain:
    """A seed chain: its commitment and those of its seeds that are stored."""

    length: int
    commitment: bytes
    stored: tuple[tuple[int, bytes], ...]


def draw_seed() -> bytes:
    """The last seed of a new chain; to be drawn before a request enters the writer."""
    return os.urandom(32)


def chain_ending_in(session: str, last: bytes, length: int) -> Chain:
    """The chain that follows from its last seed."""
    chain = seed_chain(raw_id(session), last, length)
    places = [*range(store.SEED_STRIDE, length, store.SEED_STRIDE), length]
    return Chain(length, chain[0], tuple((place, chain[place]) for place in places))


def keep_chain(draft: Draft, session: Session, chain: Chain) -> None:
    """Store a chain as the session's newest."""
    session.chain += 1
    session.commitment = chain.commitment
    draft.rows.seeds += seed_rows(session.id, session.chain, chain)


def seed_rows(session: str, number: int, chain: Chain) -> list[Json]:
    """The rows of a session's chain: its commitment and the seeds that are stored."""
    of_chain = {"session_id": session, "chain": number}
    return [{**of_chain, "place": place, "seed": seed} for place, seed in ((0, chain.commitment), *chain.stored)]
