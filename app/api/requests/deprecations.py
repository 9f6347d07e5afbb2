"""Deprecations: operations and fields that a later release removes, for the document and the response headers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime


@dataclass(frozen=True, slots=True)
class Deprecation:
    """The announced removal of an operation, or of one field in its request or response."""

    operation: str
    """The id of the operation whose answers announce it."""
    since: datetime
    """When it was announced, in UTC."""
    until: datetime
    """When it is removed at the earliest, in UTC."""
    instead: str
    """What to use in its place, in a sentence."""
    field: tuple[str, str] | None = None
    """The schema and its field that is removed; None: the operation itself is."""

    @property
    def text(self) -> str:
        """The announcement for the document."""
        return f"Goes after {self.until:%Y-%m-%d}. {self.instead}"


DEPRECATIONS: tuple[Deprecation, ...] = ()
"""All announced removals."""


def headers_of(operation: str | None, announced: tuple[Deprecation, ...] = DEPRECATIONS) -> Mapping[str, str]:
    """`Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of an operation; empty without a deprecation."""
    own = [each for each in announced if each.operation == operation]
    if not own:
        return {}
    since, until = min(each.since for each in own), min(each.until for each in own)
    return {
        "Deprecation": f"@{int(since.timestamp())}",
        "Sunset": format_datetime(until.astimezone(UTC), usegmt=True),
    }
