"""Options: how the versions of the rules reference differ, and the four published versions as presets."""

from dataclasses import dataclass, fields
from enum import StrEnum
from operator import attrgetter
from typing import Annotated

from annotated_types import Ge, Le, MaxLen

from app.rulesets.x_wing.model import Obstacle, Range


class Range0Modification(StrEnum):
    """What the attacker may do to its dice in a primary attack at range 0 (XW-30)."""

    NONE_EXCEPT_DEFENDER = "none-except-defender"
    FORCE_DEFAULT_ONLY = "force-default-only"
    NORMAL = "normal"


class UnknownCards(StrEnum):
    """What happens to an attack in which a ship has a card that is not known."""

    REFUSE = "refuse"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class XWingOptions:
    """The rules in which versions of the rules reference differ."""

    primary_range_min: Annotated[int, Ge(0), Le(1)] = 0
    """The shortest range of primary weapons (XW-10)."""
    range0_attacker_modification: Range0Modification = Range0Modification.NONE_EXCEPT_DEFENDER
    """How the attacker may modify its own dice in a primary attack at range 0 (XW-30)."""
    range0_no_added_attack_dice: bool = True
    """Whether nothing can add attack dice to a primary attack at range 0 (XW-22)."""
    range0_defender_protected: bool = True
    """Whether the attacker cannot act on the dice of a defender at range 0 (XW-43, XW-44)."""
    range_bonus_attack_ranges: Annotated[tuple[Range, ...], MaxLen(4)] = (1,)
    """The attack ranges at which the attacker rolls one more die (XW-21)."""
    max_dice: Annotated[int, Ge(1), Le(40)] | None = 6
    """The most dice in one roll (XW-20); null: no limit."""
    touching_means_attack_range_0: bool = True
    """Whether ships that touch are at attack range 0 in every arc (XW-13); if not, the range in the arc counts."""
    obstructing_gas_cloud_blank_to_evade: bool = False
    """Whether an obstructed defender may change one blank to an evade, by an earlier rule for gas clouds (XW-39)."""
    ionized_cannot_lock: bool = True
    """Whether an ionized ship cannot have locks (XW-12)."""
    no_attack_at_range0_of: Annotated[tuple[Obstacle, ...], MaxLen(3)] = tuple(Obstacle)
    """The obstacles at range 0 of which a ship cannot attack (XW-16)."""
    fuel_leak_self_trigger: bool = False
    """Whether Fuel Leak is set off by the same damage that dealt it (XW-56)."""
    jam_tokens_each_take: bool = True
    """Whether each of several jam tokens that come at once takes something from the ship; if not, one does (XW-78)."""
    after_hit_before_damage: bool = False
    """Whether Concussion Missiles, which work after a hit, do so before the damage like Plasma Torpedoes (XW-53)."""
    unknown_cards: UnknownCards = UnknownCards.REFUSE
    """Whether cards that are not known are refused, or noted and left to the players (XW-72)."""


AMG_1_4_5 = XWingOptions()
AMG_1_4_0 = XWingOptions(
    range0_attacker_modification=Range0Modification.FORCE_DEFAULT_ONLY,
    touching_means_attack_range_0=False,
    ionized_cannot_lock=False,
)
FFG_1_3_2 = XWingOptions(
    primary_range_min=1,
    range0_attacker_modification=Range0Modification.NORMAL,
    range0_no_added_attack_dice=False,
    range0_defender_protected=False,
    range_bonus_attack_ranges=(0, 1),
    touching_means_attack_range_0=False,
    ionized_cannot_lock=False,
    no_attack_at_range0_of=(Obstacle.ASTEROID,),
)
FFG_1_0_0 = XWingOptions(
    primary_range_min=1,
    range0_attacker_modification=Range0Modification.NORMAL,
    range0_no_added_attack_dice=False,
    range0_defender_protected=False,
    range_bonus_attack_ranges=(0, 1),
    max_dice=None,
    touching_means_attack_range_0=False,
    ionized_cannot_lock=False,
    no_attack_at_range0_of=(Obstacle.ASTEROID,),
)
PRESETS = {"amg-1-4-5": AMG_1_4_5, "amg-1-4-0": AMG_1_4_0, "ffg-1-3-2": FFG_1_3_2, "ffg-1-0-0": FFG_1_0_0}

OPEN = ("unknown_cards", "jam_tokens_each_take", "after_hit_before_damage")
"""What is our own, and what every version of the rules reference leaves open."""
_FIXED = attrgetter(*(field.name for field in fields(XWingOptions) if field.name not in OPEN))
"""What a version of the rules reference fixes."""
_PUBLISHED = tuple(_FIXED(preset) for preset in PRESETS.values())


def is_standard(options: XWingOptions) -> bool:
    """Whether the options of an attack, or of the attacks of a game, are those of a published version."""
    return _FIXED(options) in _PUBLISHED
