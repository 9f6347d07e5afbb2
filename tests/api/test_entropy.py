"""Seats contribute to the dice before the first action, and anybody can check it afterwards."""

from copy import deepcopy

import pytest

from app.domain.fairness import seat_commitment
from app.services.log.export import read_export
from tests.api.test_games import TWO, open_game, questions, state
from tests.client import path_of
from tests.logs import at, read, written
from tests.vectors_of_entropy import entropy_by_hand

pytestmark = pytest.mark.anyio
SHARE = {1: "11" * 32, 2: "a0" * 32, 3: "ff" * 32}


def commitment(session, seat, share=None):
    return seat_commitment(
        bytes.fromhex(session["id"].replace("-", "")), seat, bytes.fromhex(share or SHARE[seat])
    ).hex()


async def give(api, session, seat, body, by=None):
    tokens = session["tokens"]
    token = tokens["host"] if by == 0 else tokens["seats"][str(by or seat)]
    return await api.post(f"/v1/sessions/{session['id']}/seats/{seat}/entropy", body, token)


async def give_all(api, session, seats=(1, 2)):
    for seat in seats:
        assert (await give(api, session, seat, {"commitment": commitment(session, seat)})).status_code == 200
    for seat in seats:
        answer = await give(api, session, seat, {"entropy": SHARE[seat]})
        assert answer.status_code == 200, answer.text
    return answer.json()


def code(response):
    return response.status_code, response.json()["code"], response.json().get("reason")


async def test_a_game_begins_with_the_last_reveal(api):
    session = await open_game(api, entropy="seats")
    assert (session["status"], session["actions"]) == ("open", {"resolved": 0, "pending": 0, "void": 0})
    assert session["fairness"]["label"] == "committed"
    assert [(one["question"], one["seat"]) for one in await questions(api, session)] == [
        ("commit-entropy", 1), ("commit-entropy", 2),
    ]  # fmt: skip
    assert "Anton" in (await questions(api, session))[0]["text"]
    early = await give(api, session, 1, {"entropy": SHARE[1]})
    assert code(early) == (409, "entropy-open", "commitments-open")
    await give(api, session, 1, {"commitment": commitment(session, 1)})
    assert [(one["question"], one["seat"]) for one in await questions(api, session)] == [("commit-entropy", 2)]
    again = await give(api, session, 1, {"commitment": commitment(session, 1)})
    assert again.status_code == 200
    other = await give(api, session, 1, {"commitment": commitment(session, 1, SHARE[2])})
    assert code(other) == (409, "fixed-by-session", "committed-already")
    await give(api, session, 2, {"commitment": commitment(session, 2)})
    assert [(one["question"], one["seat"]) for one in await questions(api, session)] == [
        ("reveal-entropy", 1), ("reveal-entropy", 2),
    ]  # fmt: skip
    wrong = await give(api, session, 1, {"entropy": SHARE[3]})
    assert code(wrong) == (422, "illegal-answer", "entropy-differs")
    assert (await api.get(f"/v1/sessions/{session['id']}/state")).status_code == 404
    await give(api, session, 1, {"entropy": SHARE[1]})
    opened = (await give(api, session, 2, {"entropy": SHARE[2]})).json()
    assert (opened["actions"]["resolved"] + opened["actions"]["pending"], opened["fairness"]["label"]) == (1, "mixed")
    assert opened["entropy"]["revealed"] == {"1": SHARE[1], "2": SHARE[2]}
    assert (await state(api, session))["state"]["turn"] in (1, 2)
    late = await give(api, session, 2, {"entropy": SHARE[1]})
    assert code(late) == (409, "action-closed", "entropy-fixed")
    assert (await give(api, session, 2, {"entropy": SHARE[2]})).status_code == 200
    report = (await api.get(f"/v1/sessions/{session['id']}/verification")).json()
    assert (report["result"], report["dice"]) == ("identical", "proven")
    listed = (await api.get("/v1/actions?label=mixed")).json()["items"]
    assert [row["session_id"] for row in listed] == [session["id"]]
    assert (await api.get("/v1/actions?label=committed")).json()["items"] == []


async def test_the_dice_of_a_series_follow_from_what_the_seats_gave(api):
    session = await api.open(seats=TWO, entropy="seats")
    host = session["tokens"]["host"]
    sent = {
        "session_id": session["id"],
        "seats": {"attacker": 1},
        "policies": {"attacker": "default", "defender": "default"},
    }
    refused = await api.attack(token=host, **sent)
    assert code(refused) == (409, "entropy-open", None)
    assert "1, 2" in refused.json()["detail"] or "1 and 2" in refused.json()["detail"]
    assert (await give_all(api, session))["fairness"]["label"] == "mixed"
    action = (await api.attack(token=host, **sent)).json()
    assert (action["status"], action["fairness"]["label"]) == ("resolved", "mixed")
    sheet = (await api.get(path_of(action) + "/verification")).json()
    by_hand = entropy_by_hand(session["id"], {1: SHARE[1], 2: SHARE[2]})
    assert (sheet["result"], sheet["dice"], sheet["entropy"]) == ("identical", "proven", by_hand)
    assert sheet["rolls"][0]["faces"] == sheet["rolls"][0]["recorded"]


