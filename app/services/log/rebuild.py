"""All rows of a session, built again from its log: session, seats, actions, events, seeds, rolls and casualties."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Annotated, Any, Literal

from annotated_types import MaxLen
from pydantic import Field
from pydantic_core import from_json

from app.domain.fairness import place_in_chain
from app.domain.players import BEST
from app.persistence.queries.logged_events import body_of
from app.persistence.stored.codec import OPENING, Json
from app.persistence.stored.fields import LOGGED, names_of
from app.persistence.stored.parts import digests_in
from app.persistence.stored.private import bare
from app.persistence.stored.rows import Action, Event, Seat, Session, part_row
from app.persistence.writing.batch import Rows
from app.services.log.boards import board_after
from app.services.log.read import Log
from app.services.log.story import Story, place_of
from app.services.play.projections import projected_rows
from app.services.play.proposals import void_proposal_with
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook
from app.services.sessions.chains import Chain, chain_ending_in, seed_rows
from app.services.sessions.open import is_watched
from app.services.sessions.shares import after, is_mixed, nothing_given

Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Id = Annotated[str, Field(pattern="^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]

ABOUT_ACTIONS = ("action-declared", "entries", "action-resolved", "action-voided")
"""The types of events after which the `seq` and the `head` of an action change."""

PROPOSALS = ("void-proposed", "void-declined", "close-proposed", "close-declined")
ABOUT_SESSIONS = ("session-opened", "session-closed", "seat-changed", "chain-committed", "seeds-revealed")
HIDDEN = ("private-revealed", "seat-looked", "personal-forgotten")
SHARES = ("seat-committed", "seat-revealed", "seat-waived")
"""The types of events that tell what the seats contribute to the dice."""

TYPES = {*ABOUT_ACTIONS, *PROPOSALS, *ABOUT_SESSIONS, *HIDDEN, *SHARES, "deadline-passed", "judge-called"}
"""Every type of event there is."""


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


def logged_event(event: Event) -> Event:
    """An event with its type and its action, read from its body. Raises ValueError where the type is unknown."""
    place = place_of(event.body)
    if place["type"] not in TYPES:
        raise ValueError("unknown type")
    action = body_of(event)["upto"] if place["type"] == "seeds-revealed" else place.get("action")
    return replace(event, type=place["type"], action=action)


def rebuilt_rows(book: Rulebook, log: Log, events: list[Event], unlogged: UnloggedPart) -> Rows:
    """All rows of a session, built from its log and from what the log does not contain.

    Raises ValueError, LookupError or TypeError where the two do not fit, or where the events do not make a log.
    """
    chains = committed_chains(log, unlogged)
    own: dict[int | None, list[Event]] = defaultdict(list)
    for event in events:
        own[event.action].append(event)
    session = rebuilt_session(book, log, unlogged, events)
    rows = Rows(sessions={session.id: session}, opened={session.id}, seats=list(session.seats))
    rows.events = [event_row(session.id, event) for event in events]
    rows.parts = list(part_rows(session.id, events, unlogged))
    rows.seeds = list(chain.from_iterable(seed_rows(session.id, n, each) for n, each in enumerate(chains, 1)))
    rows.actions = {session.id: {}}
    for number in sorted(log.stories):
        story = log.stories[number]
        action = rows.actions[session.id][number] = rebuilt_action(log, story, unlogged, own[number])
        rows.declared.add((session.id, number))
        if first := story.resolved or story.voided:
            rolls, casualties = projected_rows(action, story.entries, first.get("casualties", []), first["at"])
            rows.rolls += rolls
            rows.casualties += casualties
    return rows


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


def rebuilt_session(book: Rulebook, log: Log, unlogged: UnloggedPart, events: list[Event]) -> Session:
    """The row of the session.

    Raises ValueError where the numbers of the actions, the revealed seeds or the kind of the session contradict the
    log.
    """
    opened, last = log.opened, events[-1]
    closed = next((body_of(event) for event in events if event.type == "session-closed"), None)
    numbers = sorted(log.stories)
    statuses = [log.stories.status(number) for number in numbers]
    if numbers != list(range(1, len(numbers) + 1)):
        raise ValueError("the actions have gaps")
    upto = next((n for n, status in enumerate(statuses) if status == "pending"), len(statuses))
    due = 0 if log.holds_seeds_back else upto
    if log.chains and due != log.revealed_upto:
        raise ValueError("other seeds are revealed than those of closed actions")
    is_game = opened["kind"] == "game"
    if is_game != any(body["kind"] == OPENING for body in declared_in(events)) and numbers:
        raise ValueError("the session is of another kind")
    return Session(
        id=unlogged.id,
        **logged_values(Session, opened),
        visibility=unlogged.visibility,
        dice=opened["dice"]["source"],
        created_at=opened["at"],
        reference=unlogged.reference,
        host_token=bytes.fromhex(unlogged.host_token) if unlogged.host_token else None,
        owner=unlogged.owner,
        seat_count=len(opened["seats"]),
        hides=opened.get("hides", False),
        commitment=bytes.fromhex(log.chains[len(log.chains)]["commitment"]) if log.chains else None,
        chain=len(log.chains),
        chain_length=opened["chain"]["length"] if log.chains else 0,
        status="closed" if closed else "open",
        seq=last.seq,
        head=last.hash,
        last_number=len(statuses),
        closed_upto=due if log.chains else upto,
        resolved=statuses.count("resolved"),
        pending=statuses.count("pending"),
        void=statuses.count("void"),
        result=closed["result"] if closed else None,
        closed_at=closed["at"] if closed else None,
        state=state_of(book, log) if is_game else None,
        state_seq=newest_about_actions(events) if is_game else 0,
        proposal=close_proposal(events),
        deadline=opened.get("deadline"),
        entropy=(given := shares_in(opened, events)),
        mixed=is_mixed(given, len(opened["seats"])),
        watched=is_watched(opened.get("deadline"), (seats := seats_of(opened, unlogged))) or asks_best(events),
        seats=seats,
    )


def newest_about_actions(events: list[Event]) -> int:
    """The number of the newest event about an action; 0 before the first."""
    return max((event.seq for event in events if event.type in ABOUT_ACTIONS), default=0)


def shares_in(opened: Json, events: list[Event]) -> Json | None:
    """What the seats have contributed to the dice; None where they were not asked to."""
    given = nothing_given() if opened.get("entropy") else None
    for event in events:
        if given is not None and event.type in SHARES:
            given = after(given, body_of(event))
    return given


def declared_in(events: list[Event]) -> Iterator[Json]:
    """What declares each action."""
    return (body_of(event) for event in events if event.type == "action-declared")


def asks_best(events: list[Event]) -> bool:
    """Whether the service was to play a role or a seat of some action."""
    return any(BEST in body["policies"].values() for body in declared_in(events))


def seats_of(opened: Json, unlogged: UnloggedPart) -> tuple[Seat, ...]:
    """The seats, with the digests of their tokens. Raises ValueError where their numbers differ."""
    return tuple(
        Seat(
            unlogged.id,
            at["seat"],
            at["name"],
            at["side"],
            at["reference"],
            opened["policies"].get(str(at["seat"])),
            bytes.fromhex(token),
        )
        for at, token in zip(opened["seats"], unlogged.seats, strict=True)
    )


def state_of(book: Rulebook, log: Log) -> Json | None:
    """A game's board after its last closed action, as JSON."""
    waiting = next((number for number in log.stories if log.stories.status(number) == "pending"), None)
    state = board_after(book, log, without=waiting)
    return None if state is None else board_of(book)[1].state.dump(state)


