"""Whether the events of a whole log may follow each other, from their bytes alone: see docs/fairness.md.

What each event asks of those before it stands in its class. Here stands what only the whole log shows: what an opening
promised, and where private parts may stand.
"""

from collections.abc import Iterator
from typing import Any

from pydantic_core import from_json

from app.persistence.queries.logged_events import body_of
from app.persistence.stored.codec import OPENING, Json
from app.persistence.stored.parts import PERSONAL, Part, Place, is_digest, is_sealed
from app.persistence.stored.private import UNKNOWN, agrees, unwrap_private
from app.persistence.stored.rows import Event
from app.services.events.action import ActionDeclared
from app.services.events.bodies import require_shape
from app.services.events.event import EVENTS, Misplaced
from app.services.events.fold import Fold
from app.services.events.session import (
    PersonalForgotten,
    PrivateRevealed,
    SessionOpened,
)

LISTS: dict[str, tuple[Place, ...]] = {
    "session-opened": (("bring", "*", "reserve"),),
    "list-brought": (("list",),),
}
"""Where the lists of seats stand: they can be forgotten, and some are never shown."""
HIDDEN: dict[str, tuple[Place, ...]] = {
    "session-opened": (("setup",),),
    "action-declared": (("situation",),),
    "entries": (
        ("entries", "*", "choice"),
        ("entries", "*", "data"),
        ("entries", "*", "faces"),
        ("unused_answers", "*", "choice"),
    ),
    "action-resolved": (("outcome",), ("casualties",)),
    "void-proposed": (("replacement",),),
}
"""Within which members anything may be hidden, in sessions that hide something."""

UNKNOWN_TO_ALL: dict[str, tuple[Place, ...]] = {
    "action-resolved": (("outcome", "*"),),
    "entries": (("entries", "*", "data", "*"),),
}
"""Within which members something may be unknown to everybody: what the rules say of a part that nobody has seen."""


MAY_HIDE = (b"private", b"unknown", b"\\u")
"""What the bytes of an event have somewhere if they hide anything: a key may be spelled with escapes."""


class UnknownEvent(ValueError):
    """An event is of a type that this release does not know: it may be one of a later release."""

    def __init__(self) -> None:
        super().__init__("this program does not know such events")


class Order:
    """A log as far as it was read: enough to say whether another event may follow."""

    def __init__(self) -> None:
        self._fold = Fold()
        self._setup: Any = None
        self._parts: dict[str, str] = {}
        """Where the part of each digest stands: `personal`, `list` or `hidden`."""
        self._there: set[str] = set()
        """The digests of the parts that lines of the log show."""
        self.forgotten: set[str] = set()
        """The digests of the parts that were forgotten."""

    def add(self, event: Event, shown: dict[str, Part]) -> None:
        """Go on by the next event. Raises Misplaced where it may not follow those before it.

        `shown`: what was revealed, by digest. Raises LookupError, TypeError or ValueError where it is no event.
        """
        raw = from_json(event.body)
        if raw["type"] not in EVENTS:
            raise UnknownEvent
        self._there.update(part.digest for part in event.parts)
        if any(sign in event.body for sign in MAY_HIDE):
            self._add_parts(raw)
        body = body_of(event, shown) if is_sealed(event.body) else raw
        require_shape(raw if body is raw else unwrap_private(body))
        happened = self._fold.add(event, body)
        session = self._fold.session
        match happened:
            case SessionOpened():
                self._setup = body["setup"]
            case ActionDeclared(action=1) if body["kind"] == OPENING and session and not session.bring:
                is_same = agrees(self._setup, body["situation"])
                require(is_same, "the game begins with another setup than that of the opening")
            case PrivateRevealed():
                are_known = all(part["digest"] in self._parts for part in happened.parts)
                require(are_known, "a part is shown that nothing before has the digest of")
            case PersonalForgotten():
                are_personal = all(self._parts.get(digest) in ("personal", "list") for digest in happened.parts)
                require(are_personal, "only what names a person is forgotten")
                is_gone = all(digest not in self._there and digest not in shown for digest in happened.parts)
                require(is_gone, "what was forgotten is shown")
                self.forgotten |= {*happened.parts}

    def _add_parts(self, body: Json) -> None:
        """Remember where the private parts of a body stand. Raises Misplaced where none may."""
        session = self._fold.session
        hides = bool(body.get("hides")) if body["type"] == SessionOpened.type else bool(session and session.hides)
        for place, digest in parts_in(body):
            kind = kind_of(body["type"], place)
            is_known = digest is not None or any(
                fits(place[: len(one)], one) for one in UNKNOWN_TO_ALL.get(body["type"], ())
            )
            is_allowed = kind is not None and (kind != "hidden" or hides) and is_known
            require(is_allowed, "something is hidden where nothing may be")
            if digest is not None and kind is not None:
                self._parts[digest] = kind


def require(holds: bool, why: str) -> None:
    """Raise Misplaced with this reason unless something holds."""
    if not holds:
        raise Misplaced(why)


def parts_in(node: Any, place: Place = ()) -> Iterator[tuple[Place, str | None]]:
    """The private parts of a body, each with its place and its digest; None for one that is said to be unknown."""
    if is_digest(node):
        yield place, node["private"]
    elif node == UNKNOWN:
        yield place, None
    elif isinstance(node, dict):
        for key, item in node.items():
            if isinstance(item, (dict, list)):
                yield from parts_in(item, (*place, key))
    elif isinstance(node, list):
        for item in node:
            if isinstance(item, (dict, list)):
                yield from parts_in(item, (*place, "*"))


def kind_of(type: str, place: Place) -> str | None:
    """What a private part at a place in an event of a type is: `personal`, `list` or `hidden`; None: none may be."""
    if any(fits(place, known) for known in PERSONAL.get(type, ())):
        return "personal"
    if any(fits(place, known) for known in LISTS.get(type, ())):
        return "list"
    is_within = any(fits(place[: len(known)], known) for known in HIDDEN.get(type, ()))
    return "hidden" if is_within else None


def fits(place: Place, known: Place) -> bool:
    """Whether a place is one of those that `known` describes."""
    return len(place) == len(known) and all(two in ("*", one) for one, two in zip(place, known, strict=True))
