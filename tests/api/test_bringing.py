"""Seats bring their own lists, which nobody else sees before all lie there; then the game begins, or somebody refuses."""

import asyncio
import json

import pytest

from app.api.work import autoplay
from tests.bringing import (
    BLACK,
    LISTS,
    OPEN_FORCES,
    RED,
    TWO,
    X_WING,
    army,
    ask_to_open,
    bring,
    open_bringing,
    refuse,
)
from tests.conftest import serving
from tests.waiting import until

pytestmark = pytest.mark.anyio
BOTH = pytest.mark.parametrize("slug", LISTS)


def code(response):
    return response.status_code, response.json().get("code"), response.json().get("reason")


async def read(api, session, end="", token=None):
    found = await api.get(f"/v1/sessions/{session['id']}{end}", token)
    assert found.status_code == 200, found.text
    return found.json()


async def events(api, session, token=None):
    return [one["event"] for one in (await read(api, session, "/events?limit=200", token))["items"]]


async def asked(api, session):
    return [(one["question"], one["seat"]) for one in (await read(api, session, "/questions"))["items"]]


async def setup_of(api, session):
    """The setup of the first action, which has all lists."""
    return (await read(api, session, "/actions/1"))["situation"]


def ids(squad):
    return [pilot["id"] for pilot in squad["xws"]["pilots"]]


@BOTH
async def test_the_last_list_shows_all_and_begins_the_game_in_one_commit(api, slug):
    session = await open_bringing(api, slug)
    assert session["actions"] == {"resolved": 0, "pending": 0, "void": 0}
    assert await asked(api, session) == [("bring-list", 1), ("bring-list", 2)]
    first = await bring(api, session, 2, LISTS[slug][1])
    assert first.status_code == 200, first.text
    assert (first.json()["bring"]["brought"], first.json()["bring"]["shown"]) == ([2], False)
    assert await asked(api, session) == [("bring-list", 1)]
    before = first.json()["seq"]
    last = (await bring(api, session, 1, LISTS[slug][0])).json()
    assert (last["bring"]["brought"], last["bring"]["shown"]) == ([1, 2], True)
    assert sum(last["actions"].values()) == 1
    new = [one for one in await events(api, session) if one["seq"] > before]
    assert [one["type"] for one in new][:3] == ["list-brought", "private-revealed", "action-declared"]
    assert len({one["at"] for one in new}) == 1
    report = await read(api, session, "/verification")
    assert (report["result"], report["hidden"]) == ("identical", 0)
    assert "act" in [question for question, _ in await asked(api, session)]


async def test_the_first_action_has_the_lists_in_the_order_of_the_seats(api):
    session = await open_bringing(api)
    await bring(api, session, 2, BLACK)
    await bring(api, session, 1, RED)
    squads = (await setup_of(api, session))["squads"]
    assert [ids(squad) for squad in squads] == [["wedgeantilles", "redsquadronveteran"], ["howlrunner", "academypilot"]]
    assert [one["list"]["xws"]["name"] for one in await events(api, session) if one["type"] == "list-brought"] == [
        "Black", "Red",
    ]  # fmt: skip


async def test_nobody_but_its_seat_reads_a_list_before_all_lie_there(api):
    session = await open_bringing(api)
    await bring(api, session, 1, RED)
    tokens = session["tokens"]
    for token in (None, tokens["host"], tokens["seats"]["2"]):
        (lain,) = [one for one in await events(api, session, token) if one["type"] == "list-brought"]
        assert lain["list"] == {"unknown": True}
    (own,) = [one for one in await events(api, session, tokens["seats"]["1"]) if one["type"] == "list-brought"]
    assert ids(own["list"]) == ["wedgeantilles", "redsquadronveteran"]
    looked = await api.get(f"/v1/sessions/{session['id']}/events?seat=1", tokens["host"])
    assert "wedgeantilles" not in looked.text
    exported = await api.get(f"/v1/sessions/{session['id']}/events?format=ndjson", tokens["host"])
    assert exported.status_code == 200
    assert "wedge" not in exported.text


