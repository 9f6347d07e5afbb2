"""The requests of the guide to writing a rulebook are answered as it says."""

import json
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.anyio
GUIDE = (Path(__file__).parents[2] / "docs" / "rulebook.md").read_text()
ATTACK, ANSWER, GAME, MOVE = [json.loads(body) for body in re.findall(r"-d '(\{.*\})'$", GUIDE, re.MULTILINE)]


async def test_the_attack_of_the_guide_waits_for_its_answer(sqlite_api):
    action = (await sqlite_api.post("/v1/rulesets/pebbles/attacks", ATTACK)).json()
    assert action["pending"]["seen"] == ANSWER["seen"]
    assert {choice["text"] for choice in action["pending"]["choices"]} == {"Cover it", "Leave it open"}
    path = f"/v1/sessions/{action['session_id']}/actions/1/answers"
    answered = (await sqlite_api.post(path, ANSWER, action["tokens"]["host"])).json()
    assert answered["status"] == "resolved"
    assert "The heap is covered: only a 6 grabs." in [entry["text"] for entry in answered["record"]]


async def test_the_game_of_the_guide_is_played(sqlite_api):
    session = (await sqlite_api.post("/v1/rulesets/pebbles/sessions", GAME)).json()
    questions = (await sqlite_api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]
    assert [question["seen"] for question in questions] == [MOVE["seen"]]
    path = f"/v1/rulesets/pebbles/sessions/{session['id']}/actions"
    move = (await sqlite_api.post(path, MOVE, session["tokens"]["host"])).json()
    assert move["text"] == "18 pebbles are left; seat 2 is in turn."
