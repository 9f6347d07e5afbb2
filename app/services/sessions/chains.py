"""The seed chains of a session, from which the dice of the service follow."""

import os
from dataclasses import dataclass

from app.domain.fairness import seed_chain
from app.persistence.queries import seeds
from app.persistence.stored.codec import Json
from app.persistence.stored.rows import Session, raw_id
from app.persistence.writing.draft import Draft


@dataclass(frozen=True, slots=True)
class Chain:
    """A seed chain: its length, its commitment, and the seeds that are stored."""

    length: int
    commitment: bytes
    stored: tuple[tuple[int, bytes], ...]
    """Each stored seed with its place in the chain, in order."""


def draw_seed() -> bytes:
    """The random last seed of a new chain."""
    return os.urandom(32)


def chain_ending_in(session: str, last: bytes, length: int) -> Chain:
    """The chain of `length` seeds that follows from its last seed."""
    chain = seed_chain(raw_id(session), last, length)
    places = [*range(seeds.SEED_STRIDE, length, seeds.SEED_STRIDE), length]
    return Chain(length, chain[0], tuple((place, chain[place]) for place in places))


def keep_chain(draft: Draft, session: Session, chain: Chain) -> None:
    """Store the seeds of the newest chain of the session."""
    draft.rows.seeds += seed_rows(session.id, session.chain, chain)


def seed_rows(session: str, number: int, chain: Chain) -> list[Json]:
    """The rows of chain `number` of a session: its commitment as place 0, and its stored seeds."""
    of_chain = {"session_id": session, "chain": number}
    return [{**of_chain, "place": place, "seed": seed} for place, seed in ((0, chain.commitment), *chain.stored)]