async def test_another_list_takes_the_place_of_the_first_which_is_never_shown(api):
    session = await open_bringing(api)
    await bring(api, session, 1, RED)
    assert (await bring(api, session, 1, BLACK)).json()["bring"]["brought"] == [1]
    await bring(api, session, 2, BLACK)
    assert [ids(squad) for squad in (await setup_of(api, session))["squads"]] == [ids(BLACK), ids(BLACK)]
    for token in (None, session["tokens"]["host"], session["tokens"]["seats"]["2"]):
        whole = await api.get(f"/v1/sessions/{session['id']}/events?format=ndjson", token)
        assert "wedgeantilles" not in whole.text
    report = await read(api, session, "/verification")
    assert (report["result"], report["hidden"]) == ("identical", 1)
    await api.post(f"/v1/sessions/{session['id']}/close", {"abandon": True}, session["tokens"]["host"])
    assert "wedgeantilles" not in json.dumps(await events(api, session))


async def test_the_same_list_sent_again_changes_nothing(api):
    session = await open_bringing(api)
    first = (await bring(api, session, 1, RED, **{"Idempotency-Key": "0123456789abcdef"})).json()
    for headers in ({}, {"Idempotency-Key": "0123456789abcdef"}, {"Idempotency-Key": "another-key-of-it"}):
        again = await bring(api, session, 1, RED, **headers)
        assert (again.status_code, again.json()["seq"]) == (200, first["seq"])
    begun = (await bring(api, session, 2, BLACK)).json()
    assert (await bring(api, session, 1, RED)).json()["seq"] == begun["seq"]
    assert code(await bring(api, session, 1, BLACK)) == (409, "action-closed", "lists-shown")


async def test_only_the_seat_itself_brings_its_list(api):
    session = await open_bringing(api, setup={"squads": [RED, None]}, bring={"2": {}})
    assert code(await bring(api, session, 2, BLACK, by=0)) == (403, "not-your-role", "list-by-seat")
    assert code(await bring(api, session, 2, BLACK, by=1)) == (403, "not-your-role", "list-by-seat")
    assert code(await bring(api, session, 1, BLACK)) == (409, "fixed-by-session", "list-in-setup")
    path = f"/v1/sessions/{session['id']}/seats/2/list"
    assert code(await api.post(path, {"list": BLACK}))[:2] == (401, "token-missing")
    both = await api.post(path, {"list": BLACK, "refuse": True}, session["tokens"]["seats"]["2"])
    assert code(both) == (422, "invalid-request", "list-or-refuse")
    assert code(await refuse(api, session, 2)) == (409, "lists-open", "nothing-to-refuse")
    assert (await bring(api, session, 2, BLACK)).json()["bring"]["shown"] is True
    squads = (await setup_of(api, session))["squads"]
    assert ids(squads[1]) == ids(BLACK)


async def test_a_session_without_lists_takes_none(api):
    sample = (await api.get("/v1/rulesets/x-wing")).json()["game"]["setups"]["lists"]
    made = await api.post("/v1/rulesets/x-wing/sessions", {"kind": "game", "seats": TWO, "setup": sample})
    assert made.json()["bring"] is None
    assert code(await bring(api, made.json(), 1, RED)) == (409, "fixed-by-session", "no-lists")
    assert code(await refuse(api, made.json(), 1)) == (409, "fixed-by-session", "no-lists")


@BOTH
async def test_a_move_is_refused_before_all_lists_lie_there(api, slug):
    session = await open_bringing(api, slug)
    move = {X_WING: {"kind": "concede"}, OPEN_FORCES: {"kind": "pass"}}[slug]
    path = f"/v1/rulesets/{slug}/sessions/{session['id']}/actions"
    refused = await api.post(path, {"seen": session["seq"], "move": move}, session["tokens"]["seats"]["1"])
    assert code(refused)[:2] == (409, "lists-open")
    assert "1" in refused.json()["detail"]
    assert (await api.get(f"/v1/sessions/{session['id']}/state")).status_code == 404


async def test_a_question_for_a_list_stays_the_same_while_others_bring(api):
    session = await open_bringing(api, bring={"1": {"points": 20}, "2": {}})
    before = next(one for one in (await read(api, session, "/questions"))["items"] if one["seat"] == 1)
    assert before["context"]["limits"]["points"] == 20
    assert "Anton" in before["text"]
    await bring(api, session, 2, BLACK)
    (after,) = (await read(api, session, "/questions"))["items"]
    assert after == before
    inbox = (await api.get("/v1/questions", session["tokens"]["seats"]["1"])).json()["items"]
    assert [(one["session_id"], one["question"]) for one in inbox] == [(session["id"], before)]
    assert (await api.get("/v1/questions", session["tokens"]["seats"]["2"])).json()["items"] == []


