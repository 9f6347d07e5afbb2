"""Values that look right and are not: days that no calendar has, characters that turn a line of text around."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from pydantic import ValidationError

from app.domain.visible import ONE_LINE, is_one_line
from app.persistence.stored.codec import Codec
from app.services.rulebooks.installed import find_rulebooks
from tests.client import PHYSICAL, SEED, SEED_FACES

pytestmark = pytest.mark.anyio
OPENING = "/v1/rulesets/open-forces/sessions"
NO_DAYS = ["2027-02-29", "2028-02-30", "2027-04-31", "2100-02-29", "0000-01-01"]
TURNING = ["\x7f", "\x80", "\x85", "\x9f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069"]
NAMES = ["محمد", "דָּוִד", "علی\u200cرضا", "שלום\u200f!", "李 雷", "Zoë 👩\u200d👧", "a\u00a0b"]
"""In any script, with the joiners and marks that some of them are written with."""

UNSEEN = [
    " ",
    "\u200b",
    "\u3164",
    "\u2800",
    "\u00ad",
    "\u0301",
    "\u034f",
    "\ufe0f",
    "\u2065",
    "\U000e0041",
    "\u200d\u3164 \u0301",
]
"""Only spaces, formats, marks, and letters that are drawn as nothing."""


@pytest.mark.parametrize("day", NO_DAYS)
async def test_a_day_that_no_calendar_has_is_refused(sqlite_api, day):
    for parameter in ("since", "until"):
        for instant in (day, f"{day}T10:00Z"):
            response = await sqlite_api.get(f"/v1/actions?{parameter}={instant}")
            assert response.status_code == 422, response.text
            assert response.json()["errors"][0]["pointer"] == f"/query/{parameter}"
    response = await sqlite_api.attack(played_at=f"{day}T10:00:00Z")
    assert response.status_code == 422, response.text
    assert response.json()["errors"][0]["pointer"] == "/played_at"


async def test_the_29th_of_february_is_a_day_in_leap_years(sqlite_api):
    assert (await sqlite_api.get("/v1/actions?since=2028-02-29&until=2000-02-29T10:00Z")).status_code == 200
    assert (await sqlite_api.attack(played_at="2028-02-29T10:00:00+02:00")).status_code == 201


@pytest.mark.parametrize("sign", TURNING, ids=ascii)
async def test_characters_that_turn_or_break_a_line_are_refused(sqlite_api, sign):
    text = f"a{sign}b"
    for body in ({"seats": [{"name": text}]}, {"seats": [{"reference": text}]}, {"reference": text}):
        assert (await sqlite_api.post(OPENING, {"kind": "series", **body})).status_code == 422
    assert (await sqlite_api.attack(reference=text)).status_code == 422
    assert (await sqlite_api.http.get("/v1/actions", params={"player": text})).status_code == 422
    game = (await sqlite_api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]["sample"]
    game["cards"][0]["name"] = text
    assert (await sqlite_api.post(OPENING, {"kind": "game", "seats": [{}, {}], "setup": game})).status_code == 422


@pytest.mark.parametrize("name", NAMES)
async def test_names_of_any_script_are_taken(sqlite_api, name):
    session = await sqlite_api.open(seats=[{"name": name, "reference": name}, {}])
    assert session["seats"][0]["name"] == name


@pytest.mark.parametrize("slug", ["open-forces", "castle-rampage", "storm-over-stalingrad", "x-wing"])
@pytest.mark.parametrize("name", NAMES)
async def test_things_have_names_of_any_script(sqlite_api, slug, name):
    games = (await sqlite_api.get(f"/v1/rulesets/{slug}")).json()["game"]["setups"]
    named = 0
    for key, game in games.items():
        things = [thing for thing in every(game) if "name" in thing]
        for thing in things:
            thing["name"] = name
        response = await sqlite_api.post(f"/v1/rulesets/{slug}/setups", {"setup": game})
        assert response.status_code == 200, (key, response.text)
        shown = [thing.get("name") for thing in every(response.json()["setup"])]
        wanted = sum("id" in thing or "card" in thing or "mode" in thing for thing in things)
        assert shown.count(name) >= wanted, (key, shown)
        named += wanted
    assert named


@pytest.mark.parametrize("slug", ["open-forces", "castle-rampage", "storm-over-stalingrad", "x-wing"])
@pytest.mark.parametrize("name", ["", "N" * 61])
async def test_a_name_of_the_wrong_length_is_refused_by_its_characters(sqlite_api, slug, name):
    games = (await sqlite_api.get(f"/v1/rulesets/{slug}")).json()["game"]["setups"]
    named = "agility" if slug == "x-wing" else "name"  # lists of squad builders may have any name
    game, thing = next((game, one) for game in games.values() for one in every(game) if named in one)
    thing["name"] = name
    (error,) = (await sqlite_api.post(f"/v1/rulesets/{slug}/setups", {"setup": game})).json()["errors"]
    assert error["pointer"].endswith("/name")
    assert "characters" in error["detail"], error


def every(value):
    """A value and all objects within it."""
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from every(one)


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
async def test_a_name_of_which_nobody_sees_anything_is_refused_at_its_place(sqlite_api, name):
    player = (await sqlite_api.post("/v1/players", {"name": "Anton"})).json()
    mine = {"Authorization": f"Bearer {player['token']}"}
    game = (await sqlite_api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]["sample"]
    game["cards"][0]["name"] = name
    for response, place in (
        (await sqlite_api.post(OPENING, {"kind": "series", "seats": [{}, {"name": name}]}), "/seats/1/name"),
        (await sqlite_api.post("/v1/players", {"name": name}), "/name"),
        (await sqlite_api.http.patch("/v1/players/me", json={"name": name}, headers=mine), "/name"),
        (await sqlite_api.post(OPENING, {"kind": "game", "seats": [{}, {}], "setup": game}), "/setup/cards/0/name"),
    ):
        problem = response.json()
        assert (response.status_code, problem["code"]) == (422, "invalid-request"), problem
        assert [error["pointer"] for error in problem["errors"]] == [place]


@pytest.mark.parametrize("name", ["🐉", "🫨", "7", "!", "ー", "1\ufe0f\u20e3", "\ue000"], ids=ascii)
async def test_one_visible_sign_is_a_name(sqlite_api, name):
    session = await sqlite_api.open(seats=[{"name": name}, {}])
    assert session["seats"][0]["name"] == name


PARTLY_UNSEEN = [
    *(f"Anton{sign}" for sign in ("\u200b", "\u00ad", "\u2061", "\U000e0041")),
    *("An\u034fton", "\ufeffAnton", "An\u200dton", "\u3164a", "\u200dx"),
]


@pytest.mark.parametrize("text", [*UNSEEN, "\u200e", *PARTLY_UNSEEN], ids=ascii)
async def test_a_name_or_reference_is_refused_of_which_a_part_cannot_be_seen(sqlite_api, text):
    game = (await sqlite_api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]["sample"]
    game["cards"][0]["name"] = text
    hook = {"url": "https://example.org/", "events": ["session-closed"], "reference": text}
    for path, body, place in (
        (OPENING, {"kind": "series", "seats": [{}, {"name": text}]}, "/seats/1/name"),
        (OPENING, {"kind": "series", "seats": [{}, {"reference": text}]}, "/seats/1/reference"),
        (OPENING, {"kind": "series", "reference": text}, "/reference"),
        (OPENING, {"kind": "game", "seats": [{}, {}], "setup": game}, "/setup/cards/0/name"),
        ("/v1/players", {"name": text}, "/name"),
        ("/v1/webhooks", hook, "/reference"),
    ):
        response = await sqlite_api.post(path, body)
        assert (response.status_code, response.json()["code"]) == (422, "invalid-request"), (path, response.text)
        assert place in [error["pointer"] for error in response.json()["errors"]]
    response = await sqlite_api.attack(reference=text)
    assert [error["pointer"] for error in response.json()["errors"]] == ["/reference"], response.text


async def test_a_reference_is_taken_by_one_that_looks_the_same(sqlite_api):
    session = await sqlite_api.open(dice=PHYSICAL)
    mine = {"session_id": session["id"], "dice": {**PHYSICAL, "faces": SEED_FACES}}
    statuses = [
        (await sqlite_api.attack(SEED, session["tokens"]["host"], reference=reference, **mine)).status_code
        for reference in ("Zoë 1", "Zoe\u0308 1", "Zoë\u00a01", " Zoë 1", "Zoë 2")
    ]
    assert statuses == [201, 409, 409, 409, 201]


async def test_lists_find_what_looks_like_the_name_or_reference_that_is_asked_for(sqlite_api):
    session = await sqlite_api.open(seats=[{"name": "Zoë"}, {"reference": "club é"}], reference="club/Zoe\u0308")
    for asked in (
        {"player": "Zoe\u0308"},
        {"player": "name:Zoe\u0308"},
        {"player": "Zoë\u200b"},
        {"player": "reference:club\u00a0e\u0301"},
        {"reference": "club/Zoë"},
        {"reference": "club/Zoe\u0308*"},
    ):
        found = (await sqlite_api.http.get("/v1/sessions", params={"status": "open", **asked})).json()["items"]
        assert {item["id"] for item in found} == {session["id"]}, asked


async def test_a_name_that_grows_in_its_one_form_is_still_measured(sqlite_api):
    grown = "\u0958" * 31  # each is a letter and a mark in the form that is kept
    response = await sqlite_api.post("/v1/players", {"name": grown})
    assert [error["pointer"] for error in response.json()["errors"]] == ["/name"], response.text
    assert (await sqlite_api.post("/v1/players", {"name": grown[:30]})).status_code == 201


def test_the_pattern_of_names_and_what_is_taken_as_one_say_the_same():
    pattern = re.compile(ONE_LINE)
    for number in (*range(0xD800), *range(0xE000, 0x11000), *range(0xE0000, 0xE0200)):
        assert is_one_line(chr(number)) == bool(pattern.fullmatch(chr(number))), hex(number)


def test_a_stored_thing_whose_name_nobody_sees_is_still_read():
    shape = Codec(find_rulebooks()["storm-over-stalingrad"].ruleset).situation
    situation = shape.dump(shape.load(find_rulebooks()["storm-over-stalingrad"].ruleset.examples[0]))
    situation["areas"][0]["name"] = "\u3164"
    assert shape.load(situation).areas[0].name == "\u3164"
    with pytest.raises(ValidationError):
        shape.read(situation)


async def test_a_cursor_is_good_for_its_own_list_only(api):
    session = await api.open(dice=PHYSICAL)
    token = session["tokens"]["host"]
    splash = {"attacker": {"units": 9, "mode": {"atk": 9}}, "defender": {"units": 9, "mode": {"def": 0}}}
    for _ in range(2):
        await api.open()
        await api.attack(token=token, session_id=session["id"], dice={**PHYSICAL, "faces": SEED_FACES})
        dice = {**PHYSICAL, "faces": [[1] * 9, [6] * 9]}
        assert (await api.attack(splash, token, session_id=session["id"], dice=dice)).status_code == 201
    lists = ["sessions", "actions", "actions/luck", "rolls", "casualties"]
    cursors = {name: (await api.get(f"/v1/{name}?limit=1")).json()["next"] for name in lists}
    for name in lists:
        for of, cursor in cursors.items():
            response = await api.get(f"/v1/{name}?cursor={cursor}")
            assert response.status_code == (200 if of == name else 422), (name, of, response.text)
            assert of == name or response.json()["code"] == "invalid-cursor"


@pytest.mark.parametrize("number", [-1, 2**31, 2**63, 2**64, 10**100])
async def test_a_cursor_with_a_number_out_of_range_is_refused(api, number):
    for _ in range(2):
        await api.attack(SEED)
    for name in ("actions", "rolls"):
        cursor = (await api.get(f"/v1/{name}?limit=1&kind=single")).json()["next"]
        key = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        changed = urlsafe_b64encode(json.dumps([*key[:-1], number]).encode()).decode().rstrip("=")
        response = await api.get(f"/v1/{name}?cursor={changed}")
        assert (response.status_code, response.json()["code"]) == (422, "invalid-cursor")


async def chunks_of(api, path):
    """How many parts an answer is sent in, and the whole of it."""
    parts = []

    async def send(message):
        if message["type"] == "http.response.body" and message["body"]:
            parts.append(message["body"])

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    path, _, query = path.partition("?")
    scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": []}
    scope |= {"http_version": "1.1", "scheme": "http", "asgi": {"version": "3.0", "spec_version": "2.4"}}
    await api.app(scope, receive, send)
    return len(parts), b"".join(parts)


async def test_whole_lists_and_logs_are_sent_in_few_parts(sqlite_api):
    session = await sqlite_api.open()
    for _ in range(20):
        await sqlite_api.attack(token=session["tokens"]["host"], session_id=session["id"])
    for path in (
        "/v1/rolls?format=csv",
        "/v1/rolls?format=ndjson",
        f"/v1/sessions/{session['id']}/events?format=ndjson",
    ):
        parts, whole = await chunks_of(sqlite_api, path)
        assert whole.count(b"\n") > 40
        assert parts <= 1 + len(whole) // 16_384, path
