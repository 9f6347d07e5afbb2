"""What players had a part in, counted by the service, beside the same added up by hand from the lists."""

import random
from collections import Counter, defaultdict

import pytest

from tests.api.test_sheets import sheet
from tests.client import SEED, path_of

pytestmark = pytest.mark.anyio
SEATED = {"attacker": 1, "defender": 2}


async def whole(api, path, token=None):
    """Every item of a list, page after page."""
    found, cursor = [], ""
    while cursor is not None:
        page = (
            await api.get(f"{path}{'&' if '?' in path else '?'}limit=7{cursor and '&cursor='}{cursor}", token)
        ).json()
        found, cursor = found + page["items"], page["next"]
    return found


async def league(api, matches=6):
    """Matches of some people: one a player, one known by a reference, some by their names, one by nothing."""
    chance = random.Random(7)
    clara = (await api.post("/v1/players", {"name": "Clara"})).json()
    people = ["clara", {"name": "Anton", "reference": "discord:1"}, {"name": "Beatrix"}, {"name": "Dora"}, {}]
    for match in range(matches):
        pair = [people[match % 2], *chance.sample(people[2:], 1)]
        seats = [{"player": "me"} if one == "clara" else one for one in pair]
        token = clara["token"] if pair[0] == "clara" else None
        opening = {"kind": "series", "seats": seats, "reference": f"league/{match}"}
        session = (await api.post("/v1/rulesets/open-forces/sessions", opening, token)).json()
        for n in range(2):
            roles = SEATED if n else {"attacker": 2, "defender": 1}
            body = {"situation": SEED, "seats": roles}
            made = await api.post(f"/v1/sessions/{session['id']}/actions", body, session["tokens"]["host"])
            assert made.status_code == 201, made.text
        if match == 3:
            await api.post(path_of(made.json()) + "/void", {}, session["tokens"]["host"])
    await api.attack(SEED)
    return clara


async def test_the_sums_of_each_player_are_those_that_the_lists_add_up_to(api):
    await league(api)
    for name, part, number in (("casualties", "by_fate", lambda _: 1), ("rolls", "dice", lambda row: row["count"])):
        by_hand, parts, lost = Counter(), defaultdict(Counter), Counter()
        for row in await whole(api, f"/v1/{name}"):
            by_hand[row["player"]] += 1
            parts[row["player"]][row["fate" if name == "casualties" else "die"]] += number(row)
            lost[row["player"]] += row.get("lost", 0)
        counted = await whole(api, f"/v1/{name}/summary?group_by=player")
        assert {item["player"]: item["count"] for item in counted} == by_hand
        assert {item["player"]: item[part] for item in counted} == parts
        if name == "casualties":
            assert {item["player"]: item["lost"] for item in counted} == {player: lost[player] for player in by_hand}
    assert {None, "reference:discord:1", "name:Beatrix"} <= by_hand.keys()
    assert any(str(player).startswith("player:") for player in by_hand)


async def test_actions_are_counted_by_the_role_of_each_player(api):
    await league(api)
    played = {(row["session_id"], row["number"]): row["seats"] for row in await whole(api, "/v1/actions")}
    rolls = await whole(api, "/v1/rolls")
    seats = {(row["session_id"], row["seat"]): row["player"] for row in rolls if row["seat"]}
    by_hand = defaultdict(Counter)
    for (id, _), roles in played.items():
        for role, seat in roles.items():
            by_hand[seats[id, seat]][f"as_{role}"] += 1
            by_hand[seats[id, seat]]["count"] += 1
    counted = await whole(api, "/v1/actions/summary?group_by=player")
    names = ("count", "as_attacker", "as_defender")
    assert {one["player"]: {name: one[name] for name in names} for one in counted if one["player"]} == {
        player: {name: told[name] for name in names} for player, told in by_hand.items()
    }
    assert [one for one in counted if one["player"] is None] == [
        {"player": None, "name": None, "count": 1, "as_attacker": 0, "as_defender": 0}
    ]


async def test_every_name_of_a_person_finds_the_rows_that_were_counted_for_it(api):
    await league(api)
    for name in ("casualties", "rolls"):
        for item in await whole(api, f"/v1/{name}/summary?group_by=player"):
            if item["player"] is not None:
                rows = await whole(api, f"/v1/{name}?player={item['player']}")
                assert {(row["player"], row["name"]) for row in rows} == {(item["player"], item["name"])}
                assert len(rows) == item["count"]
                alone = await whole(api, f"/v1/{name}/summary?player={item['player']}&group_by=player")
                assert alone == [item]