async def test_each_seat_may_refuse_before_the_first_move_and_nobody_wins(api):
    session = await open_bringing(api)
    await bring(api, session, 1, RED)
    await bring(api, session, 2, BLACK)
    assert code(await refuse(api, session, 2, by=0)) == (403, "not-your-role", "list-by-seat")
    closed = (await refuse(api, session, 2)).json()
    assert (closed["status"], closed["result"], closed["bring"]["refused"]) == ("closed", None, 2)
    told = [one for one in await events(api, session) if one["type"] in ("list-refused", "session-closed")]
    assert [(one["type"], one.get("seat"), one.get("reason")) for one in told] == [
        ("list-refused", 2, None), ("session-closed", None, "abandoned"),
    ]  # fmt: skip
    assert (await refuse(api, session, 2)).json()["seq"] == closed["seq"]
    assert code(await refuse(api, session, 1))[:2] == (409, "session-closed")
    assert (await read(api, session, "/verification"))["result"] == "identical"


async def test_after_the_first_move_nobody_refuses(api):
    session = await open_bringing(api)
    await bring(api, session, 1, RED)
    begun = (await bring(api, session, 2, BLACK)).json()
    body = {"seen": begun["seq"], "move": {"kind": "end-phase"}}
    path = f"/v1/rulesets/x-wing/sessions/{session['id']}/actions"
    assert (await api.post(path, body, session["tokens"]["seats"]["1"])).status_code == 201
    assert code(await refuse(api, session, 2)) == (409, "action-closed", "game-begun")


@pytest.mark.parametrize("ends", ["host", "seats"])
async def test_a_session_that_ends_earlier_never_shows_a_list(api, ends):
    session = await open_bringing(api, bring={"1": {}, "2": {"reserve": BLACK}})
    await bring(api, session, 1, RED)
    by = {"host": ("host",), "seats": ("1", "2")}[ends]
    tokens = {"host": session["tokens"]["host"], **session["tokens"]["seats"]}
    for name in by:
        answer = await api.post(f"/v1/sessions/{session['id']}/close", {}, tokens[name])
    assert answer.json()["status"] == "closed"
    for name, token in {**tokens, "nobody": None}.items():
        for end in ("/events?limit=99", "/events?format=ndjson", "", "/verification", "/questions"):
            told = (await api.get(f"/v1/sessions/{session['id']}{end}", token)).text
            assert name == "1" or "wedge" not in told, (name, end)
            assert name == "2" or "howlrunner" not in told, (name, end)
    assert code(await bring(api, session, 2, BLACK))[:2] == (409, "session-closed")


LIMITED = (
    ({"ships": 1}, RED, [("too-many-ships", "/list")]),
    ({"points": 8}, RED, [("too-many-points", "/list")]),
    ({"factions": ["rebelalliance"]}, BLACK, [("wrong-faction", f"/list/xws/pilots/{n}/id") for n in (0, 1)]),
    ({"cards": ["wedgeantilles", "predator"]}, RED, [("card-not-offered", "/list/xws/pilots/1/id")]),
    ({}, {"xws": {"pilots": [{"id": "nobody"}]}}, [("unknown-card", "/list/xws/pilots/0/id")]),
    ({}, {}, [("list-or-ships", "/list")]),
    ({"points": 20}, {"xws": {"pilots": [{"id": "wedgeantilles"}]}}, [("points-missing", "/list/xws/pilots/0/points")]),
    (
        {"ships": 1, "factions": ["resistance"], "cards": []},
        RED,
        [
            ("too-many-ships", "/list"),
            *(
                (fault, f"/list/xws/pilots/0{end}")
                for fault, end in (("wrong-faction", "/id"), ("card-not-offered", "/id"))
            ),
            ("card-not-offered", "/list/xws/pilots/0/upgrades/talent/0"),
            *(
                (fault, f"/list/xws/pilots/1{end}")
                for fault, end in (("wrong-faction", "/id"), ("card-not-offered", "/id"))
            ),
        ],
    ),
)

