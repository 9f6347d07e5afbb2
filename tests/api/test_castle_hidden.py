"""Attacks of Castle Rampage in a series and alone: cards that were not turned up are for the host and the sender."""

import json

import pytest

from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks
from tests.api.test_siege import TWO, card
from tests.client import path_of

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/castle-rampage"
UNKNOWN = {"unknown": True}
WALL, MOAT, KEEP = card("wall", 3, 1), card("moat", 9, 2), card("keep", 1, 5)
SITUATION = {"attack": {"value": 5}, "gate": [WALL, MOAT], "castle": [KEEP]}


def names(cards):
    return [one.get("card") for one in cards]


async def verified(api, session, token=None):
    """The report on the log as somebody gets it."""
    log = await api.get(f"/v1/sessions/{session}/events?format=ndjson", token)
    report = check_export(find_rulebooks(), iter(log.content.splitlines(keepends=True)))[1]
    served = (await api.get(f"/v1/sessions/{session}/verification", token)).json()
    assert (served["result"], served["hidden"]) == (report["result"], report["hidden"])
    return report


@pytest.fixture
async def series(sqlite_api):
    body = {"kind": "series", "seats": TWO, "visibility": "public"}
    session = (await sqlite_api.post(f"{PATH}/sessions", body)).json()
    tokens = session["tokens"]["seats"]
    sent = {"situation": SITUATION, "session_id": session["id"]}
    attack = await sqlite_api.post(f"{PATH}/attacks", sent, tokens["1"])
    assert attack.status_code == 201, attack.text
    return sqlite_api, session, attack.json()


async def test_a_card_that_was_not_turned_up_is_shown_to_the_host_and_the_sender_only(series):
    api, session, attack = series
    assert attack["outcome"]["result"] == "repelled"
    assert names(attack["situation"]["castle"]) == names(attack["outcome"]["after"]["castle"]) == ["keep"]
    own, other = session["tokens"]["seats"]["1"], session["tokens"]["seats"]["2"]
    for token, castle in ((own, ["keep"]), (session["tokens"]["host"], ["keep"]), (other, [None]), (None, [None])):
        seen = (await api.get(path_of(attack), token)).json()
        assert names(seen["situation"]["gate"]) == ["wall", "moat"]
        assert names(seen["outcome"]["after"]["gate"]) == ["moat"]
        assert names(seen["situation"]["castle"]) == names(seen["outcome"]["after"]["castle"]) == castle
        report = await verified(api, session["id"], token)
        assert (report["result"], report["hidden"]) == ("identical", 0 if castle == ["keep"] else 2)
    for path in ("actions", "actions?format=ndjson", "sessions", "casualties", "actions/luck"):
        for token in (other, None):
            assert "keep" not in (await api.get(f"/v1/{path}", token)).text
    assert (await api.get(path_of(attack) + "?include=odds", other)).json()["odds"] is None
    assert (await api.get(path_of(attack) + "?include=odds", own)).json()["odds"]["measures"]["destroyed"]["value"] == 1


async def test_what_was_hidden_is_told_to_all_at_the_close(series):
    api, session, attack = series
    await api.post(f"/v1/sessions/{session['id']}/close", {}, session["tokens"]["host"])
    assert (await api.get(path_of(attack))).json()["situation"] == attack["situation"]
    assert (await verified(api, session["id"]))["hidden"] == 0


async def test_an_attack_alone_is_whole_to_its_host(sqlite_api):
    body = {"situation": SITUATION}
    attack = (await sqlite_api.post(f"{PATH}/attacks", body)).json()
    token = attack["tokens"]["host"]
    assert names(attack["situation"]["castle"]) == ["keep"]
    assert (await sqlite_api.get(path_of(attack), token)).json()["situation"] == attack["situation"]
    report = await verified(sqlite_api, attack["session_id"], token)
    assert (report["result"], report["hidden"]) == ("identical", 0)


async def test_cards_that_an_effect_discards_are_turned_up_too(sqlite_api):
    effect = {"effect": "destroy-top-of", "structure": "castle"}
    trap = {**card("trap", 2, 2), "purple": True, "effect": effect}
    situation = {"attack": {"value": 3}, "gate": [trap, MOAT], "castle": [card("cellar", 1, 1), KEEP]}
    body = {"kind": "series", "seats": TWO, "visibility": "public"}
    session = (await sqlite_api.post(f"{PATH}/sessions", body)).json()
    sent = {"situation": situation, "session_id": session["id"], "seats": {"attacker": 2, "defender": 1}}
    attack = (await sqlite_api.post(f"{PATH}/attacks", sent, session["tokens"]["host"])).json()
    seen = (await sqlite_api.get(path_of(attack))).json()
    assert names(seen["situation"]["castle"]) == ["cellar", None]
    assert names(seen["outcome"]["after"]["castle"]) == [None]
    assert (await verified(sqlite_api, session["id"]))["result"] == "identical"


async def test_an_unknown_card_is_refused_with_its_place(sqlite_api):
    situation = {**SITUATION, "gate": [UNKNOWN], "pool": [WALL]}
    refused = await sqlite_api.post(f"{PATH}/attacks", {"situation": situation})
    problem = refused.json()
    assert (refused.status_code, problem["reason"], problem["errors"][0]["pointer"]) == (
        422,
        "unknown-card",
        "/situation/gate/0",
    )
    assert json.dumps(problem)
