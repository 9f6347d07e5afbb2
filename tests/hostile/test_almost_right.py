"""Requests that are almost right: never a 500, never a text with a hole, and no row where something was refused."""

import copy
import random

import pytest

from tests.client import PHYSICAL, SEED, SEED_FACES
from tests.thorough import cases, thorough

pytestmark = [pytest.mark.anyio, thorough]
ROUNDS = cases(100, 2000)
WHOLE = {
    "situation": {
        "attacker": {"units": 5, "unit_ids": [], "mode": {"atk": 1, "atk_base": None, "spl": 0, "rng": None}},
        "defender": {"units": 4, "unit_ids": ["a", "b", "c", "d"], "mode": {"def": 1}},
        "distance": None,
        "line_of_sight": True,
        "visible": None,
        "cover": [{"def": 2, "touching": 2}],
    },
    "options": {
        "preset": "standard",
        "surplus_dice": "owner-choice",
        "casualty_choice": "defender",
        "base_threshold": 7,
    },
    "dice": {**PHYSICAL, "faces": SEED_FACES},
    "policies": {"attacker": "default", "defender": "ask"},
    "answers": [{"question": "remove-surplus-dice", "choice": {"faces": [1]}}],
    "reference": "r",
    "played_at": "2026-11-21T10:00:00Z",
    "session_id": None,
    "replaces": None,
}
ODD = [None, True, False, 0, 1, -1, 3, 7, 100, 101, 2**31, 2**63, 2**64, 1.5, 1e400, "", "x", "\u0000", "1", "ask", "default",
       "owner-choice", "physical", "service", "é", "\ud7ff", "x" * 500, [], [[]], [1], ["1"], [None], {}, {"a": 1}, {"units": 1}]  # fmt: skip


def places(value, path=()):
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from places(child, (*path, key))


def mutated(chance):
    body = copy.deepcopy(WHOLE)
    for _ in range(chance.randint(1, 4)):
        path = chance.choice([path for path in places(body) if path])
        parent = body
        for key in path[:-1]:
            parent = parent[key]
        kind = chance.random()
        if kind < 0.6:
            parent[path[-1]] = copy.deepcopy(chance.choice(ODD))
        elif kind < 0.8:
            del parent[path[-1]]
        elif isinstance(parent, dict):
            parent[chance.choice(["zz", "units", "faces", "def_", ""])] = copy.deepcopy(chance.choice(ODD))
    return body


@pytest.mark.parametrize("path", ["attacks", "odds", "sessions"])
async def test_almost_right_requests(sqlite_api, path):
    chance = random.Random(path)
    accepted = 0
    for _ in range(ROUNDS):
        body = mutated(chance)
        if path == "odds":
            body = {key: body[key] for key in ("situation", "options", "policies") if key in body}
        response = await sqlite_api.post(f"/v1/rulesets/open-forces/{path}", body)
        text = response.text
        assert response.status_code in (200, 201, 400, 401, 404, 409, 422), (body, text)
        assert "{{" not in text, (body, text)
        if response.status_code >= 400:
            problem = response.json()
            assert problem["code"] not in ("internal-error", ""), (body, text)
            assert problem["title"] != problem["code"], (body, text)
            assert all(error["detail"] and error["pointer"].startswith("/") for error in problem.get("errors", [])), (
                body,
                text,
            )
        accepted += response.status_code == 201
    assert await sqlite_api.count("sessions") == accepted
    assert accepted < ROUNDS


async def test_almost_right_answers(sqlite_api):
    chance = random.Random("answers")
    body = {"options": {"surplus_dice": "owner-choice"}, "policies": {"attacker": "ask"}, "dice": PHYSICAL}
    start = (await sqlite_api.attack(SEED, **body)).json()
    token, path = start["tokens"]["host"], f"/v1/sessions/{start['session_id']}/actions/1/answers"
    for _ in range(ROUNDS // 4):
        answer = {"seen": chance.choice([6, 6, 6, *ODD]), chance.choice(["faces", "choice", "zz"]): chance.choice(ODD)}
        response = await sqlite_api.post(path, answer, token)
        assert response.status_code in (400, 409, 422), (answer, response.text)
        assert "{{" not in response.text
    assert (await sqlite_api.get(path.removesuffix("/answers"))).json()["record"] == start["record"]
