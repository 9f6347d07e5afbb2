"""What may be kept of answers: each tells it by an ETag, or by Cache-Control, and what is unchanged is not sent again."""

import pytest

from app.services.keys import create_key
from tests.client import ATTACKS, SEED

pytestmark = pytest.mark.anyio
QUERIES = {
    "follow_sessions": "?after=now&session_id={id}",
    **{f"summarize_{name}": "?group_by=player" for name in ("actions", "rolls", "casualties")},
}
"""Streams have an end only where all that they follow is closed and read."""


@pytest.fixture
async def addresses(sqlite_api):
    """What stands in the places of a path: a closed series, and a game."""
    seats = [{"name": "Anton"}, {"name": "Beatrix"}]
    session = (await sqlite_api.post("/v1/rulesets/open-forces/sessions", {"kind": "series", "seats": seats})).json()
    host = session["tokens"]["host"]
    attack = {"situation": SEED, "session_id": session["id"], "seats": {"attacker": 1, "defender": 2}}
    assert (await sqlite_api.post(ATTACKS, attack, host)).status_code == 201
    await sqlite_api.post(f"/v1/sessions/{session['id']}/close", {}, host)
    slug = "storm-over-stalingrad"
    setup = next(iter((await sqlite_api.get(f"/v1/rulesets/{slug}")).json()["game"]["setups"].values()))
    opening = {"kind": "game", "seats": seats, "setup": setup}
    game = (await sqlite_api.post(f"/v1/rulesets/{slug}/sessions", opening)).json()
    ended = await sqlite_api.post(f"/v1/sessions/{game['id']}/close", {"abandon": True}, game["tokens"]["host"])
    assert ended.status_code == 200, ended.text
    _, key = create_key(sqlite_api.app.state.context.database, "club")
    hook = (await sqlite_api.post("/v1/webhooks", {"url": "https://club.example/umpire"}, key)).json()
    player = (await sqlite_api.post("/v1/players", {"name": "Clara"})).json()
    tokens = {"get_player": player["token"], "list_inbox": host}
    tokens |= dict.fromkeys(("list_webhooks", "get_webhook", "list_deliveries"), key)
    places = {"id": session["id"], "number": 1, "slug": slug, "code": "stale"}

    def filled(path, name):
        other = {"id": hook["id"]} if "webhooks" in path else {"id": game["id"]} if name in OF_GAMES else {}
        return (path + QUERIES.get(name, "")).format(**{**places, **other}), tokens.get(name)

    return filled


OF_GAMES = {"get_state", "get_course"}


async def test_every_answer_tells_whether_it_may_be_kept(sqlite_api, document, addresses):
    wrong, unchanged = [], set()
    for path, methods in document["paths"].items():
        if "get" not in methods:
            continue
        name = methods["get"]["operationId"]
        address, token = addresses(path, name)
        told = await sqlite_api.get(address, token)
        if told.status_code not in (200, 204):
            wrong.append((name, told.status_code, told.text[:200]))
        elif "ETag" in told.headers:
            unchanged.add(name)
            again = await sqlite_api.get(address, token, **{"If-None-Match": told.headers["ETag"]})
            if (again.status_code, again.content, again.headers["ETag"]) != (304, b"", told.headers["ETag"]):
                wrong.append((name, again.status_code))
        elif told.status_code == 200 and "Cache-Control" not in told.headers:
            wrong.append((name, "neither ETag nor Cache-Control"))
        if ("ETag" in told.headers) is not ("304" in methods["get"]["responses"]):
            wrong.append((name, "304 is not what the document tells"))
    assert wrong == []
    assert {"get_session", "list_session_actions", "get_odds", "get_turning_points", "list_events"} <= unchanged


async def test_what_was_added_to_a_session_is_sent(api):
    session = await api.open()
    path, host = f"/v1/sessions/{session['id']}", session["tokens"]["host"]
    known = {tail: (await api.get(path + tail)).headers["ETag"] for tail in ("/actions", "/events")}
    assert (await api.attack(SEED, session_id=session["id"], token=host)).status_code == 201
    for tail, etag in known.items():
        assert (await api.get(path + tail, **{"If-None-Match": etag})).status_code == 200


async def test_what_a_seat_may_see_is_not_kept_for_another(sqlite_api, document):
    path = "/v1/rulesets/castle-rampage"
    setup = {"starting_seat": 1, "gate": 1, "castle": 1}
    opening = {"kind": "game", "seats": [{}, {}], "setup": setup}
    siege = (await sqlite_api.post(f"{path}/sessions", opening)).json()
    etags = {
        (await sqlite_api.get(f"/v1/sessions/{siege['id']}/events", token)).headers["ETag"]
        for token in (None, *siege["tokens"]["seats"].values())
    }
    assert len(etags) == 3
