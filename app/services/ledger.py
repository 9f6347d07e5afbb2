"""What every change of an action writes: entries, resolution, reveal of seeds, and the rows that follow from them."""

from dataclasses import dataclass, field
from typing import Any

from app.domain.casualties import Casualty
from app.domain.fairness import ProvableDice, action_key, earlier_seed, place_in_chain, shared_entropy
from app.domain.record import Noted, Record
from app.domain.resolution import Pending, Resolved
from app.domain.table import Wanted
from app.persistence import store
from app.persistence.codec import Codec, Json
from app.persistence.rows import Action, Session, raw_id
from app.persistence.unit import Draft
from app.services.access import Tokens
from app.services.seating import Seating, seat_for, seats_of_entries, with_roles


@dataclass(slots=True)
class ActionState:
    """An action as a client is shown it."""

    session: Session
    action: Action
    entries: list[Json] = field(default_factory=list)
    casualties: list[Json] = field(default_factory=list)
    wanted: Wanted | None = None
    seed: bytes | None = None
    tokens: Tokens | None = None
    is_new: bool = True


def provable_dice(session: Session, number: int, seed: bytes) -> ProvableDice:
    """The service's dice of an action."""
    id = raw_id(session.id)
    return ProvableDice(action_key(id, seed, number, shared_entropy(id, {})))


def seed_of(draft: Draft, session: Session, number: int) -> bytes:
    """The seed that serves an action of a session with service dice."""
    chain, place = place_in_chain(number, session.chain_length)
    if session.id in draft.rows.opened:
        stored = next(row for row in draft.rows.seeds if row["place"] >= place)
        return earlier_seed(raw_id(session.id), stored["seed"], stored["place"] - place)
    return draft.seed(session.id, chain, place)


def casualty_rows(codec: Codec, record: Record, seating: Seating) -> list[Json]:
    """The casualties that a record notes, in order."""
    rows: list[Json] = []
    for entry, roles in with_roles(record.entries, seating):
        if isinstance(entry, Noted) and isinstance(entry.fact, Casualty):
            told = codec.facts[codec.fact_name(entry.fact)].dump(entry.fact)
            row = {**told, "seat": seat_for(entry.fact.role, roles), "rule": entry.rule}
            rows.append({name: row[name] for name in store.CASUALTY})
    return rows


def roll_rows(entries: list[Json], seating: Seating) -> list[Json]:
    """The rolls among stored entries, in order."""
    rows: list[Json] = []
    for entry, seat in zip(entries, seats_of_entries(entries, seating), strict=True):
        if entry["kind"] == "rolled":
            faces = entry["faces"]
            total = sum(faces) if all(isinstance(face, int) for face in faces) else None
            row = {"roll": len(rows), "role": entry["by"], "seat": seat, "rule": entry["rule"], "die": entry["die"]}
            rows.append({**row, "count": len(faces), "faces": faces, "total": total, "source": entry["source"]})
    return rows


def write_entries(
    draft: Draft, state: ActionState, entries: list[Json], unused: list[Json], sender: str | Json
) -> None:
    """One event for all the entries that a request added to a record, and who sent it."""
    if entries or unused:
        body = {"action": state.action.number, "from": len(state.entries), "entries": entries, "unused_answers": unused}
        mark(draft, state, "entries", {**body, "sent_by": sender})
        state.entries = [*state.entries, *entries]


def settle(draft: Draft, state: ActionState, end: Resolved[Any] | Pending, codec: Codec) -> None:
    """Resolve the action, or leave it with its question."""
    session, action = state.session, state.action
    if isinstance(end, Pending):
        state.wanted = end.wanted
        return
    action.status, action.resolved_at = "resolved", draft.at
    action.outcome = codec.outcome_of(action.kind).dump(end.outcome)
    state.wanted, state.casualties = None, casualty_rows(codec, end.record, action.seats)
    session.pending -= 1
    session.resolved += 1
    body = {"action": action.number, "outcome": action.outcome, "casualties": state.casualties}
    mark(draft, state, "action-resolved", body)
    project(draft, state)
    reveal(draft, state)


def project(draft: Draft, state: ActionState) -> None:
    """Write the rolls and casualties of an action that is closed."""
    rolls, casualties = projections(state.action, state.entries, state.casualties, draft.at)
    draft.rows.rolls += rolls
    draft.rows.casualties += casualties


def projections(action: Action, entries: list[Json], casualties: list[Json], at: str) -> tuple[list[Json], list[Json]]:
    """The rows of the rolls and of the casualties of an action that was first closed at a time."""
    of_action = {"session_id": action.session_id, "action": action.number, "ruleset": action.ruleset, "at": at}
    is_void = action.status == "void"
    rolls = [{**of_action, "void": is_void, **row} for row in roll_rows(entries, action.seats)]
    return rolls, [] if is_void else [{**of_action, "n": n, **row} for n, row in enumerate(casualties)]


def mark(draft: Draft, state: ActionState, type: str, body: Json) -> None:
    """Append an event about an action."""
    event = draft.append(state.session, type, body, action=state.action.number)
    state.action.seq, state.action.head = event.seq, event.hash
    if state.session.is_game:
        state.session.state_seq = event.seq


def reveal(draft: Draft, state: ActionState) -> None:
    """Reveal the seeds up to the greatest number such that it and all before it are closed."""
    session = state.session
    upto = session.last_number if session.pending == 0 else lowest_pending(draft, state) - 1
    if upto <= session.closed_upto:
        return
    session.closed_upto = upto
    if session.chain:
        draft.append(
            session, "seeds-revealed", {"upto": upto, "seed": seed_of(draft, session, upto).hex()}, action=upto
        )


def lowest_pending(draft: Draft, state: ActionState) -> int:
    """The lowest number that is still open once this action is closed."""
    waiting = store.pending_actions(draft.reading(state.session.id), state.session.id)
    return min(action.number for action in waiting if action.number != state.action.number)