R2D2 = {"astromech": ["r2d2"]}
CROWDED = {
    "xws": {
        "pilots": [
            {"id": "wedgeantilles", "upgrades": {"talent": ["predator", "juke", "marksmanship"], "crew": ["bossk"]}},
            {"id": "academypilot", "upgrades": {"talent": ["predator"]}},
            {"id": "wedgeantilles"},
        ]
    }
}
LIMITED += (
    (
        {"printed": True},
        CROWDED,
        [
            *(("too-few-slots", f"/list/xws/pilots/{n}/upgrades") for n in (0, 0, 1)),
            ("too-many-limited", "/list/xws/pilots/2/id"),
        ],
    ),
    (
        {"printed": True},
        {"xws": {"pilots": [{"id": id, "upgrades": R2D2} for id in ("wedgeantilles", "jekporkins")]}},
        [("too-many-limited", "/list/xws/pilots/1/upgrades/astromech/0")],
    ),
)


async def test_slots_and_dots_are_noted_for_both_once_lists_are_shown_and_refused_only_where_that_is_agreed(sqlite_api):
    session = await open_bringing(sqlite_api, bring={"1": {}, "2": {"printed": True}})
    assert (await bring(sqlite_api, session, 1, CROWDED)).status_code == 200
    refused = (await bring(sqlite_api, session, 2, CROWDED)).json()
    told = [one["detail"] for one in refused["errors"]]
    assert told[0].startswith("Upgrades for the slot talent: 3, slots of that kind: ")
    assert told[-1] == "Wedge Antilles is limited: 2 in this squad, at most 1."
    ships = (await sqlite_api.post("/v1/rulesets/x-wing/squads", CROWDED)).json()["ships"]
    refused = (await bring(sqlite_api, session, 2, {"ships": [{"ship": one["ship"]} for one in ships]})).json()
    pointers = [one["pointer"] for one in refused["errors"]]
    assert pointers[::3] == ["/list/ships/0/ship/upgrades", "/list/ships/2/ship/pilot"]
    assert (await bring(sqlite_api, session, 2, BLACK)).status_code == 200
    first = await sqlite_api.get(f"/v1/sessions/{session['id']}/actions/1", session["tokens"]["seats"]["2"])
    pilots = "/situation/squads/0/xws/pilots"
    assert [(one["pointer"], one["code"]) for one in first.json()["notes"]] == [
        *((f"{pilots}/{n}/upgrades", "too-few-slots") for n in (0, 0, 1)), (f"{pilots}/2/id", "too-many-limited"),
        ("/situation/squads/0", "several-factions"),
    ]  # fmt: skip
    assert [one["text"] for one in first.json()["notes"]][:4:3] == [
        "Wedge Antilles: upgrades for the slot talent: 3, slots of that kind: 2.",
        "Wedge Antilles is limited: 2 in this squad, at most 1.",
    ]


async def test_a_list_in_reserve_has_its_notes_where_it_stands(sqlite_api):
    squad = {"xws": {"pilots": [{"id": "academypilot", "upgrades": {"talent": ["predator"]}}, {"id": "wedgeantilles"}]}}
    bring = {"1": {}, "2": {"reserve": squad}}
    seen = await sqlite_api.post("/v1/rulesets/x-wing/setups", {"setup": {}, "bring": bring})
    assert [(one["pointer"], one["code"]) for one in seen.json()["notes"]] == [
        ("/bring/2/reserve/xws/pilots/0/upgrades", "too-few-slots"),
        ("/bring/2/reserve", "several-factions"),
    ]
    assert seen.json()["notes"][0]["text"].startswith("Academy Pilot: upgrades for the slot talent: 1")
    assert seen.json()["setup"]["squads"] == [None, None]


@pytest.mark.parametrize(("limits", "list", "faults"), LIMITED)
async def test_a_squad_is_told_all_that_is_wrong_with_it(sqlite_api, limits, list, faults):
    session = await open_bringing(sqlite_api, bring={"1": limits, "2": {}})
    refused = await bring(sqlite_api, session, 1, list)
    assert refused.status_code == 422
    found = [(one["code"], one["pointer"]) for one in refused.json()["errors"]]
    assert found == faults
    assert all(one["detail"] for one in refused.json()["errors"])
    assert (await read(sqlite_api, session))["bring"]["brought"] == []


