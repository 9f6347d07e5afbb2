"""Whether an action revealed hidden information; if so, it cannot be voided."""

from app.domain.names import stored_name
from app.domain.table import ChoiceWanted
from app.errors import Problem
from app.persistence.queries import logged_events
from app.persistence.stored.codec import Json
from app.persistence.stored.private import map_private
from app.persistence.writing.draft import Draft
from app.services.actions.state import ActionState
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook

REVEALED = "private-revealed"
"""The type of the event with which everybody may see private parts."""


def require_nothing_revealed(draft: Draft, book: Rulebook, state: ActionState) -> None:
    """Raise Problem fixed-by-session (409) if an action of a game has revealed hidden information.

    Everybody saw a card that was turned up, or a seat one that it drew: nobody forgets it where the board goes back.
    Where its rules have changed it is let go all the same: nothing else can be done with it.
    """
    if state.session.is_game and state.session.hides and not state.rules_changed and has_revealed(draft, book, state):
        raise Problem("fixed-by-session", reason="hidden-shown", params={"action": state.action.number})


def has_revealed(draft: Draft, book: Rulebook, state: ActionState) -> bool:
    """Whether an action revealed hidden information to somebody."""
    number, id = state.action.number, state.session.id
    events = logged_events.events_for_action(draft.reading(id), id, number)
    facts = [stored_name(kind) for kind in board_of(book)[0].shows]
    return (
        any(event.type == REVEALED and event.action == number for event in events)
        or any(entry.get("fact") in facts or shows_somebody(entry, f"{number}:") for entry in state.entries)
        or asks_about_hidden(state)
    )


def shows_somebody(entry: Json, own: str) -> bool:
    """Whether an entry has a part that some may see and others may not.

    What a player has chosen, and what was sent with the move, whose tags begin with `own`, tells its sender nothing.
    """
    found: list[Json] = []

    def keep(part: Json) -> Json:
        found.append(part)
        return part

    if entry["kind"] != "chose":
        map_private(entry, keep)
    return any(part["to"] and not part["tag"].startswith(own) for part in found)


def asks_about_hidden(state: ActionState) -> bool:
    """Whether a question waits that is for some eyes only, and so may tell them what they did not know."""
    return isinstance(state.wanted, ChoiceWanted) and state.wanted.to is not None
