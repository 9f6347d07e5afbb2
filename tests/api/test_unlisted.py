"""Whatever a rulebook raises while the choices of a question are listed: what asks it is told, answered and voided."""

import pytest
from pebbles.rules import Cover, CoverHeap

from app.api.responses import saved_action
from app.domain.board import Act
from app.services.access import Caller
from app.services.sessions.read import read_session
from app.services.webhooks.messages import question_contents
from tests.api.test_several import Stream
from tests.client import path_of

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/pebbles"
ATTACK = {
    "situation": {"pebbles": 9, "dice": 3, "covers": 1},
    "policies": {"attacker": "ask", "defender": "ask"},
}
GAME = {"kind": "game", "seats": [{"name": "Anton"}, {"name": "Beatrix"}], "setup": {"pebbles": 21, "covers": [1, 1]}}
UNLISTED = "The choices cannot be listed, because the rulebook has an error. A legal choice is still accepted."


def fails(*_):
    raise ZeroDivisionError("the rulebook is at fault")


def lists_two_and_fails(_question):
    yield from (Cover(False), Cover(True))
    fails()


FAULTS = {"options": lists_two_and_fails, "total": fails, "leads_to": fails, "context": fails}
"""How the question fails when it is told; its script itself looks at the first two choices."""


@pytest.fixture(params=FAULTS)
def faulty(request, monkeypatch):
    """What of the question fails."""
    monkeypatch.setattr(CoverHeap, request.param, FAULTS[request.param])
    return request.param


def is_told(question, faulty):
    """Whether the question is told as well as it can be."""
    assert (question["question"], question["choices"], question["choices_total"]) == ("cover-heap", [], 0)
    is_about_nothing = faulty == "context"
    assert (question["context"] == {}) == is_about_nothing
    assert question["text"].endswith(UNLISTED)
    assert (question["text"] == UNLISTED) == is_about_nothing
    return True


async def attacked(api, **rest):
    made = await api.post(f"{PATH}/attacks", {**ATTACK, **rest})
    assert made.status_code == 201, made.text
    return made.json(), made.json()["tokens"]["host"]


async def test_the_attack_is_told_and_answered(sqlite_api, faulty):
    action, token = await attacked(sqlite_api)
    assert is_told(action["pending"], faulty)
    stale = await sqlite_api.answer(action, token, seen=99, choice={"cover": True})
    assert stale.status_code == 409
    assert is_told(stale.json()["pending"], faulty)
    answered = await sqlite_api.answer(action, token, choice={"cover": True})
    assert (answered.status_code, answered.json()["status"]) == (200, "resolved")


async def test_the_attack_is_voided(sqlite_api, faulty):
    action, token = await attacked(sqlite_api)
    void = await sqlite_api.post(f"{path_of(action)}/void", {}, token)
    assert (void.status_code, void.json()["status"]) == (200, "void")


async def test_an_attack_with_which_the_rules_cannot_go_on_is_told_and_voided(sqlite_api, monkeypatch):
    action, token = await attacked(sqlite_api)
    monkeypatch.setattr(CoverHeap, "options", fails)
    read = (await sqlite_api.get(path_of(action), token)).json()
    assert (read["status"], read["pending"], read["rules_changed"]) == ("pending", None, True)
    session = f"/v1/sessions/{action['session_id']}"
    for path in (f"{session}/questions", f"{session}/questions?include=odds", "/v1/questions"):
        assert (await sqlite_api.get(path, token)).status_code == 200
    answered = await sqlite_api.answer(action, token, choice={"cover": True})
    assert (answered.status_code, answered.json()["code"]) == (500, "internal-error")
    void = await sqlite_api.post(f"{path_of(action)}/void", {}, token)
    assert (void.status_code, void.json()["status"]) == (200, "void")


async def test_each_of_many_attacks_is_told(sqlite_api, faulty):
    many = await sqlite_api.post(f"{PATH}/attacks/batch", {"attacks": [ATTACK] * 3})
    assert [item["status"] for item in many.json()["items"]] == [201] * 3
    assert all(is_told(item["action"]["pending"], faulty) for item in many.json()["items"])


async def test_an_answer_that_leads_to_the_question_is_told(sqlite_api, faulty):
    action, token = await attacked(sqlite_api, dice={"source": "physical"})
    asked = await sqlite_api.answer(action, token, faces=[6, 5, 5])
    assert asked.status_code == 200
    assert is_told(asked.json()["pending"], faulty)


async def test_whoever_asks_later_is_told(sqlite_api, faulty):
    action, token = await attacked(sqlite_api)
    session = f"/v1/sessions/{action['session_id']}"
    for include in ("", "?include=odds"):
        read = await sqlite_api.get(path_of(action) + include, token)
        assert is_told(read.json()["pending"], faulty)
        (question,) = (await sqlite_api.get(f"{session}/questions{include}", token)).json()["items"]
        assert is_told(question, faulty)
    (waits,) = (await sqlite_api.get("/v1/questions", token)).json()["items"]
    assert is_told(waits["question"], faulty)
    assert (await sqlite_api.get(f"{session}/events?texts=true", token)).status_code == 200


async def test_followers_and_webhooks_are_told(sqlite_api, faulty):
    action, token = await attacked(sqlite_api)
    id, books = action["session_id"], sqlite_api.app.state.context.books
    async with Stream(sqlite_api, f"session_id={id}", Authorization=f"Bearer {token}") as stream:
        await stream.until(lambda it: it.questions)
        (question,) = stream.questions[0]["items"]
        assert is_told(question, faulty)

    def told(connection):
        session = read_session(connection, id, Caller(token))
        return question_contents(connection, books["pebbles"], session, "en", "now")

    (message,) = await sqlite_api.app.state.context.read(told)
    assert message.data["question"]["text"].endswith(UNLISTED)


async def test_a_game_goes_on_whose_moves_cannot_be_listed(sqlite_api, monkeypatch):
    opened = (await sqlite_api.post(f"{PATH}/sessions", GAME)).json()
    session, token = f"/v1/sessions/{opened['id']}", opened["tokens"]["seats"]["1"]
    monkeypatch.setattr(Act, "options", fails)
    (act,) = (await sqlite_api.get(f"{session}/questions", token)).json()["items"]
    assert (act["question"], act["choices"], act["seat"]) == ("act", [], 1)
    assert act["text"].endswith(UNLISTED)
    move = {"seen": act["seen"], "move": {"kind": "take", "pebbles": 2}}
    stale = await sqlite_api.post(f"{PATH}{session[3:]}/actions", {**move, "seen": act["seen"] - 1}, token)
    assert stale.json()["pending"] == act
    made = await sqlite_api.post(f"{PATH}{session[3:]}/actions", move, token)
    assert (made.status_code, made.json()["status"]) == (201, "resolved")


async def test_what_is_written_and_cannot_be_told_is_said_to_be_written(sqlite_api, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(saved_action, "action_document", fails)
        refused = await sqlite_api.post(f"{PATH}/attacks", ATTACK)
        many = await sqlite_api.post(f"{PATH}/attacks/batch", {"attacks": [ATTACK]})
    (item,) = many.json()["items"]
    for status, problem in ((refused.status_code, refused.json()), (item["status"], item["problem"])):
        assert (status, problem["code"], problem["reason"]) == (500, "internal-error", "written")
        assert f"Action 1 of session {problem['session_id']} is saved" in problem["detail"]
        assert "nothing was written" not in problem["detail"]
        path = f"/v1/sessions/{problem['session_id']}/actions/{problem['number']}"
        assert (await sqlite_api.get(path, problem["tokens"]["host"])).json()["status"] == "pending"