CARD = army()["cards"][0]
OF_THE_SETUP = {"cards": [{**CARD, "id": "common"}], "placement": "in-turn"}
ARMIES = (
    ({"points": 19}, army(), [("over-budget", "/list")]),
    ({"groups": 1}, {"cards": [CARD], "groups": [{"id": n, "card": "inf", "units": 1} for n in "ab"]},
     [("too-many-groups", "/list/groups")]),
    ({"cards": ["common"]}, army(), [("card-not-offered", "/list/cards/0"), ("card-not-offered", "/list/groups/0/card")]),
    ({}, {"groups": [{"id": "a", "card": "none", "units": 1}]}, [("unknown-card", "/list/groups/0/card")]),
    ({}, {"cards": [CARD, CARD], "groups": [{"id": "a", "card": "inf", "units": 0}]},
     [("duplicate-card", "/list/cards/1/id"), ("empty-group", "/list/groups/0/units")]),
    ({}, army(units=2, positions=[{"x": 0, "y": 0}, {"x": 200, "y": 0}]),
     [("positions-brought", "/list/groups/0/positions")]),
    ({}, {"cards": [{**CARD, "base": 1001}], "groups": [{"id": "a", "card": "inf", "units": 1}]},
     [("base-too-large", "/list/cards/0/base")]),
    ({}, {"cards": [{**CARD, "base": 0}], "groups": [{"id": "a", "card": "inf", "units": 1}]},
     [("base-needed", "/list/cards/0/base")]),
)  # fmt: skip


@pytest.mark.parametrize(("limits", "list", "faults"), ARMIES)
async def test_an_army_is_told_all_that_is_wrong_with_it(sqlite_api, limits, list, faults):
    session = await open_bringing(sqlite_api, OPEN_FORCES, OF_THE_SETUP, {"1": limits, "2": {}})
    refused = await bring(sqlite_api, session, 1, list)
    assert refused.status_code == 422
    found = [(one["code"], one["pointer"]) for one in refused.json()["errors"]]
    assert found == faults


async def test_what_is_no_list_is_refused_with_its_place(sqlite_api):
    session = await open_bringing(sqlite_api, OPEN_FORCES)
    refused = await bring(sqlite_api, session, 1, {"groups": [{"id": "a", "card": "b", "unit": 3}], "x": 1})
    assert code(refused)[:2] == (422, "invalid-request")
    assert [one["pointer"] for one in refused.json()["errors"]] == ["/list/groups/0/unit", "/list/x"]


@pytest.mark.parametrize(
    ("sent", "expected", "pointer"),
    [
        ({"setup": {"squads": [RED, BLACK]}, "bring": {"1": {}}}, "place-not-left-out", "/bring/1"),
        ({"setup": {"squads": [RED, None]}, "bring": {"1": {}}}, "nobody-brings", "/setup/squads/1"),
        ({"setup": {"squads": [RED, None]}, "bring": {"1": {}, "2": {}}}, "place-not-left-out", "/bring/1"),
        ({"setup": {}, "bring": {}}, "nobody-brings", "/setup/squads"),
        ({"setup": {}, "bring": {"1": {}, "2": {"factions": ["rebels"]}}}, "unknown-faction", "/bring/2/factions/0"),
        ({"setup": {}, "bring": {"1": {}, "2": {"cards": ["wedge"]}}}, "unknown-card", "/bring/2/cards/0"),
        ({"bring": {"1": {}, "2": {"ships": 1, "reserve": RED}}}, "too-many-ships", "/bring/2/reserve"),
        ({"policies": {"2": "default"}}, "reserve-needed", "/bring/2/reserve"),
        ({"setup": {"squads": [{}, None]}, "bring": {"2": {}}}, "list-or-ships", "/setup/squads/0"),
    ],
)
async def test_an_opening_says_who_brings_what(sqlite_api, sent, expected, pointer):
    refused = await ask_to_open(sqlite_api, **sent)
    assert refused.status_code == 422, refused.text
    problem = refused.json()
    assert (problem["reason"], problem["errors"][0]["pointer"]) == (expected, pointer)


