"""Odds of real material against their goals: the processor time of the first call, each in a process of its own.

`python -m benchmarks.goals` prints a row for each case. A goal is a number of seconds on one core. The time is compared
with the floor too, a fixed piece of arithmetic timed in the same process, which tells how fast the machine was then.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx

from app.main import create_app
from app.settings import Settings
from benchmarks.dearest import EXACT, skirmish
from benchmarks.report import Goal, judged, lined

DECK, PRINTED = 118, ((1, 3), (2, 2), (3, 1), (2, 3), (3, 2), (3, 3), (4, 2), (2, 4), (6, 6))
"""Cards of Castle Rampage, and the pairs of values printed on them as the gate's and the castle's defense."""
NOTHING = {"effect": "none"}
HERE = Path(__file__).parent / "cases"
FILES = {
    "castle-four-purple-kinds-raised-attack-12": 0.3,
    "castle-four-purple-kinds-raised-attack-20": 1.0,
    "castle-six-purple-kinds-raised-attack-12": 1.0,
    "castle-six-purple-kinds-raised-attack-20": 1.0,
    "castle-twelve-purple-kinds-raised-attack-12": 1.0,
    "castle-eight-each-one-further": 0.3,
    "castle-eight-each-three-further": 3.0,
    "open-forces-95-on-95": 0.3,
    "open-forces-95-with-distances": 0.3,
    "stalingrad-18-in-the-target": 0.3,
    "stalingrad-18-of-three-kinds": 0.3,
    "stalingrad-27-on-the-map": 0.3,
}
"""The requests in `cases/` with their goals in seconds; the name of each begins with that of its ruleset."""
RULESETS = {"castle": "castle-rampage", "open": "open-forces", "stalingrad": "storm-over-stalingrad"}
REBELS = (
    *("wedgeantilles", "lukeskywalker", "biggsdarklighter", "redsquadronveteran"),
    *("dutchvander", "norrawexley", "jakefarrell", "sharabey"),
)
EMPIRE = (
    *("darthvader", "soontirfel", "howlrunner", "maulermithel"),
    *("idenversio", "academypilot", "obsidiansquadronpilot", "grandinquisitor"),
)


@dataclass(frozen=True)
class Case:
    """A request for odds, and the seconds of processor time in which it has to be answered."""

    ruleset: str
    goal: float
    body: Callable[[], Any]
    path: str = "odds"


def cases() -> dict[str, Case]:
    """Every case, by its name."""
    castles = {
        f"castle: 118 cards, {name}, {1 + further} attacks": Case(
            "castle-rampage", 0.3 if further < 2 else 3.0, partial(besieged, further, **cards)
        )
        for name, cards, most in (
            ("printed values", {}, 3),
            ("free values", {"free": True}, 1),
            ("12 kinds of purple", {"free": True, "purple": 12}, 1),
            ("purple that raises", {"free": True, "purple": 12, "raises": True}, 1),
        )
        for further in range(most + 1)
    }
    x_wing = {
        f"x-wing: {name}, {1 + further} attacks": Case("x-wing", goal, partial(dogfight, situation, further))
        for name, situation, goals in (
            ("Wedge at Luke", duel("wedgeantilles", "lukeskywalker"), {0: 0.15, 3: 2.5, 6: 6.0}),
            ("Soontir at Poe", duel("soontirfel", "poedameron"), {0: 0.15, 3: 2.5, 6: 6.0}),
            ("Vader at Boba", duel("darthvader", "bobafett"), {0: 0.15, 3: 2.5, 6: 6.0}),
            ("eleven abilities, 6 dice", eleven(), {0: 1.0}),
        )
        for further, goal in goals.items()
    }
    files = {
        f"{name} (file)": Case(RULESETS[name.partition("-")[0]], goal, partial(written, name))
        for name, goal in FILES.items()
    }
    return {
        **castles,
        **files,
        "x-wing: 8 ships at 8, at 3 ranges": Case("x-wing", 3.0, squads, "odds/matrix"),
        "x-wing: Wedge at Luke, 4 attacks as a series": Case(
            "x-wing", 2.5, lambda: {**dogfight(duel("wedgeantilles", "lukeskywalker"), 3), "horizon": "series"}
        ),
        "open forces: splash, 50 units, 4 attacks": Case("open-forces", 0.3, partial(skirmishes, 50, 100, 3, spl=25)),
        "open forces: 100 v 100, 8 attacks": Case("open-forces", 0.3, partial(skirmishes, 100, 100, 7)),
        "stalingrad: 20 units a side, 8 attacks": Case("storm-over-stalingrad", 0.3, partial(firefight, 20, 7)),
        **x_wing,
    }


def written(name: str) -> Any:
    """The request of a file."""
    return json.loads((HERE / f"{name}.json").read_text("utf-8"))


def squads() -> Any:
    """Each ship of one squad at each of another, both with what a careful player has then."""
    sides = [[{"pilot": pilot, "tokens": {"focus": 1}} for pilot in side] for side in (REBELS, EMPIRE)]
    return {"attackers": sides[0], "defenders": sides[1], "ranges": [1, 2, 3]}


def besieged(further: int, *, free: bool = False, purple: int = 0, raises: bool = False) -> Any:
    """Four cards at the gate and four in the castle that nobody has seen, of 118."""
    random = Random(118)
    pairs = [(random.randint(1, 6), random.randint(1, 6)) for _ in range(DECK)] if free else PRINTED
    raised = {"effect": "change-remaining-attack", "amount": 1}
    kinds = [raised if raises and n % 2 else {"effect": "destroy-top-of", "structure": "gate"} for n in range(purple)]
    pool = [
        {
            "card": f"card-{n}",
            "gate_defense": gate,
            "castle_defense": castle,
            "purple": n < purple,
            "effect": kinds[n] if n < purple else NOTHING,
        }
        for n, (gate, castle) in enumerate(islice(cycle(pairs), DECK))
    ]
    unseen = [{"unknown": True}] * 4
    attacks = [{"attack": {"value": 9 + 2 * n}} for n in range(1 + further)]
    return {"situation": {**attacks[0], "gate": unseen, "castle": unseen, "pool": pool}, "then": attacks[1:]}


def skirmishes(units: int, defenders: int, further: int, **mode: int) -> Any:
    """So many units that attack, with a mode that may splash, and do so again."""
    situation = skirmish(units, defenders)
    situation["attacker"]["mode"] |= mode
    return {"situation": situation, "then": [{"attacker": situation["attacker"]}] * further}


def firefight(units: int, further: int) -> Any:
    """So many units in each of two areas, and what those that have not fired can still do."""
    place = {"terrain_defense": 2, "adjacent": ["T", "X", "Y"]}
    values = {"defense_fresh": 7, "defense_spent": 6, "firepower": 2}
    firing = [{"id": f"s{n}", "side": "soviet", "state": "fresh", **values} for n in range(units)]
    facing = [{"id": f"g{n}", "side": "german", "state": "fresh", **values} for n in range(units)]
    areas = [
        {"id": "F", **place, "adjacent": ["T"], "controller": "soviet", "units": firing},
        {"id": "T", **place, "adjacent": ["F", "X", "Y"], "controller": "german", "units": facing},
        *({"id": name, **place, "adjacent": ["T"], "controller": "german", "units": []} for name in "XY"),
    ]
    parts = [{"firing_area": "F", "firers": [f"s{n}"]} for n in range(1 + further)]
    return {
        "situation": {"firing_side": "soviet", "target_area": "T", "areas": areas, **parts[0]},
        "options": {"stacking_limit": 20},
        "then": parts[1:],
    }


def duel(attacker: str, defender: str) -> Any:
    """One pilot fires at another, both with what a careful player has then."""
    tokens = {"focus": 1, "evade": 1}
    return {
        "attacker": {"pilot": attacker, "id": "attacker", "tokens": tokens, "locks": ["defender"]},
        "defender": {"pilot": defender, "id": "defender", "tokens": tokens},
        "attack_range": 1,
    }


def eleven() -> Any:
    """Six dice against six, with eleven abilities."""
    tokens, force = {"focus": 1, "evade": 1, "calculate": 1}, {"capacity": 1, "active": 1}
    cards = ["zuckuss", "heroic", "juke", "firecontrolsystem", "predator", "lonewolf"]
    common = {"tokens": tokens, "force": force, "charges": {"lonewolf": 1}}
    red = {"id": "red", "agility": 2, "hull": 4, "upgrades": cards, "locks": ["blue"], **common}
    others = ["l337", "heroic", "lonewolf", "elusive", "finn"]
    blue = {"id": "blue", "agility": 6, "hull": 6, "upgrades": others, **common}
    blue["charges"] = {"lonewolf": 1, "elusive": 1}
    return {
        "attacker": red,
        "weapon": {"value": 6},
        "defender": blue,
        "attack_range": 2,
        "defender_in_arcs": ["front", "bullseye"],
    }


def dogfight(situation: Any, further: int) -> Any:
    """An attack, and the same by so many others."""
    again = {name: situation[name] for name in ("attacker", "weapon", "attack_range") if name in situation}
    return {"situation": situation, "policies": EXACT, "then": [again] * further}


async def asked(case: Case) -> str:
    """What a fresh service answers, and the seconds of processor time that it took: a line of its own."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database_url=f"sqlite:///{folder}/umpire.db", log_level="error"))
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://odds", timeout=600) as client,
        ):
            body = case.body()
            await client.get("/healthz")
            began = time.process_time()
            response = await client.post(f"/v1/rulesets/{case.ruleset}/{case.path}", json=body)
            took = time.process_time() - began
    problem = response.json() if response.is_error else {}
    return f"{took} {response.status_code} {problem.get('what') or problem.get('detail') or ''}"