async def test_only_a_seat_itself_gives_and_only_others_waive(api):
    session = await api.open(seats=[*TWO, {"name": "Clara"}], entropy="seats")
    host_gives = await give(api, session, 1, {"commitment": commitment(session, 1)}, by=0)
    assert code(host_gives) == (403, "not-your-role", "entropy-by-seat")
    assert code(await give(api, session, 3, {"waive": True})) == (403, "not-your-role", "waived-by-others")
    for seat in (1, 2):
        await give(api, session, seat, {"commitment": commitment(session, seat)})
    await give(api, session, 3, {"waive": True}, by=1)
    assert [(one["question"], one["seat"]) for one in await questions(api, session)] == [("commit-entropy", 3)]
    waived = await give(api, session, 3, {"waive": True}, by=2)
    assert waived.json()["entropy"]["waived"] == {"3": [{"seat": 1}, {"seat": 2}]}
    late = await give(api, session, 3, {"commitment": commitment(session, 3)})
    assert code(late) == (409, "action-closed", "entropy-fixed")
    for seat in (1, 2):
        last = await give(api, session, seat, {"entropy": SHARE[seat]})
    assert last.json()["fairness"]["label"] == "committed"
    types = [one["type"] for one in (await api.get(f"/v1/sessions/{session['id']}/events")).json()["items"]]
    assert types == ["session-opened", *["seat-committed"] * 2, *["seat-waived"] * 2, *["seat-revealed"] * 2]
    host = session["tokens"]["host"]
    action = (await api.attack(token=host, session_id=session["id"], seats={"attacker": 1, "defender": 2})).json()
    sheet = (await api.get(path_of(action) + "/verification")).json()
    assert sheet["entropy"] == entropy_by_hand(session["id"], {1: SHARE[1], 2: SHARE[2]})
    assert (sheet["result"], sheet["dice"]) == ("identical", "proven")


async def test_the_host_goes_on_without_silent_seats_at_once(api):
    session = await open_game(api, entropy="seats")
    await give(api, session, 1, {"waive": True}, by=0)
    begun = (await give(api, session, 2, {"waive": True}, by=0)).json()
    assert (begun["actions"]["resolved"] + begun["actions"]["pending"], begun["fairness"]["label"]) == (1, "committed")
    assert (await api.get(f"/v1/sessions/{session['id']}/verification")).json()["result"] == "identical"


async def test_what_entropy_needs(api):
    for body, expected in (
        ({"entropy": "seats"}, (422, "seats-unclear", "entropy-needs-seats")),
        (
            {"entropy": "seats", "seats": TWO, "dice": {"source": "physical"}},
            (422, "illegal-dice", "entropy-needs-service"),
        ),
        ({"entropy": "dice", "seats": TWO}, (422, "invalid-request", None)),
    ):
        refused = await api.post("/v1/rulesets/open-forces/sessions", {"kind": "series", **body})
        assert code(refused) == expected
    session = await api.open(seats=TWO)
    assert code(await give(api, session, 1, {"commitment": "00" * 32})) == (409, "fixed-by-session", "no-entropy")
    assert code(await give(api, session, 1, {})) == (422, "invalid-request", "one-share")
    short = await give(api, session, 1, {"commitment": "00"})
    assert short.json()["errors"][0]["pointer"] == "/commitment"


async def test_a_forged_share_is_found(api):
    """What a log reveals must be what it was committed to; the export is checked without the service."""
    session = await api.open(seats=TWO, entropy="seats")
    await give_all(api, session)
    await api.attack(token=session["tokens"]["host"], session_id=session["id"], seats={"attacker": 1})
    log = read((await api.get(f"/v1/sessions/{session['id']}/events?format=ndjson")).content)

    def fault(log):
        return read_export(written(log).splitlines(keepends=True)).fault

    assert fault(log) is None
    other = deepcopy(log)
    other[at(other, "seat-revealed")].body["entropy"] = SHARE[3]
    early = [log[0], log[1], log[3], log[2], *log[4:]]
    assert [log[2].type, log[3].type] == ["seat-committed", "seat-revealed"]
    for forged in (other, early):
        assert fault(forged)["why"] == "the seat may not give this now"
