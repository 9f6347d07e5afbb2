"""What the luck of one action is counted from, in lists and of whole sessions."""

from collections.abc import Generator
from dataclasses import dataclass

from app.domain.record import Origin
from app.domain.table import SHUFFLE
from app.persistence.stored.codec import ATTACK, OPENING, Json
from app.services.odds.luck import AttackInGame, attack_in_game, places_in_odds
from app.services.odds.odds import automatic_policies
from app.services.odds.of_actions import StoredAction
from app.services.play.list_rows import roll_rows
from app.services.rulebooks.registry import Rulebook


@dataclass(frozen=True, slots=True)
class ActionLuck:
    """What the luck of one action is counted from."""

    attack: AttackInGame | None
    """Its attack; None where it has none."""
    choices: bool
    """Whether a player made a choice in the attack."""
    rolls: list[Json]
    """Its rolls that everybody may see, as rows."""
    unseen: int
    """How many of its rolls not everybody saw."""


def action_luck(book: Rulebook, stored: StoredAction) -> Generator[None, None, ActionLuck]:
    """What the luck of a resolved action is counted from, worked out with pauses."""
    action, entries = stored.action, stored.entries
    attack = None
    if action.kind == ATTACK and action.outcome is not None:
        policies, see = automatic_policies(book, action.policies), stored.sight.of
        places = places_in_odds(book, see(action.situation), action.options, policies, see(action.outcome))
        seats = {role: seat for role, seat in action.seats.items() if seat is not None}
        attack = AttackInGame(seats, 0, places)
    elif action.kind not in (ATTACK, OPENING):
        attack = yield from attack_in_game(book, stored)
    choices = attack is not None and any(is_choice(entry) for entry in entries[attack.began :])
    rolls = roll_rows(entries, action.seats)
    thrown = sum(entry["kind"] == "rolled" and entry["die"] != SHUFFLE for entry in entries)
    return ActionLuck(attack, choices, rolls, thrown - len(rolls))


def is_choice(entry: Json) -> bool:
    """Whether a stored entry is the choice of a player, and not of a policy or of the rules."""
    return entry["kind"] == "chose" and entry["source"] not in (Origin.POLICY, Origin.RULES)
