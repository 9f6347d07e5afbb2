"""All rows of a session, built again from its log: session, seats, actions, events, seeds, rolls and casualties."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Annotated, Literal

from annotated_types import MaxLen
from pydantic import Field
from pydantic_core import from_json

from app.persistence.queries.logged_events import body_of
from app.persistence.stored.codec import Json
from app.persistence.stored.parts import digests_in
from app.persistence.stored.rows import Action, Event, Session, part_row
from app.persistence.writing.batch import Rows
from app.services.events.event import EVENTS, Misplaced, event_in
from app.services.events.fold import NOT_OPENED, Fold
from app.services.events.session import Unlogged, UnloggedSeat
from app.services.log.action_log import event_key
from app.services.log.boards import board_after
from app.services.log.read import Log
from app.services.play.list_rows import list_rows
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.chains import Chain, chain_ending_in, seed_rows

Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Id = Annotated[str, Field(pattern="^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]


@dataclass(frozen=True, slots=True)
class UnloggedPrivate:
    """Who may see a private part."""

    digest: Digest
    to: tuple[Annotated[str, MaxLen(20)], ...] | None
    """The names of the audience; None where every reader may see it."""
    tag: Annotated[str, MaxLen(32)]


@dataclass(frozen=True, slots=True)
class UnloggedPart:
    """What a log does not contain of its session, and a dump of the instance therefore stores beside it."""

    id: Id
    visibility: Literal["public", "unlisted", "private"]
    reference: Annotated[str, MaxLen(200)] | None
    owner: Id | None
    """The id of the API key that opened the session; None where none did."""
    host_token: Digest | None
    """The digest of the host's token, in hex; None where the session has no host."""
    seats: tuple[Digest, ...]
    """The digests of the tokens of the seats, in hex, in the order of the seats."""
    seeds: tuple[Digest, ...]
    """The last seed of each seed chain, in hex, in the order of the chains."""
    parts: tuple[UnloggedPrivate, ...] = ()
    """Who may see the private parts of its events, in the order of the log; without those that are forgotten."""

    @property
    def columns(self) -> Unlogged:
        """The same as columns, without seeds and private parts."""
        seats = tuple(UnloggedSeat(bytes.fromhex(token)) for token in self.seats)
        host = bytes.fromhex(self.host_token) if self.host_token else None
        return Unlogged(self.visibility, self.reference, self.owner, host, seats)


def logged_event(event: Event) -> Event:
    """An event with its type and its action, read from its body. Raises ValueError where the type is unknown."""
    place = event_key(event.body)
    if place["type"] not in EVENTS:
        raise ValueError("unknown type")
    return replace(event, type=place["type"], action=event_in(body_of(event)).about)


def rebuilt_rows(book: Rulebook, log: Log, events: list[Event], unlogged: UnloggedPart) -> Rows:
    """All rows of a session, built from its log and from what the log does not contain.

    Raises ValueError, LookupError or TypeError where the two do not fit, or where the events do not make a log.
    """
    chains = committed_chains(log, unlogged)
    session, actions = folded(events, unlogged)
    check_reveals(log, session)
    if session.is_game:
        session.state = state_of(book, log)
    rows = Rows(sessions={session.id: session}, opened={session.id}, seats=list(session.seats))
    rows.actions, rows.declared = {session.id: actions}, {(session.id, number) for number in actions}
    rows.events = [event_row(session.id, event) for event in events]
    rows.parts = list(part_rows(session.id, events, unlogged))
    rows.seeds = list(chain.from_iterable(seed_rows(session.id, n, each) for n, each in enumerate(chains, 1)))
    for number, action in actions.items():
        story = log.stories[number]
        if first := story.resolved or story.voided:
            rolls, casualties = list_rows(action, story.entries, first.get("casualties", []), first["at"])
            rows.rolls += rolls
            rows.casualties += casualties
    return rows


def folded(events: list[Event], unlogged: UnloggedPart) -> tuple[Session, dict[int, Action]]:
    """A session and its actions, by number, as its events have made them one after the other.

    Raises ValueError, LookupError or TypeError where they do not make a log.
    """
    fold = Fold(unlogged.columns)
    for event in events:
        fold.add(event, body_of(event))
    if fold.session is None:
        raise Misplaced(NOT_OPENED)
    return fold.session, fold.actions


def check_reveals(log: Log, session: Session) -> None:
    """Raise ValueError where not the seeds of all closed actions are revealed."""
    due = 0 if log.holds_seeds_back else log.closed_upto
    if log.chains and due != session.closed_upto:
        raise ValueError("other seeds are revealed than those of closed actions")


def event_row(session: str, event: Event) -> Json:
    """The row of an event."""
    place = {"session_id": session, "seq": event.seq, "type": event.type, "action": event.action}
    return {**place, "body": event.body, "hash": event.hash}


def part_rows(session: str, events: list[Event], unlogged: UnloggedPart) -> Iterator[Json]:
    """The rows of the private parts. Raises ValueError where one that is not forgotten is missing."""
    missing = {part.digest for part in unlogged.parts}
    for event in events:
        if event.parts:
            places = {digest: n for n, digest in enumerate(digests_in(from_json(event.body)))}
            for part in event.parts:
                missing.discard(part.digest)
                yield part_row(
                    session,
                    event.seq,
                    places[part.digest],
                    digest=bytes.fromhex(part.digest),
                    salt=part.salt,
                    value=part.value,
                    to=part.to,
                    tag=part.tag,
                )
    if missing:
        raise ValueError("a private part is missing: only a whole log can be restored")


def committed_chains(log: Log, unlogged: UnloggedPart) -> list[Chain]:
    """The seed chains of a log, computed from the last seed of each.

    Raises ValueError where they do not lead to the commitments in the log.
    """
    if unlogged.id != log.opened["session"] or list(log.chains) != list(range(1, len(unlogged.seeds) + 1)):
        raise ValueError("the session and its seeds are not those of the log")
    chains = []
    for number, seed in enumerate(unlogged.seeds, 1):
        committed = log.chains[number]
        computed = chain_ending_in(unlogged.id, bytes.fromhex(seed), committed["length"])
        if computed.commitment.hex() != committed["commitment"]:
            raise ValueError(f"chain {number} does not lead to its commitment")
        chains.append(computed)
    return chains


def state_of(book: Rulebook, log: Log) -> Json | None:
    """A game's board after its last closed action, as JSON."""
    waiting = next((number for number in log.stories if log.stories.status(number) == "pending"), None)
    state = board_after(book, log, without=waiting)
    return None if state is None else board_of(book)[1].state.dump(state)
