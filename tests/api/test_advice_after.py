"""With `"advice": "after"` nothing of the odds of a session's own actions is told before it is closed."""

import pytest
from pydantic_core import to_json

from app.services.rulebooks.installed import find_rulebooks
from tests.api.test_advice import RULES, odds
from tests.api.test_games import TWO
from tests.client import PHYSICAL, SEED, path_of

pytestmark = pytest.mark.anyio
TELLING = {
    "GET /v1/sessions/{id}/questions": "?include=odds",
    "GET /v1/sessions/{id}/actions/{number}": "?include=odds",
    "GET /v1/sessions/{id}/actions/{number}/odds": "?at=0&through=true",
    "GET /v1/sessions/{id}/turning-points": "",
    "GET /v1/sessions/{id}/luck": "",
    "GET /v1/actions/luck": "?session_id={id}",
}
"""How the routes are asked that tell odds of the actions of a session."""
ODDS = ("OddsDocument", "LuckShown", "TurningPoints", "SessionLuck")
"""The schemas of answers about odds alone."""


async def duel(api, **opening):
    """A series with a resolved attack, and one that waits for dice."""
    opened = await api.open(dice=PHYSICAL, seats=TWO, **opening)
    token = opened["tokens"]["host"]
    sent = {"situation": SEED, "session_id": opened["id"], "seats": {"attacker": 1, "defender": 2}}
    for is_answered in (True, False):
        action = (await api.post(f"{RULES}/open-forces/attacks", sent, token)).json()
        while is_answered and (pending := action["pending"]):
            answer = {"faces": [1] * pending["count"]} if pending["kind"] == "roll" else pending["choices"][0]
            action = (await api.answer(action, token, **{k: v for k, v in answer.items() if k != "text"})).json()
    return opened, action


async def asked(api, session, route, token):
    path = route.removeprefix("GET ").replace("{id}", session["id"]).replace("{number}", "1")
    return await api.get(path + TELLING[route].replace("{id}", session["id"]), token)


async def told(api, session, token):
    """What each of the routes tells of odds; None where it tells none."""
    answers = {route: await asked(api, session, route, token) for route in TELLING}
    found = {route: answer.json() for route, answer in answers.items() if answer.status_code == 200}
    questions, action, course, turns, whole, luck = (found.get(route) for route in TELLING)
    return {
        "questions": any(one["odds"] for one in questions["items"]),
        "action": action["odds"],
        "course": course,
        "turns": turns,
        "whole": whole,
        "luck": luck["items"],
    }


async def test_no_other_route_tells_odds_of_what_is_stored(sqlite_api):
    document, found = (await sqlite_api.get("/openapi.json?examples=false")).json(), set()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            asks = {one.get("name") for one in operation.get("parameters", ())} & {"include", "through"}
            told = to_json(operation.get("responses", {}).get("200", {})).decode()
            if asks or any(f'/{name}"' in told for name in ODDS):
                found.add(f"{method.upper()} {path}")
    assert found == TELLING.keys() | {f"POST {RULES}/{slug}/odds" for slug in find_rulebooks()}


async def test_odds_of_own_actions_are_told_after_the_close_alone(sqlite_api):
    session, _ = await duel(sqlite_api, advice="after")
    host, seats = session["tokens"]["host"], session["tokens"]["seats"]
    assert session["advice"] == "after"
    for token in (host, seats["1"], seats["2"], None):
        assert not any((await told(sqlite_api, session, token)).values())
    refused = await asked(sqlite_api, session, "GET /v1/sessions/{id}/actions/{number}/odds", host)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-shown")
    (waits,) = (await asked(sqlite_api, session, "GET /v1/sessions/{id}/questions", host)).json()["items"]
    assert (waits["odds"], waits["no_odds"]["code"]) == (None, "not-shown")
    luck = (await asked(sqlite_api, session, "GET /v1/actions/luck", host)).json()
    assert (luck["items"], luck["without_odds"]) == ([], 1)
    await sqlite_api.post(f"{path_of({'session_id': session['id'], 'number': 2})}/void", {}, host)
    await sqlite_api.post(f"/v1/sessions/{session['id']}/close", {}, host)
    after = await told(sqlite_api, session, None)
    assert [name for name, one in after.items() if one] == ["action", "course", "turns", "whole", "luck"]


async def test_odds_of_a_situation_stay_free(sqlite_api):
    await duel(sqlite_api, advice="after")
    assert (await odds(sqlite_api, "open-forces", SEED))["means"]["kills"]


async def test_a_session_that_says_nothing_tells_odds(sqlite_api):
    session, _ = await duel(sqlite_api)
    assert session["advice"] == "open"
    found = await told(sqlite_api, session, session["tokens"]["host"])
    assert [name for name, one in found.items() if one] == ["questions", "action", "course", "luck"]


GAMES = [slug for slug, book in find_rulebooks().items() if book.ruleset.board]


@pytest.mark.parametrize("slug", GAMES)
async def test_no_move_of_a_game_is_priced_before_the_end(sqlite_api, slug):
    setup = next(iter((await sqlite_api.get(f"{RULES}/{slug}")).json()["game"]["setups"].values()))
    body = {"kind": "game", "seats": TWO, "setup": setup, "advice": "after"}
    session = (await sqlite_api.post(f"{RULES}/{slug}/sessions", body)).json()
    host = session["tokens"]["host"]
    response = await asked(sqlite_api, session, "GET /v1/sessions/{id}/questions", host)
    assert {one["no_odds"]["code"] for one in response.json()["items"]} == {"not-shown"}


async def test_the_log_says_when_odds_are_told_and_its_rows_are_built_from_it(sqlite_api):
    for advice, logged in (("after", "after"), ("open", None)):
        session, _ = await duel(sqlite_api, advice=advice)
        (first, *_) = (await sqlite_api.get(f"/v1/sessions/{session['id']}/events")).json()["items"]
        assert first["event"].get("advice") == logged
