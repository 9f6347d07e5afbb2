"""Provable dice, the scheme `umpire-1`: every roll follows by SHA-256 and HMAC from a chain of seeds.

The service publishes a commitment to the chain before the first roll, and each seed after the action that it serves.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice

from app.domain.dice import DiceSource, Die, Face, Faces

SCHEME = "umpire-1"
CHAIN_LENGTH = 1024
"""How many seeds the chain of a session has; an attack without a session has a chain of one."""

GENESIS = bytes(32)
"""h_0: the head of a log that has no events yet."""


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"".join(parts), "sha256")


def _u8(n: int) -> bytes:
    return n.to_bytes(1, "big")


def _u32(n: int) -> bytes:
    return n.to_bytes(4, "big")


def _u64(n: int) -> bytes:
    return n.to_bytes(8, "big")


def earlier_seed(session: bytes, seed: bytes, steps: int = 1) -> bytes:
    """The seed that stands `steps` places before `seed` in the chain of `session` (the 16 raw bytes of its id)."""
    for _ in range(steps):
        seed = _hash(b"umpire-1:chain\0", session, seed)
    return seed


def seed_chain(session: bytes, last: bytes, length: int) -> list[bytes]:
    """S_0 … S_length in this order: S_0 is the commitment, `last` is S_length."""
    chain = [last]
    for _ in range(length):
        chain.append(earlier_seed(session, chain[-1]))
    return chain[::-1]


def place_in_chain(number: int, length: int) -> tuple[int, int]:
    """The number of the chain (from 1) and the place in it (1 … length) of the seed for action `number` (from 1)."""
    chain, place = divmod(number - 1, length)
    return chain + 1, place + 1


def seat_commitment(session: bytes, seat: int, entropy: bytes) -> bytes:
    """What a seat publishes before it reveals its 32 bytes of entropy."""
    return _hash(b"umpire-1:seat\0", session, _u8(seat), entropy)


def shared_entropy(session: bytes, revealed: Mapping[int, bytes]) -> bytes:
    """E: the hash of the entropy of all seats, by seat number; without any, a constant of the session."""
    parts = [_u8(seat) + revealed[seat] for seat in sorted(revealed)]
    return _hash(b"umpire-1:entropy\0", session, *parts)


def action_key(session: bytes, seed: bytes, number: int, entropy: bytes) -> bytes:
    """K_k, from which every roll of action `number` follows."""
    return _mac(seed, b"umpire-1:action\0", session, _u64(number), entropy)


def event_hash(head: bytes, body: bytes) -> bytes:
    """h_i: the hash that chains an event's exact bytes to the head before it."""
    return _hash(b"umpire-1:event\0", head, _u64(len(body)), body)


def private_digest(salt: bytes, part: bytes) -> bytes:
    """The hash that stands in an event in place of a part that not everybody may see."""
    return _hash(b"umpire-1:private\0", salt, _u64(len(part)), part)


def salt_of(nonce: bytes, n: int) -> bytes:
    """The salt, 16 bytes, of the n-th private part (from 0) of a request, from its nonce of 32 random bytes."""
    return _mac(nonce, b"umpire:salt\0", _u32(n))[:16]


class Stream:
    """The bytes of one roll: an endless sequence of HMAC blocks, read from its start."""

    def __init__(self, key: bytes, index: int) -> None:
        self._bytes = self._endless(key, index)

    @staticmethod
    def _endless(key: bytes, index: int) -> Iterator[int]:
        for block in count():
            yield from _mac(key, b"umpire-1:roll\0", _u32(index), _u32(block))

    def read(self, width: int) -> bytes:
        """The next `width` bytes."""
        return bytes(islice(self._bytes, width))

    def numbers(self, n: int) -> Iterator[int]:
        """Numbers from 0 to n − 1, each equally likely: bytes that would favour some are thrown away.

        Reads nothing where n is 1.
        """
        width = ((n - 1).bit_length() + 7) // 8
        span = 256**width
        limit = span - span % n
        one_byte = width == 1  # as for almost all dice
        read = self._bytes if one_byte else iter(lambda: int.from_bytes(islice(self._bytes, width), "big"), None)
        return (x % n for x in read if x < limit)

    def below(self, n: int) -> int:
        """The next number from 0 to n − 1, each equally likely."""
        return next(self.numbers(n))


@dataclass(frozen=True, slots=True)
class ProvableDice:
    """The dice of one action: each throw follows from the action's key and the roll's place in the record."""

    key: bytes
    source = DiceSource.SERVICE

    def throw(self, die: Die[Face], count: int, *, index: int) -> Faces:
        faces = die.faces
        return tuple([faces[n] for n in islice(Stream(self.key, index).numbers(len(faces)), count)])

    def shuffle(self, size: int, *, index: int) -> tuple[int, ...]:
        """A shuffled order of the places 0 … size − 1, as roll `index` of the record."""
        order, stream = list(range(size)), Stream(self.key, index)
        for i in range(size - 1, 0, -1):
            j = stream.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)


def first_block(key: bytes, index: int) -> bytes:
    """The first 32 bytes of the stream of roll `index`, from which a referee can check the roll by hand."""
    return Stream(key, index).read(32)
