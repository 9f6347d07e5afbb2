"""Conditions of cards that only the table knows: what a game knows of them, and the question for what it does not."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from app.domain.casualties import UnitId
from app.domain.record import By, Role
from app.domain.table import Question, Table
from app.rulesets.x_wing import facts
from app.rulesets.x_wing.attack.conditions import without_idle_effects
from app.rulesets.x_wing.attack.state import battle_of, opponent_of
from app.rulesets.x_wing.attack.weapons import keys_of, unmet_of
from app.rulesets.x_wing.cards.card import DECLARING, Trait
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, printed_pilot
from app.rulesets.x_wing.cards.registry import card_of, slots_of
from app.rulesets.x_wing.effects import EffectName, XWingCount
from app.rulesets.x_wing.model import XWingAttack, XWingShip
from app.rulesets.x_wing.options import XWingOptions


@dataclass(frozen=True, slots=True)
class XWingApplies:
    """Whether the condition of a card holds in this attack."""

    varied_by: ClassVar = "applies"
    applies: bool
    """True if it holds."""


@dataclass(frozen=True, slots=True)
class ConditionShown:
    """The card whose condition only the table knows, and its ship."""

    card: EffectName
    """The card, such as `pilot:ndrusuhlak`."""
    unit: UnitId
    """The id of the ship that has it."""


@dataclass(frozen=True, slots=True)
class CardCondition(Question[XWingApplies]):
    """XW-72: whether the condition of a card holds in this attack, which only the table knows."""

    card: str
    unit: str

    def options(self) -> Iterator[XWingApplies]:
        """No, which is the default, then yes."""
        yield from (XWingApplies(False), XWingApplies(True))

    def check(self, choice: XWingApplies) -> None:
        """Either may be."""

    def context(self) -> ConditionShown:
        return ConditionShown(self.card, self.unit)


class Around(NamedTuple):
    """A ship with such a card in an attack of a game, as the game knows what is around it."""

    ship: XWingShip
    enemy: XWingShip
    """The other ship of the attack."""
    friends: tuple[XWingShip, ...]
    """The ships of its player beside it."""
    foes: tuple[XWingShip, ...]
    """The ships of the other player beside the one in the attack."""

    def has_friend(self, *names: str) -> bool:
        """Whether a friend is in play; where names are given, one of a pilot of such a name."""
        return any(not names or name_of(friend) in names for friend in self.friends)

    def is_locked_by(self, *ships: XWingShip) -> bool:
        """Whether one of these ships has a lock on the enemy."""
        return any(self.enemy.id in ship.locks for ship in ships)


def name_of(ship: XWingShip) -> str | None:
    """The name on the card of a ship's pilot; None where the pilot is not known."""
    return printed_pilot(ship.pilot).name if ship.pilot is not None and ship.pilot in PILOT_ROWS else None


def _if_friend(*names: str) -> Callable[[Around], bool | None]:
    return lambda around: None if around.has_friend(*names) else False


def _if_alone(around: Around) -> bool | None:
    return None if around.friends else True


def _if_charged(slot: str) -> Callable[[Around], bool | None]:
    return lambda around: any(
        slot in slots_of(upgrade) and around.ship.charges.get(upgrade, 0) for upgrade in around.ship.upgrades
    )


def _if_damaged_near(around: Around) -> bool | None:
    if around.enemy.damage_cards:
        return True
    return None if any(ship.damage_cards for ship in around.foes) else False


