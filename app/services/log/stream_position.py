"""Encodes and decodes the position of a follower in several logs: the last event of each session, as one text."""

from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256

from app.errors import Path, Problem

SIZE = 4
"""Bytes of a session's digest. Where two have the same, both go on after the earlier event: nothing is left out."""


@lru_cache(maxsize=10_000)
def session_key(session: str) -> bytes:
    """The key of a session in a position: the first bytes of the digest of its id."""
    return sha256(session.encode()).digest()[:SIZE]


def encode_position(read: Mapping[str, int]) -> str:
    """The position after these events (the number of the last one by session); sessions without one are left out."""
    parts = b"".join(session_key(session) + number(seq) for session, seq in sorted(read.items()) if seq)
    return "p" + urlsafe_b64encode(parts).decode().rstrip("=")


def number(value: int) -> bytes:
    """A number in bytes of seven bits, lowest first; all but the last have the eighth bit."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def decode_position(text: str, sessions: Iterable[str], at: Path) -> dict[str, int]:
    """The number of the event after which each of these sessions goes on; 0: from its beginning.

    Raises Problem invalid-cursor (422), at `at`, where the text is no point.
    """
    numbers = numbers_in(text)
    if numbers is None:
        raise Problem("invalid-cursor", at=at)
    return {session: numbers.get(session_key(session), 0) for session in sessions}


def numbers_in(text: str) -> dict[bytes, int] | None:
    """The number for each session key in a position; None if the text is not a position."""
    try:
        raw = b64decode(text[1:].encode("ascii") + b"=" * (-len(text[1:]) % 4), b"-_", validate=True)
    except ValueError:
        return None
    if text[:1] != "p":
        return None
    found: dict[bytes, int] = {}
    place = 0
    while place < len(raw):
        digest, value, shift, place = raw[place : place + SIZE], 0, 0, place + SIZE
        while place < len(raw) and shift <= 56:
            value |= (raw[place] & 0x7F) << shift
            place, shift = place + 1, shift + 7
            if not raw[place - 1] & 0x80:
                break
        else:
            return None
        found[digest] = min(value, found.get(digest, value))
    return found
