"""A cache of verification results. The key is a digest of everything that a result depends on."""

from hashlib import sha256
from typing import Any

from app.services.log.read import Log
from app.services.recent import LruCache
from app.services.rulebooks.registry import Rulebook

VERDICTS, BOARDS = 8 << 20, 16 << 20
"""Bytes that are kept at most; those that were not asked for the longest go first."""
VERDICT = 400
"""Bytes of a verdict with its key."""


class VerificationCache:
    """Verdicts without a fault, and boards of games, by a digest of all that they follow from.

    An event's hash commits to every byte of the log up to it. What an action did follows from the bytes up to the last
    event about it, from its seed, and from the version of the rulebook that replays it; its board also from the last
    events about all actions before it. These make the key, so no later event makes a value untrue: one about the
    action, such as its being voided, makes another key. The log itself is read and hashed again each time, and what is
    known counts only where its chain holds: so a change behind the service's back is found, however often the log was
    verified before.
    """

    def __init__(self) -> None:
        self.verdicts: LruCache[tuple[Any, Any]] = LruCache("verdicts", VERDICTS)
        self.boards: LruCache[Any] = LruCache("boards", BOARDS)


def verdict_key(book: Rulebook, log: Log, number: int, basis: bytes) -> bytes:
    """What the verdict on an action follows from; `basis`: see bases()."""
    seed = log.seed(number) if log.chains else None
    ending = log.head if number == len(log.stories) and log.closed is not None else b""
    return digest(rules_of(book), basis, seed or b"", ending)


def board_key(book: Rulebook, basis: bytes) -> bytes:
    """What the board after an action follows from."""
    return digest(rules_of(book), basis)


def bases(log: Log, *, on_boards: bool) -> list[bytes]:
    """For each action, lowest number first, a digest of the log as far as it bears on it.

    In a game this is with all actions before it.
    """
    found, before = [], b""
    for number in sorted(log.stories):
        head = log.stories.head(number)
        before = digest(before, head) if on_boards else head
        found.append(before)
    return found


def rules_of(book: Rulebook) -> bytes:
    """The rulebook with its version."""
    return f"{book.slug} {book.ruleset.version} {book.is_installed}".encode()


def digest(*parts: bytes) -> bytes:
    """A digest of some parts, each with its length."""
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()
