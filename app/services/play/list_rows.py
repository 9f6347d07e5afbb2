"""The rows that the lists of rolls and casualties read: one for each roll and one for each casualty."""

from app.domain.casualties import Casualty
from app.domain.names import stored_name
from app.domain.record import EVERYBODY
from app.domain.table import SHUFFLE
from app.persistence.queries import store
from app.persistence.stored.codec import Json, value_and_audience
from app.persistence.stored.private import is_hidden
from app.persistence.stored.rows import Action
from app.services.play.seating import Seating, seat_for, stored_roles

CASUALTY = stored_name(Casualty)


def casualty_rows(entries: list[Json], seating: Seating) -> list[Json]:
    """The casualties that stored entries note for everybody, as JSON, in order."""
    rows: list[Json] = []
    for entry, roles in zip(entries, stored_roles(entries, seating), strict=True):
        if entry.get("fact") == CASUALTY and not is_hidden(entry["data"]):
            row = {**entry["data"], "seat": seat_for(entry["data"]["role"], roles), "rule": entry["rule"]}
            rows.append({name: row[name] for name in store.CASUALTY})
    return rows


def roll_rows(entries: list[Json], seating: Seating) -> list[Json]:
    """The rolls among stored entries that everybody may see, as JSON, in order; a shuffle does not count as a roll."""
    rows: list[Json] = []
    rolled = -1
    for entry, roles in zip(entries, stored_roles(entries, seating), strict=True):
        if entry["kind"] != "rolled":
            continue
        rolled += 1
        faces, to = value_and_audience(entry["faces"])
        if entry["die"] == SHUFFLE or to is not EVERYBODY:
            continue
        rows.append(
            {
                "roll": rolled,
                "role": entry["by"],
                "seat": seat_for(entry["by"], roles),
                "rule": entry["rule"],
                "die": entry["die"],
                "count": len(faces),
                "faces": faces,
                "total": None if str in map(type, faces) else sum(faces),
                "source": entry["source"],
            }
        )
    return rows


def list_rows(action: Action, entries: list[Json], casualties: list[Json], at: str) -> tuple[list[Json], list[Json]]:
    """The rows of the rolls and those of the casualties of an action that was first closed at time `at`.

    A void action has no casualties, and its rolls are marked as void.
    """
    of_action = {"session_id": action.session_id, "action": action.number, "ruleset": action.ruleset, "at": at}
    of_action["listed"] = action.listed
    is_void = action.status == "void"
    rolls = [{**of_action, "void": is_void, **row} for row in roll_rows(entries, action.seats)]
    return rolls, [] if is_void else [{**of_action, "n": n, **row} for n, row in enumerate(casualties)]