async def test_ids_that_two_lists_share_are_parted(sqlite_api):
    session = await open_bringing(sqlite_api, OPEN_FORCES)
    await bring(sqlite_api, session, 1, army(units=3))
    await bring(sqlite_api, session, 2, army(units=2, value=7))
    setup = await setup_of(sqlite_api, session)
    assert [card["id"] for card in setup["cards"]] == ["inf", "inf-2"]
    assert [(army["groups"][0]["id"], army["groups"][0]["card"]) for army in setup["armies"]] == [
        ("first", "inf"), ("first-2", "inf-2"),
    ]  # fmt: skip


async def test_a_seat_that_the_service_plays_brings_its_reserve_at_once(api):
    session = await open_bringing(api, bring={"1": {}, "2": {"reserve": BLACK}}, policies={"2": "default"})
    assert (session["bring"]["brought"], session["bring"]["reserves"]) == ([2], [2])
    assert "howlrunner" not in json.dumps([session, await events(api, session)])
    await bring(api, session, 1, RED)
    assert ids((await setup_of(api, session))["squads"][1]) == ids(BLACK)
    alone = await open_bringing(
        api, bring={"1": {"reserve": RED}, "2": {"reserve": BLACK}}, policies={"1": "default", "2": "default"}
    )
    assert (alone["bring"]["shown"], sum(alone["actions"].values())) == (True, 1)
    assert (await read(api, alone, "/verification"))["result"] == "identical"


async def test_after_the_deadline_the_reserve_stands_in(api, monkeypatch):
    monkeypatch.setattr(autoplay, "ROUND", 0.05)
    session = await open_bringing(
        api, bring={"1": {"reserve": BLACK}, "2": {}}, deadline={"seconds": 1, "policy": "default"}
    )
    await bring(api, session, 2, RED)

    async def shown():
        return (await read(api, session))["bring"]["shown"]

    assert await until(shown)
    assert [ids(squad) for squad in (await setup_of(api, session))["squads"]] == [ids(BLACK), ids(RED)]
    (passed,) = [one for one in await events(api, session) if one["type"] == "deadline-passed"]
    assert (passed["seat"], passed["policy"], passed["action"]) == (1, "reserve", None)
    assert (await read(api, session, "/verification"))["result"] == "identical"


async def test_after_the_deadline_a_game_without_a_reserve_is_closed(api, monkeypatch):
    monkeypatch.setattr(autoplay, "ROUND", 0.05)
    session = await open_bringing(
        api, bring={"1": {"reserve": BLACK}, "2": {}}, deadline={"seconds": 1, "policy": "default"}
    )

    async def closed():
        return (await read(api, session))["status"] == "closed"

    assert await until(closed)
    last = (await events(api, session))[-1]
    assert (last["type"], last["reason"], last["result"]) == ("session-closed", "abandoned", None)
    assert "howlrunner" not in json.dumps(await events(api, session))


async def test_lists_and_entropy_are_given_in_any_order(api):
    session = await open_bringing(api, entropy="seats")
    await bring(api, session, 1, RED)
    given = (await bring(api, session, 2, BLACK)).json()
    assert (given["bring"]["shown"], sum(given["actions"].values())) == (False, 0)
    assert "wedge" not in json.dumps(await events(api, session))
    assert (await bring(api, session, 1, BLACK)).status_code == 200  # they may still be changed
    for seat in (1, 2):
        path = f"/v1/sessions/{session['id']}/seats/{seat}/entropy"
        begun = (await api.post(path, {"waive": True}, session["tokens"]["host"])).json()
    assert begun["bring"]["shown"] is True
    assert [ids(squad) for squad in (await setup_of(api, session))["squads"]] == [ids(BLACK), ids(BLACK)]


async def test_two_seats_bring_at_the_same_moment(api):
    for _ in range(3):
        session = await open_bringing(api)
        answers = await asyncio.gather(bring(api, session, 1, RED), bring(api, session, 2, BLACK))
        assert [answer.status_code for answer in answers] == [200, 200]
        assert sorted(answer.json()["bring"]["shown"] for answer in answers) == [False, True]
        assert (await read(api, session))["actions"]["pending"] + (await read(api, session))["actions"]["resolved"] == 1


