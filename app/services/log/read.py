"""A session's log, read into its opening, its seed chains, its revealed seeds and the story of each action."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json
from typing_extensions import TypedDict

from app.domain.fairness import GENESIS, earlier_seed, event_hash, place_in_chain, shared_entropy
from app.domain.record import Audience, seat_name
from app.persistence.queries import logged_events
from app.persistence.queries.logged_events import body_of
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import is_sealed, part_shown
from app.persistence.stored.private import is_for_bringer, unwrap_private
from app.persistence.stored.rows import Event, raw_id
from app.services.document_types import document
from app.services.events.event import Misplaced
from app.services.log.action_log import ActionLogs, EventKey, event_key
from app.services.log.order import Order, kind_of, parts_in
from app.services.view_rights import FULL_VIEW, ViewRights


@document
class Fault(TypedDict):
    """An event that may not stand where it does in a log, whose hashes may fit all the same."""

    event: int
    """The number of the event."""
    why: str
    """Why it may not, in English; every checker says it in the same words."""


@dataclass
class Log:
    """The contents of a log, or of some of its events."""

    opened: Json = field(default_factory=dict)
    """The body of the event `session-opened`; empty before it."""
    chains: dict[int, Json] = field(default_factory=dict)
    """What is committed of each seed chain, by its number from 1: its length and its commitment in hex."""
    reveals: list[tuple[int, bytes]] = field(default_factory=list)
    """Each revealed seed with the number of its action, ascending; one for an earlier action tells nothing more."""
    stories: ActionLogs = field(default_factory=ActionLogs)
    """The story of each action, by its number."""
    may_search: bool = False
    """Whether policies may take long to say what they would have chosen; else those that do are believed."""
    events: int = 0
    """How many events add_chained() has read."""
    head: bytes = GENESIS
    """The hash of the last event that add_chained() has read, computed from the bodies."""
    broken_at: int | None = None
    """The number of the first event that does not fit the hash chain; None where all fit."""
    fault: Fault | None = None
    """The first event that may not stand where it does; None where all may. What follows it is not read."""
    _order: Order = field(default_factory=Order)
    shares: dict[int, bytes] = field(default_factory=dict)
    """What each seat has revealed for the dice, by its number."""
    _entropy: bytes | None = None
    closed: Json | None = None
    """The body of the event `session-closed`; None before it."""
    waived: list[tuple[int, Any]] = field(default_factory=list)
    """The seats without whose entropy somebody went on, each with who did, in order."""
    instead: dict[int, set[str]] = field(default_factory=dict)
    """By the number of an action, the policies that answered in it because a deadline had passed."""
    moved_for: dict[int, str] = field(default_factory=dict)
    """By the number of a move, the policy that made it because a deadline had passed."""
    flags: dict[str, str] = field(default_factory=dict)
    """By the name of a seat whose time was over, the policy that plays on for it."""
    _lists: dict[int, Event] = field(default_factory=dict)
    """The event with the last list of each seat that has brought one."""
    _missing: dict[str, str | None] = field(default_factory=dict)
    """What each private part is that is not there, by its digest; see kind_of()."""
    _closed_upto: int | None = None
    _between: dict[int, bytes] = field(default_factory=dict)
    """The seeds between the last two reveals that were asked for, by the number of their action."""
    _proven: dict[int, tuple[int, str]] = field(default_factory=dict)
    """For each chain, the place and the seed (in hex) that were last proven to lead to the commitment."""

    def add(self, event: Event) -> EventKey:
        """Read the next event, without checking the chain; where it belongs."""
        self._closed_upto = None
        place = event_key(event.body)
        if is_sealed(event.body):
            self._check_parts(event)
        if "action" in place:
            self.stories.add(place["action"], place["type"], event)
        if "action" not in place or place["type"] in ("private-revealed", "deadline-passed"):
            self._add_to_session(body_of(event), event)
        return place

    def _add_to_session(self, body: Json, event: Event) -> None:
        match body["type"]:
            case "session-opened":
                self.opened = body
                self.chains = {1: body["chain"]} if body["chain"] else {}
            case "chain-committed":
                self.chains[body["number"]] = body
            case "seat-revealed":
                self.shares[body["seat"]], self._entropy = bytes.fromhex(body["entropy"]), None
            case "seeds-revealed":
                self._add_reveal(body["upto"], bytes.fromhex(body["seed"]))
            case "list-brought":
                self._lists[body["seat"]] = event
            case "private-revealed":
                self._reveal(body["parts"])
            case "session-closed":
                self.closed = body
            case "deadline-passed" | "clock-expired":
                self._add_stand_in(body)
            case "seat-waived":
                self.waived.append((body["seat"], body["by"]))

    @property
    def label(self) -> str:
        """How the dice of the session can be proven; the label of its documents."""
        if not self.chains:
            return "physical"
        if self.opened["kind"] == "single":
            return "recorded"
        is_mixed = 0 < len(self.opened["seats"]) == len(self.shares)
        return "mixed" if is_mixed else "committed"

    def _add_stand_in(self, body: Json) -> None:
        """Remember which policy answers from now on for a player whose time was over."""
        if body["type"] == "clock-expired":
            self.flags[seat_name(body["seat"])] = body["flag"]
        elif body["action"] is not None:
            self.instead.setdefault(body["action"], set()).add(body["policy"])
        else:
            self.moved_for[len(self.stories) + 1] = body["policy"]

    def _check_parts(self, event: Event) -> None:
        for part in event.parts:
            part.require_own_digest()
        there, body = {part.digest for part in event.parts}, from_json(event.body)
        for place, digest in parts_in(body):
            if digest is not None and digest not in there:
                self._missing[digest] = kind_of(body["type"], place)

    def _reveal(self, parts: list[Json]) -> None:
        """Take what an event reveals for what earlier events have its digest of."""
        for shown in parts:
            part = part_shown(shown)
            part.require_own_digest()
            self._missing.pop(part.digest, None)
            self.stories.shown[part.digest] = part

    @property
    def lists(self) -> dict[int, Json]:
        """The last list of each seat that has brought one, by its number; unknown where it is not there."""
        return {seat: unwrap_private(body_of(event, self.stories.shown)["list"]) for seat, event in self._lists.items()}

    def brought_by(self, seat: int) -> Any:
        """Who has brought the last list of a seat."""
        return body_of(self._lists[seat])["by"]

    @property
    def hidden(self) -> int:
        """How many private parts are not there, without those that were forgotten."""
        return len(self._missing) - self.forgotten

    @property
    def forgotten(self) -> int:
        """How many private parts are not there because a person was forgotten."""
        return len(self._missing.keys() & self._order.forgotten)

    @property
    def is_partly_hidden(self) -> bool:
        """Whether a private part is not there that the rules may need: no name, and no list."""
        return "hidden" in self._missing.values()

    def may_lack(self, number: int) -> bool:
        """Whether something is not there that the rules of action `number` may need: a hidden part, at first a list."""
        return self.is_partly_hidden or (number == 1 and "list" in self._missing.values())

    def _add_reveal(self, upto: int, seed: bytes) -> None:
        if upto > self.revealed_upto:
            self.reveals.append((upto, seed))

    def add_chained(self, event: Event) -> None:
        """Read the next event, and check its number and its hash."""
        self.events += 1
        self.head = event_hash(self.head, event.body)
        if self.broken_at is None and (event.hash != self.head or event.seq != self.events):
            self.broken_at = event.seq
        if self.broken_at is None and event_key(event.body)["seq"] != event.seq:
            self.broken_at = event.seq
        if self.holds:
            try:
                self._order.add(event, self.stories.shown)
            except Misplaced as misplaced:
                self.fault = {"event": event.seq, "why": str(misplaced)}
                self.opened = self.opened or body_of(event)
        if self.fault is None:
            self.add(event)

    @property
    def holds(self) -> bool:
        """Whether all hashes fit, and each event may stand where it does."""
        return self.broken_at is None and self.fault is None

    @property
    def is_closed(self) -> bool:
        """Whether the session was closed."""
        return self.closed is not None

    def end(self) -> None:
        """The log was read to its end: what a closed session hid is there, but for what was forgotten."""
        lacks = (kind != "list" and digest not in self._order.forgotten for digest, kind in self._missing.items())
        if self.holds and self.is_closed and any(lacks):
            self.fault = {"event": self.events, "why": "what was hidden is still missing after the close"}

    @property
    def closed_upto(self) -> int:
        """The greatest number such that its action and all before it are closed."""
        if self._closed_upto is None:
            waiting = (number for number in self.stories if self.stories.status(number) == "pending")
            self._closed_upto = min(waiting, default=len(self.stories) + 1) - 1
        return self._closed_upto

    @property
    def holds_seeds_back(self) -> bool:
        """Whether the seeds are still secret because they would tell what the game hides."""
        return bool(self.opened.get("hides")) and self.opened["kind"] == "game" and not self.is_closed

    @property
    def unproven(self) -> list[int]:
        """The actions with the service's dice whose seeds should have been revealed, and were not; lowest first."""
        due = range(1, self.closed_upto + 1) if self.chains and not self.holds_seeds_back else ()
        return [number for number in due if self._reveal_of(number) is None]

    @cached_property
    def session_bytes(self) -> bytes:
        """The id of the session as 16 raw bytes."""
        return raw_id(self.opened["session"])

    @property
    def entropy(self) -> bytes:
        """The hash of the entropy that the seats contributed: without any, a constant of the session."""
        if self._entropy is None:
            self._entropy = shared_entropy(self.session_bytes, self.shares)
        return self._entropy

    @property
    def revealed_upto(self) -> int:
        """The greatest number of an action whose seed is revealed; 0 where none is."""
        return self.reveals[-1][0] if self.reveals else 0

    def seed(self, number: int) -> bytes | None:
        """The seed of action `number`, computed from the next seed that is revealed; None where there is none."""
        if number not in self._between and (index := self._reveal_of(number)) is not None:
            self._between = self._seeds_down_from(index)
        return self._between.get(number)

    def is_committed(self, number: int, seed: bytes) -> bool:
        """Whether the seed of action `number` leads to the commitment of its chain, or to a seed proven before."""
        chain, place = place_in_chain(number, self.opened["chain"]["length"])
        known_place, known = self._proven.get(chain, (0, ""))
        if not 0 < known_place <= place:
            known_place, known = 0, self.chains[chain]["commitment"]
        if earlier_seed(self.session_bytes, seed, place - known_place).hex() != known:
            return False
        self._proven[chain] = place, seed.hex()
        return True

    def _reveal_of(self, number: int) -> int | None:
        """Which reveal the seed of action `number` follows from: the next one, if it is of the same chain."""
        index = bisect_left(self.reveals, (number,))
        if index == len(self.reveals):
            return None
        upto, _ = self.reveals[index]
        length = self.opened["chain"]["length"]
        is_same = upto == number or place_in_chain(upto, length)[0] == place_in_chain(number, length)[0]
        return index if is_same else None

    def _seeds_down_from(self, index: int) -> dict[int, bytes]:
        """The seeds from that of a reveal down to the reveal before it, or to the beginning of its chain."""
        upto, seed = self.reveals[index]
        _, place = place_in_chain(upto, self.opened["chain"]["length"])
        before = self.reveals[index - 1][0] if index else 0
        seeds = {upto: seed}
        for number in range(upto - 1, max(before, upto - place), -1):
            seed = seeds[number] = earlier_seed(self.session_bytes, seed)
        return seeds


