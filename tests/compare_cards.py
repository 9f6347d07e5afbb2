"""Compare the printed numbers of X-Wing's cards with a newer copy of xwing-data2: `python -m tests.compare_cards FOLDER`.

FOLDER is the folder `data` of a copy. Each difference is a line; nothing is written. Exits with 1 where there are any.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from app.rulesets.x_wing.cards.printed import (
    PILOT_ROWS,
    SHIP_ROWS,
    UPGRADE_ROWS,
    Numbers,
    printed_pilot,
    printed_ship,
    printed_upgrade,
)
from app.rulesets.x_wing.cards.registry import CONDITION_NAMES
from app.rulesets.x_wing.cards.squad_limits import NOTHING, pilot_limits, upgrade_limits


def arc_of(text):
    """An arc as it is written here."""
    return text.replace(" Arc", "").lower().replace(" ", "-")


def numbers_of(stats):
    """The numbers of a ship."""
    values = {stat["type"]: stat["value"] for stat in stats if stat["type"] != "attack"}
    weapons = tuple((arc_of(stat["arc"]), stat["value"]) for stat in stats if stat["type"] == "attack")
    return Numbers(values.get("agility", 0), values.get("hull", 0), values.get("shields", 0), weapons)


def slot_of(name):
    """A slot as it is written here."""
    return name.lower().replace(" ", "-")


def limit(of):
    """The limit of charges or Force."""
    return of["value"] if of else 0


def differences(folder: Path) -> Iterator[str]:
    """A line for each difference."""
    ships = [json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("pilots/*/*.json"))]
    upgrades = [one for file in sorted(folder.glob("upgrades/*.json")) for one in json.loads(file.read_text("utf-8"))]
    for ship in ships:
        yield from of_ship(ship)
    for upgrade in upgrades:
        yield from of_upgrade(upgrade)
    there = {pilot["xws"] for ship in ships for pilot in ship["pilots"]}
    yield from (f"pilot {id}: no longer there" for id in PILOT_ROWS if id not in there)
    told = [one for file in folder.glob("conditions/*.json") for one in json.loads(file.read_text("utf-8"))]
    there = {condition["xws"] for condition in told}
    yield from (f"condition {id}: no longer there" for id in CONDITION_NAMES if id not in there)
    yield from (f"condition {id}: not known here" for id in sorted(there - set(CONDITION_NAMES)))
    there = {upgrade["xws"] for upgrade in upgrades}
    yield from (f"upgrade {id}: no longer there" for id in UPGRADE_ROWS if id not in there)


def of_ship(ship) -> Iterator[str]:
    """What is different in a ship and its pilots."""
    id = ship["xws"]
    if id not in SHIP_ROWS:
        yield f"ship {id}: new"
        return
    known = printed_ship(id)
    yield from told(f"ship {id}", (known.size, known.numbers), (ship["size"].lower(), numbers_of(ship["stats"])))
    for pilot in ship["pilots"]:
        if pilot["xws"] not in PILOT_ROWS:
            yield f"pilot {pilot['xws']}: new"
            continue
        card = printed_pilot(pilot["xws"])
        ours = (card.ship, card.faction, card.initiative, card.charges, card.force, card.loadout, card.numbers)
        numbers = numbers_of(pilot.get("shipStats", ship["stats"]))
        loadout = tuple(pilot.get("standardLoadout", ()))
        charges, force = limit(pilot.get("charges")), limit(pilot.get("force"))
        theirs = (id, ship["faction"], pilot["initiative"], charges, force, loadout, numbers)
        yield from told(f"pilot {pilot['xws']}", ours, theirs)
        theirs = (pilot.get("limited", 0), tuple(map(slot_of, pilot.get("slots", ()))))
        yield from told(f"limits of pilot {pilot['xws']}", tuple(pilot_limits()[pilot["xws"]]), theirs)


def of_upgrade(upgrade) -> Iterator[str]:
    """What is different in an upgrade."""
    id, side = upgrade["xws"], upgrade["sides"][0]
    if id not in UPGRADE_ROWS:
        yield f"upgrade {id}: new"
        return
    card = printed_upgrade(id)
    slots = tuple(map(slot_of, side["slots"]))
    given = [(one["value"], one["amount"]) for one in side.get("grants") or () if one.get("type") == "slot"]
    gives = tuple(("-" if n < 0 else "") + slot_of(slot) for slot, n in given for _ in range(abs(n)))
    yield from told(f"limits of upgrade {id}", tuple(upgrade_limits().get(id, NOTHING)), (upgrade["limited"], gives))
    ours = (card.slots, card.charges, card.force)
    yield from told(f"upgrade {id}", ours, (slots, limit(side.get("charges")), limit(side.get("force"))))
    if card.weapon is not None:
        weapon, attack = card.weapon, side["attack"]
        ours = (weapon.arc, weapon.value, weapon.min_range, weapon.max_range, weapon.ordnance)
        theirs = (arc_of(attack["arc"]), attack["value"], attack["minrange"], attack["maxrange"], attack["ordnance"])
        yield from told(f"weapon {id}", ours, theirs)


def told(name: str, ours, theirs) -> Iterator[str]:
    """A line where something is not the same."""
    if ours != theirs:
        yield f"{name}: {ours} here, {theirs} there"


if __name__ == "__main__":
    found = list(differences(Path(sys.argv[1])))
    print(*found, sep="\n")
    sys.exit(bool(found))
