"""The matrix of odds: each cell has the odds of its attack alone, and the whole has clear ends."""

import asyncio
import json

import pytest

from app.services.odds import matrix
from app.services.rulebooks.installed import find_rulebooks
from tests.api.test_leaving import Leaver
from tests.waiting import LONG, until

pytestmark = pytest.mark.anyio
RULES = "/v1/rulesets"
X_WING = f"{RULES}/x-wing/odds"
REBELS = [
    {"pilot": "wedgeantilles", "tokens": {"focus": 1}, "locks": ["academypilot"]},
    {"pilot": "academypilot"},
    {"pilot": "blacksquadronace-tielnfighter", "tokens": {"focus": 1}, "name": "Second"},
]
EMPIRE = [
    {"pilot": "academypilot", "tokens": {"evade": 1}, "locks": ["academypilot"]},
    {"pilot": "darthvader", "tokens": {"focus": 1}},
]
GROUPS = [
    [{"units": 5, "mode": {"atk": 1, "rng": 40}}, {"units": 3, "mode": {"atk": 2, "spl": 2}}, {"units": 5, "mode": {"atk": 1, "rng": 40}, "unit_ids": list("abcde")}],
    [{"units": 4, "mode": {"def": 1}}, {"units": 9, "mode": {"def": 0}}],
]  # fmt: skip


async def asked(api, slug, **body):
    """The lines of a matrix."""
    answer = await api.post(f"{RULES}/{slug}/odds/matrix", body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    *cells, end = [json.loads(line) for line in answer.text.splitlines()]
    assert end == {"end": True, "cells": len(cells)}
    return cells


async def alone(api, slug, situation, **rest):
    """What a cell has to have, by the odds of its attack alone."""
    answer = await api.post(f"{RULES}/{slug}/odds", {"situation": situation, **rest})
    found = answer.json()
    return {name: found[name] for name in ("chances", "means")} if answer.status_code == 200 else found["code"]


def known(cell):
    return cell["problem"]["code"] if "problem" in cell else {name: cell[name] for name in ("chances", "means")}


async def test_each_ship_against_each_has_the_odds_of_its_attack_alone(sqlite_api):
    cells = await asked(sqlite_api, "x-wing", attackers=REBELS, defenders=EMPIRE, ranges=[1, 3])
    assert [(cell["attacker"], cell["defender"], cell["range"]) for cell in cells] == [
        (a, d, r) for a in range(3) for d in range(2) for r in (1, 3)
    ]
    for cell in cells:
        own, other = ({**each[cell[role]]} for each, role in ((REBELS, "attacker"), (EMPIRE, "defender")))
        if own["pilot"] == other["pilot"]:
            own, other = {**own, "id": "own"}, {**other, "locks": ["own"]}
        situation = {"attacker": own, "defender": other, "attack_range": cell["range"]}
        assert known(cell) == await alone(sqlite_api, "x-wing", situation)


async def test_all_attacks_come_in_one_document_where_that_is_asked_for(sqlite_api):
    body = {"attackers": REBELS, "defenders": [*EMPIRE, {"pilot": "nobody"}], "ranges": [2]}
    lines = await asked(sqlite_api, "x-wing", **body)
    answer = await sqlite_api.post(f"{X_WING}/matrix?format=json", body)
    items = answer.json()["items"]
    for cell in (*lines, *items):
        cell.get("problem", {}).pop("request_id", None)
    assert items == lines
    assert answer.headers["content-type"] == "application/json"


async def test_each_group_against_each_has_the_odds_of_its_attack_alone(sqlite_api, monkeypatch):
    computed, odds_of_request = [], matrix.odds_of_request

    def counted(book, one, budget):
        computed.append(one)
        return odds_of_request(book, one, budget)

    monkeypatch.setattr(matrix, "odds_of_request", counted)
    attackers, defenders = GROUPS
    for some in ({}, {"ranges": [10, 50, None]}):
        computed.clear()
        options = {"base_threshold": 8}
        cells = await asked(
            sqlite_api, "open-forces", attackers=attackers, defenders=defenders, options=options, **some
        )
        assert [(cell["attacker"], cell["defender"], cell["range"]) for cell in cells] == [
            (a, d, r) for a in range(3) for d in range(2) for r in some.get("ranges", [None])
        ]
        for cell in cells:
            distance = {} if cell["range"] is None else {"distance": cell["range"]}
            situation = {"attacker": attackers[cell["attacker"]], "defender": defenders[cell["defender"]], **distance}
            assert known(cell) == await alone(sqlite_api, "open-forces", situation, options=options)
        assert {"problem" in cell for cell in cells} == ({True, False} if some else {False})
        are_alike = [cell for cell in cells if cell["attacker"] == 2 and "problem" not in cell]
        assert len(computed) == sum("problem" not in cell for cell in cells) - len(are_alike)


async def test_what_a_rulebook_refuses_is_told_in_its_cell_at_its_place(sqlite_api):
    ships = [{"pilot": "wedgeantilles"}, {"pilot": "wedgeantiles"}, {"pilot": "wedgeantilles", "tokens": {"disarm": 1}}]
    cells = await asked(sqlite_api, "x-wing", attackers=ships, defenders=[{"pilot": "academypilot"}], ranges=[1, 0])
    problems = [cell.get("problem") for cell in cells]
    assert problems[:2] == [None, None]
    assert [problem["code"] for problem in problems[2:]] == ["illegal-situation"] * 4
    assert problems[2]["errors"][0]["pointer"] == "/attackers/1/pilot"
    assert problems[4]["errors"][0]["pointer"] == "/attackers/2/tokens/disarm"


async def test_faults_of_form_refuse_the_whole_once_at_their_places(sqlite_api):
    ships, targets = (
        [{"pilot": "wedgeantilles"}, {"pilot": "wedgeantilles", "agilty": 3}],
        [{"pilot": "academypilot"}, {"agility": 2}],
    )
    body = {"attackers": ships, "defenders": targets, "ranges": [1]}
    answer = await sqlite_api.post(f"{X_WING}/matrix", body)
    assert answer.status_code == 422, answer.text
    at = [error["pointer"] for error in answer.json()["errors"]]
    assert sorted(at) == ["/attackers/1/agilty", "/defenders/1/hull", "/defenders/1/id"]
    wordless = await sqlite_api.post(f"{X_WING}/matrix", {**body, "attackers": [{"id": "a", "agility": 2, "hull": 3}]})
    assert "/attackers/0/pilot" in [error["pointer"] for error in wordless.json()["errors"]]


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ({}, ["/attackers", "/defenders", "/ranges"]),
        ({"attackers": [], "defenders": [{"pilot": "academypilot"}], "ranges": [1]}, ["/attackers"]),
        ({"attackers": [1], "defenders": [{"pilot": "academypilot"}], "ranges": [1]}, ["/attackers/0"]),
        ({"attackers": [{}], "defenders": [{"pilot": "academypilot"}], "ranges": []}, ["/ranges"]),
        ({"attackers": [{}], "defenders": [{}], "ranges": [1], "policies": {}}, ["/policies"]),
        ({"attackers": [{}], "defenders": [{}], "ranges": [1], "options": {"max_dices": 3}}, ["/options/max_dices"]),
    ],
)
async def test_a_matrix_that_is_none_is_refused(sqlite_api, body, at):
    answer = await sqlite_api.post(f"{X_WING}/matrix", body)
    assert answer.status_code == 422, answer.text
    assert sorted(error["pointer"] for error in answer.json()["errors"]) == at