def seen_in(event: Event, sight: ViewRights) -> Event:
    """An event with those of its private parts that a caller may see."""
    if not event.parts:
        return event
    return replace(event, parts=tuple(part for part in event.parts if may_see(part.to, sight)))


def may_see(to: Audience, sight: ViewRights) -> bool:
    """Whether a caller may see a private part with this audience."""
    return to is None or (sight.is_whole and not is_for_bringer(to)) or any(name in to for name in sight.names)


def read_log(events: Iterable[Event]) -> Log:
    """A whole log from its first event on, with its hash chain checked."""
    log = Log()
    for event in events:
        log.add_chained(event)
    log.end()
    return log


def read_events(events: Iterable[Event]) -> Log:
    """Some events of a log, in order. Their hash chain is not checked."""
    log = Log()
    for event in events:
        log.add(event)
    return log


def read_action_log(connection: sa.Connection, session: str, number: int, sight: ViewRights = FULL_VIEW) -> Log:
    """The events that concern action `number`, with the private parts that a caller may see."""
    return read_events(seen_in(event, sight) for event in logged_events.events_for_action(connection, session, number))


def read_page(connection: sa.Connection, session: str, after: int, limit: int) -> list[Event]:
    """At most `limit` events of a session's log, after event `after`, oldest first."""
    return logged_events.events_after(connection, session, after, limit)


def read_bounded_page(
    connection: sa.Connection, session: str, after: int, limit: int, *, before: int | None = None
) -> list[Event]:
    """The same, but fewer where they have very many bytes together; with `before` those before it, newest first."""
    return logged_events.page_after(connection, session, after, limit, before)