def logged_values(kind: Any, body: Json) -> Json:
    """The fields of a session or an action that its first event contains under their own names."""
    return {name: body[name] for name in names_of(kind, LOGGED)}


def close_proposal(events: list[Event]) -> Json | None:
    """How seats propose to close the session, and which seats do; None where none does.

    Different terms begin a new proposal.
    """
    proposal: Json | None = None
    for event in events:
        if event.type not in ("close-proposed", "close-declined", "session-closed"):
            continue
        body = body_of(event)
        if event.type == "close-proposed":
            terms = {"result": body["result"], "abandon": body["abandon"]}
            same = proposal is not None and {**proposal, "seats": None} == {**terms, "seats": None}
            seats = proposal["seats"] if proposal and same else []
            proposal = {**terms, "seats": sorted([*seats, body["seat"]])}
        elif body.get("reason") != "finished":
            proposal = None
    return proposal


def replacement_in(body: Json) -> Json | None:
    """The request that a seat proposes in place of an action, with its reference, which may stand beside it."""
    replacement: Json | None = bare(body.get("replacement"))
    named = {"reference": body["reference"]} if body.get("reference") else {}
    return None if replacement is None else {**replacement, **named}


def rebuilt_action(log: Log, story: Story, unlogged: UnloggedPart, own: list[Event]) -> Action:
    """The row of an action. `own`: the events that concern it, in order."""
    declared, ended = story.declared, story.voided or story.resolved
    newest = next(event for event in reversed(own) if event.type in ABOUT_ACTIONS)
    commitment = None
    if log.chains:
        commitment = log.chains[place_in_chain(story.number, log.opened["chain"]["length"])[0]]["commitment"]
    return Action(
        session_id=unlogged.id,
        number=story.number,
        **logged_values(Action, declared) | {"dice": declared["dice"]["source"]},
        ruleset=log.opened["ruleset"],
        created_at=declared["at"],
        commitment=bytes.fromhex(commitment) if commitment else None,
        status=story.status,
        outcome=story.resolved["outcome"] if story.resolved and not story.voided else None,
        replaced_by=story.voided["replaced_by"] if story.voided else None,
        proposal=void_proposal(own),
        seq=newest.seq,
        head=newest.hash,
        listed=unlogged.visibility == "public",
        resolved_at=ended["at"] if ended else None,
    )


def void_proposal(own: list[Event]) -> Json | None:
    """Why seats propose to void an action, and which seats do; None where none does."""
    proposal: Json | None = None
    for event in own:
        if event.type == "void-proposed":
            body = body_of(event)
            proposal = void_proposal_with(proposal, body["seat"], body["reason"], replacement_in(body))
        elif event.type == "void-declined":
            proposal = None
    return proposal
