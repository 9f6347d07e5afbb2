"""Who has come: the tokens that came with requests lately, so that clocks begin when the players are there."""

from collections import OrderedDict
from collections.abc import Iterable

MOST = 20_000
"""How many tokens are remembered, by their digests; the one that has not come for the longest time goes first."""


class Presence:
    """The tokens that came with requests to this process, by their digests."""

    def __init__(self) -> None:
        self._seen: OrderedDict[bytes, None] = OrderedDict()

    def note(self, digest: bytes) -> None:
        """Remember that a request came with this token."""
        self._seen[digest] = None
        self._seen.move_to_end(digest)
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def has(self, digests: Iterable[bytes]) -> bool:
        """Whether a request came with one of these tokens."""
        return any(digest in self._seen for digest in digests)