async def test_a_list_lies_there_after_a_restart(database_url):
    async with serving(database_url) as api:
        session = await open_bringing(api)
        await bring(api, session, 1, RED)
    async with serving(database_url) as api:
        assert await asked(api, session) == [("bring-list", 2)]
        assert (await bring(api, session, 2, BLACK)).json()["bring"]["shown"] is True
        assert (await read(api, session, "/verification"))["result"] == "identical"


HOSTILE = {
    "a squad of 600": (X_WING, {"xws": {"pilots": [{"id": "wedgeantilles"}] * 600}}),
    "600 upgrades": (X_WING, {"xws": {"pilots": [{"id": "wedgeantilles", "upgrades": {"talent": ["juke"] * 600}}]}}),
    "600 ships": (X_WING, {"ships": [{"ship": {"pilot": "wedgeantilles"}}] * 600}),
    "600 groups": (OPEN_FORCES, army() | {"groups": army()["groups"] * 600}),
    "a formula": (OPEN_FORCES, army(units="=1+1")),
    "deep": (X_WING, {"ships": json.loads("[" * 90 + "]" * 90)}),
    "no list": (OPEN_FORCES, []),
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_lists_and_reserves_are_refused_in_sentences(sqlite_api, name):
    slug, list = HOSTILE[name]
    session = await open_bringing(sqlite_api, slug)
    asked = await ask_to_open(sqlite_api, slug, bring={"1": {"reserve": list}, "2": {}})
    for refused in (await bring(sqlite_api, session, 1, list), asked):
        assert refused.status_code == 422, refused.text[:500]
        errors = refused.json()["errors"]
        assert 0 < len(errors) <= 50
        assert all(one["detail"].endswith(".") and one["pointer"] for one in errors)
    assert (await read(sqlite_api, session))["bring"]["brought"] == []


async def test_lists_are_brought_with_names_in_any_script(sqlite_api):
    names = ("חיל הרגלים", "歩兵", "مشاة", "Пехота", "🚀", "=1+1", "<b>")
    for slug, field in ((X_WING, "xws"), (OPEN_FORCES, "groups")):
        for name in names:
            session = await open_bringing(sqlite_api, slug)
            sent = {"xws": {**RED["xws"], "name": name}} if field == "xws" else army(name="inf", units=4)
            if field == "groups":
                sent["groups"][0]["name"] = name
            brought = await bring(sqlite_api, session, 1, sent)
            assert brought.status_code == 200, (name, brought.text)
            await bring(sqlite_api, session, 2, LISTS[slug][1])
            assert name in json.dumps(await setup_of(sqlite_api, session), ensure_ascii=False)


@BOTH
async def test_the_board_of_a_setup_that_waits_for_lists_has_not_ended(api, slug):
    sent = {"setup": {}, "bring": {"1": {}, "2": {}}}
    looked = (await api.post(f"/v1/rulesets/{slug}/setups", sent)).json()
    assert looked["setup"].keys() >= {LISTS_IN[slug]}
    assert looked["state"]["result"] is None
    assert looked["state"].get("round", 0) == 0
    board = await api.post(f"/pages/setups/{slug}", sent)
    assert (board.status_code, "board" in board.text) == (200, True)


LISTS_IN = {"open-forces": "armies", "x-wing": "squads"}


@pytest.mark.parametrize(
    ("change", "status"),
    [({"bring": {"9": {}}}, 422), ({"bring": {}}, 422), ({"bring": {"1": {}, "3": {}}}, 422), ({"bring": 7}, 422)],
)
async def test_a_board_is_drawn_only_where_the_lists_are_clear(api, change, status):
    sent = {"setup": {"armies": [None, None]}, "bring": {"1": {}, "2": {}}, **change}
    assert (await api.post("/pages/setups/open-forces", sent)).status_code == status


async def test_the_battlefield_is_drawn_before_any_army_is_there(api):
    ground = {"at": {"x": 0, "y": 0}, "width": 12000, "height": 9000}
    zone = {**ground, "height": 2000}
    sent = {"setup": {"battlefield": ground, "zones": [zone, None], "placement": "in-turn"}}
    drawn = (await api.post("/pages/setups/open-forces", {**sent, "bring": {"1": {}, "2": {}}})).text
    assert drawn.count('class="edge"') == 1
    assert drawn.count('class="zone seat-1"') == 1
