"""Exact odds of X-Wing: processor time and memory of the first call, here and in checkouts of other commits.

`python -m benchmarks.x_wing [FOLDER …]` measures this tree and then each folder with a checkout, in turns, so that what
else the machine does meets all of them alike.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = str(Path(__file__).parent.parent)
TURNS = 3

CHILD = """
import importlib, sys, time, tracemalloc
def first(*places):
    for module, name in places:
        try:
            return getattr(importlib.import_module("app.rulesets.x_wing" + module), name)
        except (ImportError, AttributeError):
            pass
    raise SystemExit("not found: %r" % (places,))
odds = first((".odds.enumerate", "exact_odds"), (".odds", "odds"))
POLICIES = first((".players.policies", "POLICIES"), (".policies", "POLICIES"))
OPTIONS = first((".options", "AMG_1_4_5"), ("", "AMG_1_4_5"))
Arc = first((".terms", "Arc"), (".effects", "Arc"))
m = importlib.import_module("app.rulesets.x_wing.model")
from app.domain.record import Role
def ship(id, agility, hull, *upgrades, lock=None, force=0, charges=None, **tokens):
    return m.XWingShip(id, agility, hull, upgrades=upgrades, tokens=m.XWingTokens(**tokens),
        force=m.XWingForce(force, force), locks=(lock,) if lock else (), charges=charges or {})
def attack(attacker, defender, dice, **rest):
    return m.XWingAttack(attacker, m.XWingWeapon(value=dice), defender, attack_range=2, **rest)
cards, others = ("zuckuss", "heroic", "juke", "firecontrolsystem"), ("heroic", "lonewolf", "elusive", "finn")
charges, had = {"lonewolf": 1, "elusive": 1}, {"focus": 1, "evade": 1, "calculate": 1, "force": 1}
CASES = {
    "lock, focus v focus, evade": lambda: attack(
        ship("r", 2, 4, lock="b", focus=1), ship("b", 6, 8, focus=1, evade=1), 6),
    "five abilities, 3 v 3": lambda: attack(
        ship("r", 2, 4, *cards, lock="b", focus=1, evade=1), ship("b", 3, 4, "l337", focus=1, evade=1), 3),
    "five abilities, 6 v 6": lambda: attack(
        ship("r", 2, 4, *cards, lock="b", focus=1, evade=1), ship("b", 6, 6, "l337", focus=1, evade=1), 6),
    "eleven abilities, 6 v 6": lambda: attack(
        ship("r", 2, 4, *cards, "predator", "lonewolf", lock="b", charges=charges, **had),
        ship("b", 6, 6, "l337", *others, charges=charges, **had), 6, defender_in_arcs=(Arc.FRONT, Arc.BULLSEYE)),
}
situation, policies = CASES[sys.argv[1]](), dict.fromkeys(Role, POLICIES["exact"])
if sys.argv[2] == "memory":
    tracemalloc.start()
began = time.process_time()
try:
    odds(situation, OPTIONS, policies)
except Exception as error:
    print("refused:", error)
else:
    took = time.process_time() - began
    print(tracemalloc.get_traced_memory()[1] / 2**20 if sys.argv[2] == "memory" else took)
"""
NAMES = (
    "lock, focus v focus, evade",
    "five abilities, 3 v 3",
    "five abilities, 6 v 6",
    "eleven abilities, 6 v 6",
)


def measured(folder: str, name: str, what: str = "time") -> str:
    """What a new process prints that computes the odds once with the code in a folder."""
    environment = {**os.environ, "PYTHONPATH": folder}
    command = [sys.executable, "-c", CHILD, name, what]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> None:
    """Print a row for each case: seconds of processor time in each folder, and the memory here in MiB."""
    folders = [HERE, *[str(Path(folder).resolve()) for folder in sys.argv[1:]]]
    for name in NAMES:
        turns = [[measured(folder, name) for folder in folders] for _ in range(TURNS)]
        columns = [[turn[n] for turn in turns] for n in range(len(folders))]
        told = [
            column[0] if column[0].startswith("refused") else f"{median(float(one) for one in column):.3f} s"
            for column in columns
        ]
        print(f"{name}: {', '.join(told)}; {float(measured(HERE, name, 'memory')):.0f} MiB")


if __name__ == "__main__":
    main()
