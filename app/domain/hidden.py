"""What not everybody may see: a value in a private part, and what those see of it who may not."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import count
from operator import is_not
from types import NoneType, UnionType
from typing import Annotated, Generic, TypeVar, Union, cast, get_args, get_origin

from app.domain.record import EVERYBODY, Audience, seat_name

T = TypeVar("T")
V = TypeVar("V")


class NotShown(Exception):
    """A script reads a private part whose value is not there, because whoever runs it may not see it."""


class Private(Generic[T]):
    """A private part: a value, and who may see it. For all others it is unknown. It never changes.

    In a field `card: Private[Card]` a client sends and gets the card itself, or `{"unknown": true}`. Two parts are
    equal where their values are, whoever may see them.
    """

    __slots__ = ("known", "tag", "to")

    def __init__(self, known: T | None = None, to: Audience = EVERYBODY, tag: str = "") -> None:
        """`known`: the value; None where it is unknown. `to`: who may see it: the names of seats (`seat_name`), `host`,
        or nobody; None for everybody. `tag`: tells apart the parts of a session: parts with one tag are the same thing,
        and are revealed together.
        """
        self.known, self.to, self.tag = known, to, tag

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Private) and bool(self.known == other.known)

    def __hash__(self) -> int:
        return hash(self.known)

    def __repr__(self) -> str:
        return f"Private({self.known!r}, {self.to!r}, {self.tag!r})"

    @property
    def is_known(self) -> bool:
        """Whether the value is there; false in the hands of those who may not see it."""
        return self.known is not None

    @property
    def value(self) -> T:
        """The value. Raises NotShown where it is unknown, which ends a replay by those who may not see it."""
        if self.known is None:
            raise NotShown(self.tag)
        return self.known

    def shown_to(self, *names: str) -> "Private[T]":
        """The same part for exactly these; without a name for nobody."""
        return Private(self.known, names, self.tag)

    def seen_by(self, name: str | None) -> "Private[T]":
        """The part as a seat, or `host`, may see it: with its value or without; None: everybody."""
        is_theirs = self.to is None or name in self.to
        return self if is_theirs else Private(None, self.to, self.tag)


def view_of(state: V, seat: int | None) -> V:
    """The value, a dataclass, as a seat may see it, None for everybody: parts that are not for it are unknown."""
    return cast(V, _changed(state, lambda part: part.seen_by(None if seat is None else seat_name(seat))))


def with_audience(value: V, to: Audience, action: int) -> V:
    """What a client has sent with action `action`, with its private parts for those in `to` only."""
    number = count()
    return cast(V, _changed(value, lambda part: Private(part.known, to, f"{action}:{next(number)}")))


def opened(value: V, tags: tuple[str, ...]) -> V:
    """The value with its private parts of these tags for everybody to see."""
    return cast(V, _changed(value, lambda part: Private(part.known) if part.tag in tags else part))


def _changed(value: object, change: Callable[[Private[object]], Private[object]]) -> object:
    """The value with each private part in it changed; the same object where none is."""
    if isinstance(value, Private):
        return change(value)
    if isinstance(value, tuple):
        items = tuple([_changed(item, change) for item in value])
        return items if any(map(is_not, items, value)) else value
    if not is_dataclass(value) or isinstance(value, type):
        return value
    new = {}
    for name in _hiding(type(value)):
        old = getattr(value, name)
        if (made := _changed(old, change)) is not old:
            new[name] = made
    return replace(value, **new) if new else value


@cache
def _hiding(kind: type) -> tuple[str, ...]:
    """The names of the fields of a dataclass that may hold private parts."""
    return tuple(one.name for one in fields(kind) if _may_hide(one.type))


def _may_hide(kind: object) -> bool:
    """Whether a value that is declared as of this type may hold a private part; in doubt it may."""
    origin = get_origin(kind)
    if origin is Annotated:
        return _may_hide(get_args(kind)[0])
    if origin in (Union, UnionType, tuple):
        return any(_may_hide(one) for one in get_args(kind) if one is not ...)
    if not isinstance(kind, type) or origin is not None:
        return True
    if is_dataclass(kind):
        return bool(_hiding(kind)) or any(map(_may_hide, kind.__subclasses__()))
    return kind is not NoneType and not issubclass(kind, (str, int))