BORN_FOR_THIS, NETWORKED = "ship:bornforthis", "ship:networkedcalculations"
KNOWN: Mapping[str, Callable[[Around], bool | None]] = {
    **dict.fromkeys(
        (
            "pilot:axe",
            "pilot:captainphasma",
            "pilot:clanwrenvolunteer",
            "pilot:dextiree-battleofyavin",
            "pilot:kathscarlet",
            "pilot:lieutenantblount",
            "pilot:princexizor",
            "pilot:tezanasz",
            "pilot:vennie",
            "pilot:wedgeantilles-battleofyavin",
            "upgrade:itsatrap-battleoverendor",
            "upgrade:relaysystem-tiephphantom",
            "upgrade:ruthless",
            "upgrade:synchronizedconsole",
        ),
        _if_friend(),
    ),
    **dict.fromkeys(
        ("pilot:bobafett-firesprayclasspatrolcraft", "pilot:ndrusuhlak", "ship:solo", "upgrade:lonewolf"), _if_alone
    ),
    "pilot:backstabber-battleofyavin": _if_friend("Darth Vader", "“Mauler” Mithel"),
    "pilot:maulermithel-battleofyavin": _if_friend("Darth Vader", "“Backstabber”"),
    **dict.fromkeys(
        ("pilot:baktoidprototype", "pilot:baktoidprototype-siegeofcoruscant"),
        lambda around: around.is_locked_by(
            *(ship for ship in (around.ship, *around.friends) if NETWORKED in ship.effects)
        ),
    ),
    "pilot:colonelvessery": lambda around: around.is_locked_by(around.ship, *around.friends, *around.foes),
    "pilot:dist81": lambda around: None if any(friend.tokens.calculate for friend in around.friends) else False,
    "pilot:ember": _if_damaged_near,
    "pilot:guildbountyhunter": _if_charged("illicit"),
    "pilot:joyrekkoff": _if_charged("torpedo"),
    "pilot:lieutenantlehuse": lambda around: around.is_locked_by(*around.friends),
    "pilot:ronithblario": lambda around: None if any(friend.tokens.focus for friend in around.friends) else False,
    "pilot:themandalorian": lambda around: None if around.foes else False,
    "upgrade:bobafett-gunner": lambda around: None if around.friends or around.foes else True,
    "upgrade:sensorjammer-battleofyavin": lambda around: around.is_locked_by(around.ship, *around.friends),
    "upgrade:treacherous": lambda around: None if around.friends or around.foes else False,
    "upgrade:wolfpack-siegeofcoruscant": lambda around: around.is_locked_by(
        *(ship for ship in around.friends if name_of(ship) == "Plo Koon" or BORN_FOR_THIS in ship.effects)
    ),
    "condition:decoyed": lambda around: (
        None
        if any(friend.tokens.evade and name_of(friend) == "Naboo Handmaiden" for friend in around.friends)
        else False
    ),
    "condition:optimizedprototype": lambda around: around.is_locked_by(
        *(ship for ship in (around.ship, *around.friends) if "directorkrennic" in ship.upgrades)
    ),
}
"""Whether a condition holds, as far as a game knows: None where only the table does. Of others it knows nothing."""


def with_conditions(
    situation: XWingAttack,
    options: XWingOptions,
    others: Mapping[Role, tuple[XWingShip, ...]] | None,
    sent: Mapping[str, bool],
    names: Mapping[Role, By],
    table: Table,
) -> XWingAttack:
    """XW-72: the attack of a game in which it is settled of each card whether its condition holds.

    `others` are the ships of each player beside those of the attack, None where they are not at hand; `sent` says of
    cards whether their conditions hold: of those of the attacker, else of the defender. Of what neither the game nor
    `sent` says, the card's player is asked, who has one of the `names`.
    """
    attackers, attacker, defender = open_cards(situation.attacker), situation.attacker, situation.defender
    for role, ship, enemy in ((Role.ATTACKER, attacker, defender), (Role.DEFENDER, defender, attacker)):
        cards = cards_that_may_work(situation, options, role) if open_cards(ship) else ()
        own = sent if role is Role.ATTACKER else {card: holds for card, holds in sent.items() if card not in attackers}
        around = None if others is None else Around(ship, enemy, others[role], others[opponent_of(role)])
        for card in cards:
            known = is_known(card, around)
            holds = own.get(card) if known is None else known
            if holds is None:
                holds = table.ask(CardCondition(card, ship.id), by=names[role], rule="XW-72").applies
            table.note(facts.ConditionSettled(ship.id, card, holds), rule="XW-72")
            ship = ship if holds else replace(ship, effects=(*ship.effects, XWingCount(card, 0)))
        situation = replace(situation, attacker=ship) if role is Role.ATTACKER else replace(situation, defender=ship)
    return situation


def is_known(card: str, around: Around | None) -> bool | None:
    """Whether the condition of a card holds, as far as the game knows; None where it does not."""
    return KNOWN[card](around) if around is not None and card in KNOWN else None


def without_unmet(ship: XWingShip) -> XWingShip:
    """The ship before it is settled whether the conditions of its cards hold."""
    unmet = unmet_of(ship)
    return replace(
        ship,
        effects=tuple(sent for sent in ship.effects if not (isinstance(sent, XWingCount) and sent.counts in unmet)),
    )


def open_cards(ship: XWingShip) -> tuple[str, ...]:
    """The cards of a ship that have a condition which only the table knows."""
    return tuple(key for key in keys_of(ship) if card_of(key).has(Trait.AT_TABLE))


def as_declaring(ship: XWingShip, sent: Mapping[str, bool]) -> XWingShip:
    """XW-72: the ship as it may declare an attack: a card allows something only if its condition was sent as met."""
    unmet = (card for card in open_cards(ship) if card_of(card).has(*DECLARING) and not sent.get(card))
    return replace(ship, effects=(*ship.effects, *(XWingCount(card, 0) for card in unmet)))


def cards_that_may_work(situation: XWingAttack, options: XWingOptions, role: Role) -> tuple[str, ...]:
    """The cards of a ship with such a condition that do anything in this attack, if it holds."""
    ship = situation.attacker if role is Role.ATTACKER else situation.defender
    battle = without_idle_effects(battle_of(situation, options))
    held = [one for window in battle.effects for one in battle.of(window, role) if not one.is_a_friends]
    working = [one.effect.card for one in held]
    return tuple(card for card in open_cards(ship) if card in working)
