"""The shared entropy as docs/fairness.md describes it, computed without the service's code."""

import hashlib
import uuid
from collections.abc import Mapping


def entropy_by_hand(session: str, shares: Mapping[int, str]) -> str:
    """E in hex, from what the seats revealed in hex, by their numbers."""
    parts = [b"umpire-1:entropy\0", uuid.UUID(session).bytes]
    for seat in sorted(shares):
        parts += [bytes([seat]), bytes.fromhex(shares[seat])]
    return hashlib.sha256(b"".join(parts)).hexdigest()