def floor() -> float:
    """Seconds of processor time that a fixed piece of arithmetic takes now."""
    began = time.process_time()
    total = Fraction(0)
    for n in range(1, 700):
        total += Fraction(1, n)
    return time.process_time() - began


def main() -> None:
    """Print a row for each case, or what one case was answered."""
    parser = argparse.ArgumentParser(prog="benchmarks.goals", description=__doc__)
    parser.add_argument("--only", default="", help="cases with this in their name")
    parser.add_argument("--turns", type=int, default=3, help="of each case; the median counts")
    parser.add_argument("--case", help="ask for this one in the present process, and print what came of it")
    given = parser.parse_args()
    if given.case:
        print(floor(), asyncio.run(asked(cases()[given.case])))
        return
    heads = ("odds, cold", "of its goal", "goal", "of the floor", "ms of the processor, goal", "answered")
    print(*lined(heads, []), sep="\n")
    for name, case in cases().items():
        if given.only in name:
            print(row(name, case, given.turns), flush=True)


def row(name: str, case: Case, turns: int) -> str:
    """The row of a case: each turn in a process of its own."""
    command, told = [sys.executable, "-m", "benchmarks.goals", "--case", name], list[list[str]]()
    for _ in range(turns):
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        told.append(done.stdout.split(maxsplit=3))
    took = median(float(seconds) for _, seconds, *_ in told)
    floors = median(float(seconds) / float(floor) for floor, seconds, *_ in told)
    answered = " ".join(told[0][2:]).strip()
    share = took / case.goal
    holds = judged(share, Goal(at_most=1)) if answered.startswith("200") else "**missed**: refused"
    figures = f"{share:.2f} | {holds} | {floors:,.0f} | {took * 1e3:,.0f}, {case.goal * 1e3:,.0f}"
    return f"| {name} | {figures} | {answered} |"


if __name__ == "__main__":
    main()
