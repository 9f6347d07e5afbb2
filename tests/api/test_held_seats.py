"""How the games stand of which somebody has tokens, all in one request."""

import pytest

from app.api.work import autoplay
from tests.api.test_games import TWO, open_game, questions
from tests.api.test_inbox import waiting
from tests.conftest import serving

pytestmark = pytest.mark.anyio
UNKNOWN = "ums_" + "A" * 43


async def held(api, *tokens, token=None, language="en"):
    response = await api.post(f"/v1/seats?language={language}", {"tokens": tokens}, token)
    assert response.status_code == 200, response.text
    return response.json()["items"]


async def close(api, session):
    closing = {"result": {"winner": 2}, "abandon": True}
    assert (await api.post(f"/v1/sessions/{session['id']}/close", closing, session["tokens"]["host"])).is_success


async def test_each_seat_is_told_how_its_session_stands_in_the_order_of_the_tokens(api):
    series, game = await waiting(api), await open_game(api)
    (asked,) = {question["seat"] for question in await questions(api, game)}
    tokens = [series["tokens"]["seats"]["2"], game["tokens"]["seats"]["1"], series["tokens"]["seats"]["1"]]
    second, mine, first = await held(api, *tokens)
    now = (await api.get(f"/v1/sessions/{series['id']}", tokens[0])).json()
    newest = await api.get(f"/v1/sessions/{series['id']}/events?after={now['seq'] - 1}", tokens[0])
    assert second == {
        "session_id": series["id"],
        "ruleset": "open-forces",
        "kind": "series",
        "status": "open",
        "result": None,
        "seat": 2,
        "seats": now["seats"],
        "questions": 1,
        "waits_for": [2],
        "last_at": newest.json()["items"][-1]["event"]["at"],
    }
    assert first == {**second, "seat": 1, "questions": 0}
    assert (mine["seat"], mine["waits_for"], mine["questions"]) == (1, [asked], int(asked == 1))


async def test_what_is_over_has_its_result_and_waits_for_nobody(api):
    session = await waiting(api)
    await close(api, session)
    (item,) = await held(api, session["tokens"]["seats"]["1"])
    assert (item["status"], item["result"]["winner"], item["waits_for"], item["questions"]) == ("closed", 2, [], 0)


async def test_a_token_that_is_no_seat_s_has_its_problem_in_its_place_and_spoils_nothing(api):
    session, other = await waiting(api), await waiting(api)
    old, path = other["tokens"]["seats"]["1"], f"/v1/sessions/{other['id']}/seats/1/token"
    assert (await api.post(path, {}, other["tokens"]["host"])).is_success
    tokens = (session["tokens"]["seats"]["1"], UNKNOWN, old, "nonsense", session["tokens"]["host"])
    good, *refused = await held(api, *tokens, language="de")
    assert good["session_id"] == session["id"]
    for item in refused:
        assert item.keys() == {"problem"}
        assert (item["problem"]["status"], item["problem"]["code"]) == (401, "token-invalid")
    assert {item["problem"]["reason"] for item in refused} == {"unknown-token", "malformed-token", "seat-needed"}


async def test_a_proposal_waits_for_who_is_to_agree(api):
    session = await open_game(api, host=False)
    tokens = session["tokens"]["seats"]
    (asked,) = {question["seat"] for question in await questions(api, session)}
    other = 3 - asked
    assert (await api.post(f"/v1/sessions/{session['id']}/close", {}, tokens[str(asked)])).status_code == 202
    own, theirs = await held(api, tokens[str(asked)], tokens[str(other)])
    assert (own["questions"], theirs["questions"], theirs["waits_for"]) == (1, 1, [1, 2])


async def test_a_request_names_one_to_fifty_tokens(api):
    for tokens in ([], [UNKNOWN] * 51, [1], "ums_", None):
        assert (await api.post("/v1/seats", {"tokens": tokens})).status_code == 422
    assert len(await held(api, *[UNKNOWN] * 50)) == 50
    assert (await api.post("/v1/seats", {"tokens": [UNKNOWN]}, UNKNOWN)).status_code == 401


async def test_many_seats_are_charged_as_several_requests(tmp_path):
    async with serving(f"sqlite:///{tmp_path}/umpire.db", rate_limit="5/day") as api:
        assert (await api.post("/v1/seats", {"tokens": [UNKNOWN] * 40})).status_code == 200
        assert (await api.post("/v1/seats", {"tokens": [UNKNOWN] * 11})).status_code == 429


async def test_who_looks_at_a_list_of_games_has_not_come_to_any(sqlite_api, monkeypatch):
    monkeypatch.setattr(autoplay, "ROUND", 0.05)
    presence = sqlite_api.app.state.context.presence
    session = await open_game(sqlite_api, clock={"seconds": 600}, seats=TWO, visibility="private")
    noted = []
    monkeypatch.setattr(presence, "note", noted.append)
    tokens = session["tokens"]["seats"]
    assert {item["seat"] for item in await held(sqlite_api, *tokens.values())} == {1, 2}
    assert noted == []
    await held(sqlite_api, tokens["2"], token=tokens["1"])
    assert len(noted) == 1, "a token in the header counts as it always does"
