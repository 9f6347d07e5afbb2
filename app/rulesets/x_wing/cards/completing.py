"""Ships and attacks as clients send them: a known pilot fills what is left out, and what differs from the card is told.

JSON goes in and comes out: nothing of it has been checked yet.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from app.domain.completion import Completion, Note, Sent
from app.domain.errors import Fact, IllegalSituation, raise_all
from app.rulesets.x_wing.cards.printed import PILOT_ROWS, UPGRADE_ROWS, printed_pilot, printed_upgrade
from app.rulesets.x_wing.cards.refusals import unknown_card
from app.rulesets.x_wing.cards.registry import card_of, limit_of_charges
from app.rulesets.x_wing.cards.squad_ships import XWingSquadShip, entering_ship
from app.rulesets.x_wing.model import XWingAttack, XWingShip
from app.rulesets.x_wing.terms import Arc

Place = tuple[str | int, ...]
ROLES = ("attacker", "defender")
FILLED = ("agility", "hull", "upgrades", "size", "shields", "force", "charges", "effects")
"""What a card fills of a ship, beside its id and name."""
PRINTED: tuple[Place, ...] = (("agility",), ("hull",), ("size",), ("shields", "max"), ("force", "capacity"))
"""The numbers of a ship that the table does not change."""
MAY_LACK: Mapping[type, tuple[str, ...]] = {XWingShip: ("id", "agility", "hull"), XWingAttack: ("weapon",)}


def card_of_ship(sent: Sent) -> XWingSquadShip | None:
    """The ship as its pilot and its upgrades say, or without them the upgrades of the card; None: no known pilot."""
    pilot, upgrades = sent.get("pilot"), sent.get("upgrades")
    if not isinstance(pilot, str) or pilot not in PILOT_ROWS:
        return None
    printed = printed_pilot(pilot)
    ids = upgrades if isinstance(upgrades, list) else printed.loadout
    known = (id for id in dict.fromkeys(id for id in ids if isinstance(id, str)) if id in UPGRADE_ROWS)
    return entering_ship(printed, tuple(printed_upgrade(id) for id in known))


def completed_ship(sent: object, *place: str | int) -> object:
    """XW-72: a ship with all that it leaves out and its pilot's card says. Its name comes with its id.

    Raises IllegalSituation where a pilot that is not known would have to say what is left out.
    """
    if not isinstance(sent, Mapping):
        return sent
    card = card_of_ship(sent)
    if card is None:
        raise_all(pilot_missed(sent, *place))
        return sent
    values = asdict(card.ship)
    own = {} if "id" in sent else {"id": values["id"], "name": values["name"]}
    filled = {**{name: values[name] for name in FILLED}, **own, **sent}
    for name, most in (("shields", "max"), ("force", "capacity")):
        part = filled[name]
        if isinstance(part, Mapping):
            filled[name] = {most: values[name][most], **part}
    return filled


def pilot_missed(sent: object, *place: str | int) -> Iterator[IllegalSituation]:
    """XW-72: the refusal of a pilot that is not known and would have to say what a ship leaves out."""
    pilot = sent.get("pilot") if isinstance(sent, Mapping) else None
    if not isinstance(sent, Mapping) or not isinstance(pilot, str) or pilot in PILOT_ROWS:
        return
    if any(name not in sent for name in MAY_LACK[XWingShip]):
        fault = unknown_card(pilot, (*place, "pilot"), "pilot:")
        yield IllegalSituation(fault.reason, fault.rule, *fault.place, **fault.params)


def completed_attack(sent: Sent) -> Sent:
    """XW-5, XW-72: an attack with whole ships; without a weapon, with the primary weapon in whose arc the defender is,
    or with the first one and its arc.
    """
    whole = {**sent, **{role: completed_ship(sent[role], role) for role in ROLES if role in sent}}
    attacker = whole.get("attacker")
    card = card_of_ship(attacker) if isinstance(attacker, Mapping) else None
    if "weapon" in sent or card is None:
        return whole
    weapons, arcs = [weapon for weapon in card.weapons if weapon.upgrade is None], sent.get("defender_in_arcs")
    fitting = [weapon for weapon in weapons if isinstance(arcs, list) and weapon.arc.value in arcs]
    for weapon in (fitting or weapons)[:1]:
        whole["weapon"] = {"arc": weapon.arc.value, "value": weapon.value}
        around = [Arc.FRONT.value] if weapon.arc is Arc.BULLSEYE else []
        whole = {"defender_in_arcs": [*around, weapon.arc.value], **whole}
    return whole


def completed_target(sent: Sent) -> Sent:
    """XW-72: a choice whose target, if it is a ship outside of the attack, is whole."""
    return {**sent, "target": completed_ship(sent["target"], "target")} if "target" in sent else sent


def ship_notes(whole: object, *place: str | int) -> Iterator[Note]:
    """XW-72: what of a ship differs from the card of its pilot."""
    if not isinstance(whole, Mapping) or (card := card_of_ship(whole)) is None:
        return
    printed, ship = asdict(card.ship), whole.get("id")
    for path in PRINTED:
        sent, says = _inside(whole, path), _inside(printed, path)
        if sent != says:
            yield _differs(ship, path[0], sent, says, (*place, *path))
    for key, active in _items(whole.get("charges")):
        if isinstance(active, int) and active > (most := limit_of_charges(card.ship.pilot, key)):
            what = f"pilot:{card.ship.pilot}" if key == "pilot" else f"upgrade:{key}"
            yield _differs(ship, what, active, most, (*place, "charges", key))
    effects = whole.get("effects")
    for ability in map(str, card.ship.effects):
        if isinstance(effects, list) and not card_of(ability).is_at_table and ability not in effects:
            yield Note(
                "lacks-ability",
                "XW-72",
                (*place, "effects"),
                {"ship": _told(ship), "ability": ability},
                ("ability",),
            )


def attack_notes(whole: Sent) -> Iterator[Note]:
    """XW-5, XW-72: what of an attack differs from the cards of its ships."""
    for role in ROLES:
        yield from ship_notes(whole.get(role), role)
    attacker, weapon = whole.get("attacker"), whole.get("weapon")
    card = card_of_ship(attacker) if isinstance(attacker, Mapping) else None
    if card is None or not isinstance(weapon, Mapping) or weapon.get("upgrade") or weapon.get("kind") == "special":
        return
    ship, arc, value = card.ship.id, weapon.get("arc", Arc.FRONT.value), weapon.get("value")
    primary = [one for one in card.weapons if one.upgrade is None]
    same_arc = [one.value for one in primary if one.arc.value == arc]
    if same_arc and value not in same_arc:
        yield _differs(ship, "primary", value, same_arc[0], ("weapon", "value"))
    elif primary and not same_arc:
        yield _differs(ship, "primary", arc, primary[0].arc.value, ("weapon", "arc"))


def _differs(ship: object, what: str | int, sent: object, printed: object, place: Place) -> Note:
    told = {"ship": ship, "what": what, "sent": sent, "printed": printed}
    params = {name: _told(value) for name, value in told.items()}
    return Note("differs-from-card", "XW-72", place, params, ("what", "sent", "printed"))


def _told(value: object) -> Fact:
    return value if isinstance(value, int) else str(value)


def _inside(value: object, path: Place) -> object:
    for part in path:
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _items(value: object) -> list[tuple[str, object]]:
    return list(value.items()) if isinstance(value, Mapping) else []


SITUATIONS = Completion(completed_attack, MAY_LACK, attack_notes)
"""How the situation of an attack becomes whole."""

TARGETS = Completion(completed_target, MAY_LACK)
"""How the choice of a bonus attack becomes whole."""
