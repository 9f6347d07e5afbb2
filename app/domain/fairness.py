"""Provable dice, the scheme `umpire-1`: every roll follows by SHA-256 and HMAC from a chain of seeds.

The service publishes a commitment to the chain before the first roll, and each seed after the action that it serves.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from struct import Struct

from app.domain.dice import DiceSource, Die, Face, Faces

SCHEME = "umpire-1"
CHAIN_LENGTHS = (1024,)
"""How many seeds the chain of a session has; an attack without a session has a chain of one.

Tests put another number first, which new sessions get; logs may have each of them.
"""


def chain_lengths(kind: str) -> tuple[int, ...]:
    """How many seeds a chain may have, by the kind of the session (`single`, `series`, `game`); new ones the first."""
    return (1,) if kind == "single" else CHAIN_LENGTHS


GENESIS = bytes(32)
"""h_0: the head of a log that has no events yet."""


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"".join(parts), "sha256")


_u8, _u32, _u64 = Struct(">B").pack, Struct(">I").pack, Struct(">Q").pack
"""A number as 1, 4 or 8 bytes."""


def earlier_seed(session: bytes, seed: bytes, steps: int = 1) -> bytes:
    """The seed that stands `steps` places before `seed` in the chain of `session` (the 16 raw bytes of its id)."""
    return seed_chain(session, seed, steps)[0]


def seed_chain(session: bytes, last: bytes, length: int) -> list[bytes]:
    """S_0 … S_length in this order: S_0 is the commitment, `last` is S_length."""
    chain, of_session = [last], b"umpire-1:chain\0" + session
    for _ in range(length):
        chain.append(hashlib.sha256(of_session + chain[-1]).digest())
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
    return hashlib.sha256(b"umpire-1:event\0" + head + _u64(len(body)) + body).digest()


def private_digest(salt: bytes, part: bytes) -> bytes:
    """The hash that stands in an event in place of a part that not everybody may see."""
    return hashlib.sha256(b"umpire-1:private\0" + salt + _u64(len(part)) + part).digest()


def salt_of(nonce: bytes, n: int) -> bytes:
    """The salt, 16 bytes, of the n-th private part (from 0) of a request, from its nonce of 32 random bytes."""
    return hmac.digest(nonce, b"umpire:salt\0" + _u32(n), "sha256")[:16]


def _split(read: bytes, width: int) -> list[int]:
    """The numbers that these bytes spell, `width` bytes each."""
    return [int.from_bytes(read[at : at + width], "big") for at in range(0, len(read), width)]


class Stream:
    """The bytes of one roll: an endless sequence of HMAC blocks, read from its start."""

    def __init__(self, key: bytes, index: int) -> None:
        self._key, self._of_roll, self._blocks, self._left = key, b"umpire-1:roll\0" + _u32(index), 0, b""

    def read(self, size: int) -> bytes:
        """The next `size` bytes."""
        while len(self._left) < size:
            self._left += _mac(self._key, self._of_roll, _u32(self._blocks))
            self._blocks += 1
        found, self._left = self._left[:size], self._left[size:]
        return found

    def numbers(self, n: int, count: int) -> list[int]:
        """The next `count` numbers from 0 to n − 1, each equally likely: bytes that would favour some are thrown away.

        Reads nothing where n is 1.
        """
        if n == 1:
            return [0] * count
        width = ((n - 1).bit_length() + 7) // 8
        span = 256**width
        limit = span - span % n
        found: list[int] = []
        while missing := count - len(found):
            read = self.read(width * missing)
            # almost all dice take numbers of one byte, which the bytes are by themselves
            found += [x % n for x in (read if width == 1 else _split(read, width)) if x < limit]
        return found

    def below(self, n: int) -> int:
        """The next number from 0 to n − 1, each equally likely."""
        return self.numbers(n, 1)[0]


@dataclass(frozen=True, slots=True)
class ProvableDice:
    """The dice of one action: each throw follows from the action's key and the roll's place in the record."""

    key: bytes
    source = DiceSource.SERVICE

    def throw(self, die: Die[Face], count: int, *, index: int) -> Faces:
        numbers = Stream(self.key, index).numbers(len(die.faces), count)
        return tuple(map(die.faces.__getitem__, numbers))

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
