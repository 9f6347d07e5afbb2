"""Whose each text of a log is that may name a person, and which columns show it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod
from typing import Any, Literal

import sqlalchemy as sa
from pydantic_core import from_json

from app.persistence.queries import logged_events, personal
from app.persistence.queries.personal import Named
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import BY_NAME, is_digest
from app.services.events.action import ActionDeclared, ActionVoided, VoidDeclined, VoidProposed
from app.services.events.event import LogEvent, event_in
from app.services.events.session import CloseDeclined, CloseProposed, SessionClosed, SessionOpened

TELLING = (
    *(SessionOpened, ActionDeclared, VoidProposed, VoidDeclined, ActionVoided),
    *(CloseProposed, CloseDeclined, SessionClosed),
)
"""The events that hold such texts, or end a proposal that does."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a log that may name a person."""

    part: Named
    kind: Literal["seat", "reference", "remark"]
    """`seat`: the name or the reference of a seat; `reference`: that of an action; `remark`: a reason or a note."""
    whose: int
    """The number of the seat whose own it is; 0 where it is no seat's, but the host's."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal that stands."""

    seat: int
    """The seat that proposed it first: a seat that agrees repeats its words."""
    terms: Json
    """The proposal as the columns have it."""
    remark: Named | None
    """Its reason or its note."""
    reference: Named | None = None
    """The reference of the request that is to replace the action."""

    def writer(self, remark: Named | None, sender: int) -> int:
        """Who wrote a remark that this sender sent: the sender, unless it is the remark of the proposal."""
        is_repeated = remark is not None and self.remark is not None and remark.text == self.remark.text
        return self.seat if is_repeated else sender


@dataclass(slots=True)
class Texts:
    """All texts of a log that may name a person."""

    parts: dict[str, Named]
    """Their private parts, as far as they are not forgotten, by digest, in the order of the log."""
    references: dict[int, Named] = field(default_factory=dict)
    """The reference of each action that has one, by its number."""
    proposed: dict[int, Proposed] = field(default_factory=dict)
    """What seats propose about actions, by number."""
    closing: Proposed | None = None
    """How seats propose to close the session."""
    note: Named | None = None
    """The note with which the session was closed."""
    _known: dict[str, Text] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Text]:
        """The texts, in the order of the log."""
        for part in self.parts.values():
            yield self._known.get(part.digest) or Text(part, "remark", seat_of(part))

    @singledispatchmethod
    def read(self, happened: LogEvent, body: Json) -> None:
        """Take over what an event tells; `body` has digests in the place of texts."""

    @read.register
    def _(self, _happened: SessionOpened, body: Json) -> None:
        for seat in body["seats"] or ():
            for name in ("name", "reference"):
                self._add(seat.get(name), "seat")

    @read.register
    def _(self, happened: ActionDeclared, body: Json) -> None:
        if part := self._add(body.get("reference"), "reference"):
            self.references[happened.action] = part

    @read.register
    def _(self, happened: VoidProposed, body: Json) -> None:
        known, reason = self.proposed.get(happened.action), self._part(body["reason"])
        replacement = body.get("replacement")
        sent = replacement if isinstance(replacement, dict) and not is_digest(replacement) else {}
        reference = self._add(body.get("reference") or sent.get("reference"), "reference")
        terms = happened.proposal_after(known.terms if known else None)
        stands = proposal_in_progress(known, happened.seat, terms) or Proposed(happened.seat, terms, reason, reference)
        self.proposed[happened.action] = stands
        self._add(body["reason"], "remark", stands.writer(reason, happened.seat))

    @read.register
    def _(self, happened: VoidDeclined, _body: Json) -> None:
        self.proposed.pop(happened.action, None)

    @read.register
    def _(self, happened: ActionVoided, body: Json) -> None:
        known, reason = self.proposed.get(happened.action), self._part(body["reason"])
        sender = happened.by["seat"] if isinstance(happened.by, dict) else 0
        self._add(body["reason"], "remark", known.writer(reason, sender) if known else sender)

    @read.register
    def _(self, happened: CloseProposed, body: Json) -> None:
        told = (body["result"] or {}).get("note")
        note = self._part(told)
        terms = happened.proposal_after(self.closing.terms if self.closing else None)
        self.closing = proposal_in_progress(self.closing, happened.seat, terms) or Proposed(happened.seat, terms, note)
        self._add(told, "remark", self.closing.writer(note, happened.seat))

    @read.register
    def _(self, _happened: CloseDeclined, _body: Json) -> None:
        self.closing = None

    @read.register
    def _(self, _happened: SessionClosed, body: Json) -> None:
        told = (body["result"] or {}).get("note")
        self.note = self._part(told)
        self._add(told, "remark", self.closing.writer(self.note, 0) if self.closing else 0)
        self.closing = None

    def _part(self, node: Any) -> Named | None:
        """The text of which this is the digest, unless it is forgotten, or no such text."""
        return self.parts.get(node["private"]) if is_digest(node) else None

    def _add(self, node: Any, kind: Literal["seat", "reference", "remark"], whose: int | None = None) -> Named | None:
        if (part := self._part(node)) is not None:
            self._known[part.digest] = Text(part, kind, seat_of(part) if whose is None else whose)
        return part


def texts_of(connection: sa.Connection, session: str) -> Texts:
    """All texts of the log of a session that may name a person."""
    texts = Texts({part.digest: part for part in personal.named_in(connection, session)})
    types = [kind.type for kind in TELLING]
    for event in logged_events.events_of_types(connection, session, types, 2**53):
        texts.read(event_in(logged_events.body_of(event)), from_json(event.body))
    return texts


def seat_of(part: Named) -> int:
    """The number of the seat that sent a text; 0 for the host, and for what is about the session."""
    return int(part.tag.removeprefix(BY_NAME))


def proposal_in_progress(known: Proposed | None, seat: int, terms: Json) -> Proposed | None:
    """A proposal to which this seat agrees with these terms; None where it begins a proposal."""
    return None if known is None or terms["seats"] == [seat] else replace(known, terms=terms)
