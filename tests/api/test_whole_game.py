"""A whole game of Castle Rampage over HTTP: by the listed choices, with each log as its reader gets it."""

import json
from random import Random

import pytest

from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks
from tests.api.test_siege import PATH, TWO, Phone

pytestmark = pytest.mark.anyio
UNKNOWN = {"unknown": True}


async def begun(api, **more):
    """Both phones, somebody without a token, and the session of a game with the sample."""
    setup = (await api.get(PATH)).json()["game"]["setups"]["whole-sample"]
    body = {"kind": "game", "seats": TWO, "setup": {**setup, "starting_seat": 1}, "visibility": "public", **more}
    opened = await api.post(f"{PATH}/sessions", body)
    assert opened.status_code == 201, opened.text
    session = opened.json()
    phones = [Phone(api, session["id"], seat, session["tokens"]["seats"][str(seat)]) for seat in (1, 2)]
    return phones, Phone(api, session["id"]), session


async def step(phones, random, kinds):
    """One phone that is asked does what it likes best of what is listed for it; what came of it."""
    for phone in random.sample(phones, 2):
        asked = [one for one in (await phone.get("/questions")).json()["items"] if one["seat"] == phone.seat]
        if not asked:
            continue
        choices = [one["choice"] for one in asked[0]["choices"]]
        if asked[0]["question"] != "act":
            path = f"/v1/sessions/{phone.id}/actions/{asked[0]['action']}/answers"
            body = {"seen": asked[0]["seen"], "choice": random.choice(choices)}
            return await phone.api.post(path, body, phone.token)
        liked = [[one for one in choices if one["kind"] == kind] for kind in kinds]
        return await phone.move(**random.choice(next(filter(None, liked))))
    raise AssertionError("nobody is asked")


async def report_on(phone):
    """What the check of the log says that this phone gets."""
    log = (await phone.get("/events?format=ndjson")).content
    return check_export(find_rulebooks(), iter(log.splitlines(keepends=True)))[1]


async def test_two_phones_play_a_whole_game_and_every_log_proves_what_its_reader_may_see(sqlite_api):
    phones, bystander, _ = await begun(sqlite_api)
    random, steps, done = Random(4), 0, {}
    while (steps < 30 or done["status"] == "pending") and not (done.get("outcome") or {}).get("result"):
        answer = await step(phones, random, ("lay-card", "play-card", "end-turn"))
        assert answer.status_code in (200, 201), answer.text
        steps, done = steps + 1, answer.json()
    early = (await bystander.get("/events?format=ndjson")).text
    if not done["outcome"]["result"]:
        for phone in (*phones, bystander):
            report = await report_on(phone)
            assert {action["result"] for action in report["actions"]} == {"identical", "not-shown"}
            assert (report["chain"]["ok"], report["dice"]) == (True, "not-yet-revealed")
        assert (await phones[0].move(kind="concede")).status_code == 201
    closed = (await bystander.get("")).json()
    assert (closed["status"], closed["result"]["winner"] in (1, 2)) == ("closed", True)
    for phone in (*phones, bystander):
        report = await report_on(phone)
        assert (report["result"], report["dice"], report["hidden"]) == ("identical", "proven", 0)
    log = (await bystander.get("/events?format=ndjson")).text
    salts = [part["salt"] for line in map(json.loads, log.splitlines()) for part in line.get("private", ())]
    assert len([salt for salt in salts if salt not in early]) > 80


async def test_each_phone_sees_its_own_hand_and_nobody_the_draw_pile(sqlite_api):
    phones, bystander, _ = await begun(sqlite_api)
    for viewer in (*phones, bystander):
        state = (await viewer.get("/state")).json()["state"]
        for seat, player in enumerate(state["players"], 1):
            assert [card == UNKNOWN for card in player["held"]] == [seat != viewer.seat] * 5
        assert state["deck"] == [UNKNOWN] * len(state["deck"])
    own = (await phones[0].get("/state")).json()["state"]["players"][0]["held"]
    texts = [one["text"] for one in (await phones[0].get("/questions")).json()["items"][0]["choices"]]
    name = own[0].removeprefix("sample-").capitalize().replace("-", " ")
    assert [text for text in texts if text.startswith(f"Lay {name} at the gate: ")]
    laid = await phones[0].move(kind="lay-card", structure="gate", card=own[0])
    for viewer, text in ((phones[0], name), (phones[1], "a card"), (bystander, "a card")):
        action = (await viewer.get(f"/actions/{laid.json()['number']}")).json()
        assert action["record"][0]["text"] == f"Anton lays {text} face down at the gate. Cards there: 1."
    assert (await phones[0].get("/state")).json()["state"]["players"][0]["gate"][0]["card"] == UNKNOWN


async def test_a_card_that_was_laid_is_taken_back_with_assent_but_not_one_after_which_cards_were_dealt(sqlite_api):
    phones, _, session = await begun(sqlite_api)
    first = (await step(phones[:1] * 2, Random(1), ("lay-card",))).json()
    path = f"/v1/sessions/{session['id']}/actions"
    assert (await sqlite_api.post(f"{path}/{first['number']}/void", {}, session["tokens"]["host"])).status_code == 200
    for _ in range(8):
        last = (await step(phones, Random(1), ("lay-card",))).json()
    refused = await sqlite_api.post(f"{path}/{last['number']}/void", {}, session["tokens"]["host"])
    assert (refused.status_code, refused.json()["reason"]) == (409, "hidden-shown")


async def test_cards_are_refused_by_name_and_people_do_not_shuffle(sqlite_api):
    phones, _, _ = await begun(sqlite_api)
    for action, reason in (
        ({"kind": "lay-card", "structure": "gate", "card": "nothing"}, "card-not-in-hand"),
        ({"kind": "lay-card", "structure": "gate", "card": UNKNOWN}, "card-not-named"),
        ({"kind": "draw", "cards": 2}, "declared-in-siege"),
        ({"kind": "play-card", "card": "sample-wall"}, "cards-not-laid"),
    ):
        refused = await phones[0].move(**action)
        assert (refused.status_code, refused.json()["reason"]) == (409, reason)
    setup = (await sqlite_api.get(PATH)).json()["game"]["setups"]["whole-sample"]
    body = {"kind": "game", "seats": TWO, "setup": setup, "dice": {"source": "physical"}}
    assert (await sqlite_api.post(f"{PATH}/sessions", body)).status_code == 422
    del setup["whole"]["hand_limit"]
    missing = await sqlite_api.post(f"{PATH}/sessions", {"kind": "game", "seats": TWO, "setup": setup})
    assert (missing.status_code, missing.json()["errors"][0]["pointer"]) == (422, "/setup/whole/hand_limit")
