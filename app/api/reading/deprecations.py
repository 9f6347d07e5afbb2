"""What goes in a later release, announced in one place for the document and for the headers of answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime


@dataclass(frozen=True, slots=True)
class Going:
    """An operation that goes, or one field of what it takes or answers."""

    operation: str
    """The id of the operation whose answers announce it."""
    since: datetime
    """When it was announced, in UTC."""
    until: datetime
    """When it goes at the earliest, in UTC."""
    instead: str
    """What to use in its place, in a sentence."""
    field: tuple[str, str] | None = None
    """The schema and the field in it that goes; None where the operation itself does."""

    @property
    def text(self) -> str:
        """The announcement for the document."""
        return f"Goes after {self.until:%Y-%m-%d}. {self.instead}"


GOING: tuple[Going, ...] = ()
"""All that is announced."""


def headers_of(operation: str | None, going: tuple[Going, ...] = GOING) -> Mapping[str, str]:
    """`Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of an operation's answers; empty where nothing of it goes."""
    own = [each for each in going if each.operation == operation]
    if not own:
        return {}
    since, until = min(each.since for each in own), min(each.until for each in own)
    return {
        "Deprecation": f"@{int(since.timestamp())}",
        "Sunset": format_datetime(until.astimezone(UTC), usegmt=True),
    }
