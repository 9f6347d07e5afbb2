"""A session's log, read into its opening, its seed chains, its reveals and the story of each action."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import sqlalchemy as sa
from pydantic_core import from_json

from app.domain.fairness import GENESIS, earlier_seed, event_hash, place_in_chain
from app.persistence import store
from app.persistence.codec import Json
from app.persistence.rows import Event, Status, raw_id


@dataclass(slots=True)
class Story:
    """What a log tells of one action."""

    number: int
    declared: Json
    head: bytes = b""
    """The hash of the last event about it, as it is stored."""
    entries: list[Json] = field(default_factory=list)
    resolved: Json | None = None
    voided: Json | None = None

    @property
    def status(self) -> Status:
        """pending, resolved or void."""
        return "void" if self.voided else "resolved" if self.resolved else "pending"


@dataclass(slots=True)
class Log:
    """A log, read: its opening, its chains, its reveals and its actions."""

    opened: Json = field(default_factory=dict)
    chains: dict[int, Json] = field(default_factory=dict)
    reveals: list[tuple[int, bytes]] = field(default_factory=list)
    stories: dict[int, Story] = field(default_factory=dict)
    events: int = 0
    head: bytes = GENESIS
    broken_at: int | None = None
    _proven: dict[int, tuple[int, str]] = field(default_factory=dict)
    """By chain the seed that was last found to lead to the commitment, with its place."""

    def add(self, event: Event) -> Json:
        """Read the next event, without checking the chain; what it says."""
        body: Json = from_json(event.body)
        match body["type"]:
            case "session-opened":
                self.opened = body
                if body["chain"]:
                    self.chains[1] = body["chain"]
            case "chain-committed":
                self.chains[body["number"]] = body
            case "action-declared":
                self.stories[body["action"]] = Story(body["action"], body)
            case "entries":
                self.stories[body["action"]].entries += body["entries"]
            case "action-resolved":
                self.stories[body["action"]].resolved = body
            case "action-voided":
                self.stories[body["action"]].voided = body
            case "seeds-revealed":
                self.reveals.append((body["upto"], bytes.fromhex(body["seed"])))
        if (story := self.stories.get(body.get("action") or 0)) is not None:
            story.head = event.hash
        return body

    def add_chained(self, event: Event) -> None:
        """Read the next event and check that it is chained to the one before."""
        self.events += 1
        self.head = event_hash(self.head, event.body)
        if self.broken_at is None and (event.hash != self.head or event.seq != self.events):
            self.broken_at = event.seq
        body = self.add(event)
        if self.broken_at is None and body["seq"] != event.seq:
            self.broken_at = event.seq

    @property
    def session_bytes(self) -> bytes:
        """The 16 raw bytes of the session's id."""
        return raw_id(self.opened["session"])

    def seed(self, number: int) -> bytes | None:
        """The seed of an action, from the first reveal that reaches it."""
        for upto, seed in self.reveals:
            if upto >= number:
                return self._seed_before(upto, seed, number)
        return None

    def is_committed(self, number: int, seed: bytes) -> bool:
        """Whether the seed of an action leads to its chain's commitment, or to a seed that does."""
        chain, place = place_in_chain(number, self.opened["chain"]["length"])
        known_place, known = self._proven.get(chain, (0, ""))
        if not 0 < known_place <= place:
            known_place, known = 0, self.chains[chain]["commitment"]
        if earlier_seed(self.session_bytes, seed, place - known_place).hex() != known:
            return False
        self._proven[chain] = place, seed.hex()
        return True

    def _seed_before(self, upto: int, seed: bytes, number: int) -> bytes | None:
        length = self.opened["chain"]["length"]
        (chain, place), (revealed_chain, revealed) = place_in_chain(number, length), place_in_chain(upto, length)
        if chain == revealed_chain:
            return earlier_seed(self.session_bytes, seed, revealed - place)
        return None


def read_log(events: Iterable[Event]) -> Log:
    """A whole log, chained from its first event."""
    log = Log()
    for event in events:
        log.add_chained(event)
    return log


def read_events(events: Iterable[Event]) -> Log:
    """Some events of a log, without checking the chain."""
    log = Log()
    for event in events:
        log.add(event)
    return log


def read_action_log(connection: sa.Connection, session: str, number: int) -> Log:
    """What of a log tells of one action."""
    return read_events(store.events_for_action(connection, session, number))


def read_page(connection: sa.Connection, session: str, after: int, limit: int) -> list[Event]:
    """The next events of a session's log."""
    return store.events_after(connection, session, after, limit)