async def test_more_than_256_attacks_are_refused_before_any_is_computed(sqlite_api):
    body = {
        "attackers": [{"pilot": "wedgeantilles"}] * 43,
        "defenders": [{"pilot": "academypilot"}] * 3,
        "ranges": [1, 2],
    }
    problem = (await sqlite_api.post(f"{X_WING}/matrix", body)).json()
    assert (problem["code"], problem["is"], problem["at_most"]) == ("limit-exceeded", 258, 256)


async def test_rulebooks_without_attackers_that_meet_defenders_have_no_matrix(sqlite_api):
    having = {slug for slug, book in find_rulebooks().items() if book.ruleset.matrix}
    assert having == {"open-forces", "x-wing"}
    assert (await sqlite_api.post(f"{RULES}/castle-rampage/odds/matrix", {})).status_code == 404


class Reader(Leaver):
    """A client that reads a few lines, and then no more until it goes."""

    def __init__(self, api, body, most):
        super().__init__(api, f"{RULES}/open-forces/odds/matrix", body)
        self._most, self.lines = most, []

    async def _answered(self, message):
        await super()._answered(message)
        if message["type"] == "http.response.body" and message.get("body"):
            self.lines.append(message["body"])
            if len(self.lines) >= self._most:
                await self._gone.wait()


async def test_an_address_takes_one_matrix_at_a_time_and_leaving_ends_it(sqlite_api, monkeypatch):
    computed, odds_of_request = [], matrix.odds_of_request

    def counted(book, one, budget):
        computed.append(one)
        return odds_of_request(book, one, budget)

    monkeypatch.setattr(matrix, "odds_of_request", counted)
    groups = [{"units": n, "mode": {"atk": 1}} for n in range(1, 61)]
    body = {"attackers": groups, "defenders": [{"units": 4, "mode": {"def": 1}}]}
    reader = Reader(sqlite_api, body, 2)
    task = asyncio.create_task(reader.send())

    async def has_read():
        return len(reader.lines) == 2

    await until(has_read)
    path = f"{RULES}/open-forces/odds/matrix"
    refused = await sqlite_api.post(path, body)
    assert (refused.status_code, refused.json()["reason"]) == (429, "too-many-long-answers")
    reader.go()
    await asyncio.wait_for(task, LONG)
    assert len(computed) < len(groups)
    assert (await sqlite_api.post(path, body)).status_code == 200
