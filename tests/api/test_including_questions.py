"""`?include=questions`: what changes a session answers with the questions that the caller has now."""

import pytest

from app.api.routes import asked
from app.errors import Problem
from tests.client import PHYSICAL

pytestmark = pytest.mark.anyio
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]


async def open_game(api, slug="x-wing"):
    """A game of the first setup of a rulebook."""
    game = (await api.get(f"/v1/rulesets/{slug}")).json()["game"]
    body = {"kind": "game", "seats": TWO, "setup": next(iter(game["setups"].values()))}
    opened = await api.post(f"/v1/rulesets/{slug}/sessions", body)
    assert opened.status_code == 201, opened.text
    return opened.json()


async def own(api, session, seat):
    """What a seat can answer now, by the list of questions."""
    token = session["tokens"]["seats"][str(seat)]
    found = (await api.get(f"/v1/sessions/{session['id']}/questions", token)).json()["items"]
    return [each for each in found if each["seat"] == seat]


@pytest.mark.parametrize("slug", ["x-wing", "castle-rampage", "open-forces", "storm-over-stalingrad"])
@pytest.mark.parametrize("path", ["/v1/sessions/{id}/actions", "/v1/rulesets/{slug}/sessions/{id}/actions"])
async def test_a_game_is_played_without_asking_for_its_questions(sqlite_api, slug, path):
    api, session = sqlite_api, await open_game(sqlite_api, slug=slug)
    tokens = session["tokens"]["seats"]
    waiting = {seat: await own(api, session, seat) for seat in (1, 2)}
    for _ in range(12):
        seat = next(seat for seat, found in waiting.items() if found)
        question, token = waiting[seat][0], tokens[str(seat)]
        choice = question["choices"][0]["choice"]
        if question["question"] == "act":
            where, body = path.format(id=session["id"], slug=slug), {"seen": question["seen"], "move": choice}
        else:
            where, body = question["answer"]["path"], {"seen": question["seen"], "choice": choice}
        made = await api.post(f"{where}?include=questions", body, token)
        assert made.status_code in (200, 201), made.text
        waiting = {each: await own(api, session, each) for each in (1, 2)}
        assert made.json()["questions"] == waiting[seat]


async def test_an_attack_of_its_own_has_the_question_that_it_waits_for(sqlite_api):
    api = sqlite_api
    example = (await api.get("/v1/rulesets/open-forces")).json()["examples"][0]
    body = {"situation": example, "dice": PHYSICAL}
    made = (await api.post("/v1/rulesets/open-forces/attacks?include=questions", body)).json()
    (question,) = made["questions"]
    assert question["seen"] == made["pending"]["seen"]
    assert "questions" not in (await api.post("/v1/rulesets/open-forces/attacks", body)).json()


async def test_attacks_of_a_series_voids_and_closes_show_what_is_open(sqlite_api):
    api = sqlite_api
    example = (await api.get("/v1/rulesets/open-forces")).json()["examples"][0]
    opening = {"kind": "series", "seats": TWO, "dice": PHYSICAL}
    session = (await api.post("/v1/rulesets/open-forces/sessions", opening)).json()
    host, seat = session["tokens"]["host"], session["tokens"]["seats"]["1"]
    attack = {"situation": example, "session_id": session["id"], "seats": {"attacker": 1, "defender": 2}}
    made = (await api.post("/v1/rulesets/open-forces/attacks?include=questions", attack, seat)).json()
    assert (made["pending"]["seat"], made["questions"]) == (2, [])  # the defender is asked
    made = (await api.post("/v1/rulesets/open-forces/attacks?include=questions", attack, host)).json()
    assert [(each["seat"], each["action"]) for each in made["questions"]] == [(2, 1), (2, 2)]
    path = f"/v1/sessions/{session['id']}/actions/1/void?include=questions"
    proposed = await api.post(path, {}, seat)
    assert (proposed.status_code, proposed.json()["questions"]) == (202, [])
    voided = (await api.post(path, {}, host)).json()
    assert (voided["status"], [each["action"] for each in voided["questions"]]) == ("void", [2])
    assert (await api.post(path.replace("/1/", "/2/"), {}, host)).json()["questions"] == []
    closed = (await api.post(f"/v1/sessions/{session['id']}/close?include=questions", {}, host)).json()
    assert (closed["status"], closed["questions"]) == ("closed", [])


async def test_anything_else_is_refused_and_changes_nothing(sqlite_api):
    api, session = sqlite_api, await open_game(sqlite_api)
    (first, *_) = [each for seat in (1, 2) for each in await own(api, session, seat)]
    before = (await api.get(f"/v1/sessions/{session['id']}")).json()["seq"]
    body = {"seen": first["seen"], "move": first["choices"][0]["choice"]}
    token = session["tokens"]["seats"][str(first["seat"])]
    path = f"/v1/sessions/{session['id']}/actions"
    for query in ("include=odds", "include=", "includes=questions"):
        refused = await api.post(f"{path}?{query}", body, token)
        assert refused.status_code == 422, query
        assert refused.json()["code"] in ("invalid-request", "unknown-parameter")
    assert (await api.get(f"/v1/sessions/{session['id']}")).json()["seq"] == before


async def test_no_seat_sees_the_questions_of_another(sqlite_api):
    api, session = sqlite_api, await open_game(sqlite_api, slug="castle-rampage")
    for seat in (1, 2):
        (question, *_) = await own(api, session, seat)
        token = session["tokens"]["seats"][str(seat)]
        body = {"seen": question["seen"], "move": question["choices"][0]["choice"]}
        made = await api.post(f"/v1/sessions/{session['id']}/actions?include=questions", body, token)
        assert {each["seat"] for each in made.json()["questions"]} <= {seat}


async def test_what_was_changed_is_answered_where_its_questions_cannot_be_read(sqlite_api, monkeypatch):
    api, session = sqlite_api, await open_game(sqlite_api)
    (question, *_) = await own(api, session, 1)
    body = {"seen": question["seen"], "move": question["choices"][0]["choice"]}

    async def busy(*_rest):
        raise Problem("busy")

    monkeypatch.setattr(asked, "questions_in", busy)
    path = f"/v1/sessions/{session['id']}/actions?include=questions"
    made = await api.post(path, body, session["tokens"]["seats"]["1"])
    assert made.status_code == 201
    assert "questions" not in made.json()