async def test_a_bare_reference_or_name_finds_what_it_always_did(api):
    clara = await league(api)
    for bare, told in (("discord:1", "reference:discord:1"), ("Beatrix", "name:Beatrix")):
        assert await whole(api, f"/v1/rolls?player={bare}") == await whole(api, f"/v1/rolls?player={told}")
    mine = await whole(api, "/v1/rolls/summary?player=me&group_by=player", clara["token"])
    assert [item["player"] for item in mine] == [f"player:{clara['player']}"]


async def test_who_was_forgotten_is_one_person_for_each_seat(api):
    await league(api, matches=2)
    opening = {"kind": "series", "seats": [{"name": "Emil"}, {"name": "Frida"}], "visibility": "public"}
    for _ in range(2):
        session = (await api.post("/v1/rulesets/open-forces/sessions", opening)).json()
        body = {"situation": SEED, "seats": SEATED}
        await api.post(f"/v1/sessions/{session['id']}/actions", body, session["tokens"]["host"])
        await api.delete(f"/v1/sessions/{session['id']}/seats/1/person", session["tokens"]["seats"]["1"])
    items = await whole(api, "/v1/rolls/summary?group_by=player")
    forgotten = [item for item in items if str(item["player"]).endswith("/1") and item["name"] is None]
    assert len(forgotten) == 2
    for item in forgotten:
        assert len(await whole(api, f"/v1/rolls?player={item['player']}")) == item["count"]
    assert "Emil" not in str(items)


async def test_luck_by_player_is_the_luck_of_each_player_alone(api):
    await league(api)
    together = (await api.get("/v1/actions/luck?group_by=player")).json()
    assert {item["player"] for item in together["items"] if item["player"]}
    for player in {item["player"] for item in together["items"] if item["player"]}:
        own = (await api.get(f"/v1/actions/luck?player={player}")).json()["items"]
        told = [item for item in together["items"] if item["player"] == player]
        assert [{k: v for k, v in item.items() if k not in ("player", "name")} for item in told] == own
    everybody = (await api.get("/v1/actions/luck")).json()
    assert {name: everybody[name] for name in ("dice", "without_odds")} == {
        name: together[name] for name in ("dice", "without_odds")
    }
    for whose in everybody["items"]:
        attacks = [one for one in together["items"] if one["role"] == "attacker" and one["measure"] == whose["measure"]]
        assert sum(one["actual"] for one in attacks) == whose["actual"]


async def test_the_sheet_has_a_row_for_each_player_and_a_column_for_each_fate_and_die(api):
    await league(api)
    for name, columns in (("casualties", ["lost", "killed"]), ("rolls", ["d6"])):
        rows = await sheet(api, f"{name}/summary?format=csv&group_by=player")
        assert list(rows[0]) == ["player", "name", "count", *columns]
        items = await whole(api, f"/v1/{name}/summary?group_by=player")
        assert [(row["player"], row["count"]) for row in rows] == [
            (item["player"] or "", str(item["count"])) for item in items
        ]
    lines = (await api.get("/v1/actions/summary?format=ndjson&group_by=player")).text.splitlines()
    assert len(lines) == len(await whole(api, "/v1/actions/summary?group_by=player")) + 1


async def test_pages_of_persons_refuse_a_cursor_of_another_list(api):
    await league(api)
    page = (await api.get("/v1/rolls/summary?group_by=player&limit=1")).json()
    assert page["next"]
    for path in ("/v1/casualties/summary?group_by=player", "/v1/rolls?limit=1"):
        refused = await api.get(f"{path}&cursor={page['next']}")
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid-cursor")


async def test_too_many_rows_are_refused_with_what_helps(api, monkeypatch):
    monkeypatch.setattr("app.services.history.persons.MOST", 3)
    await league(api, matches=2)
    refused = (await api.get("/v1/rolls/summary?group_by=player")).json()
    assert (refused["code"], refused["reason"], refused["at_most"]) == ("limit-exceeded", "too-many-rows", 3)
    assert "since" in refused["detail"]
