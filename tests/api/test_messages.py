"""What newcomers send wrong, and what they are told: the thing, the place, and the way out."""

import copy
import json
import re
from time import process_time

import pytest

from tests.client import ATTACKS, PHYSICAL, SEED, SEED_FACES, bearer, path_of

pytestmark = pytest.mark.anyio
SESSIONS = "/v1/rulesets/open-forces/sessions"
XWING = "/v1/rulesets/x-wing/attacks"
FIRE = "/v1/rulesets/storm-over-stalingrad/attacks"
SIEGE = "/v1/rulesets/castle-rampage/attacks"
SHIPS = {
    "attacker": {"id": "a", "agility": 2, "hull": 2},
    "defender": {"id": "b", "agility": 2, "hull": 2},
    "weapon": {"value": 2},
    "attack_range": 1,
}
UNITS = "/situation/attacker/units"
OWN_CODES = {"missing", "unknown-field", "wrong-type", "too-small", "too-large", "wrong-form"}


def with_changes(situation, **changes):
    """The situation with values replaced, each named by its path with two underscores between names."""
    changed = copy.deepcopy(situation)
    for path, value in changes.items():
        *way, last = path.split("__")
        place = changed
        for step in way:
            place = place[step]
        place[last] = value
    return changed


def attack(**rest):
    return {"situation": SEED, **rest}


def forces(**changes):
    return {"situation": with_changes(SEED, **changes)}


def ships(**changes):
    return {"situation": with_changes(SHIPS, **changes)}


def faces(*rolls):
    return attack(dice={**PHYSICAL, "faces": list(rolls)})


def opening(**rest):
    return {"kind": "series", **rest}


def siege(attacker=9, gate=(), castle=()):
    return {"situation": {"attack": attacker, "gate": list(gate), "castle": list(castle)}}


WRONG = [
    # fields
    (ATTACKS, forces(attacker__mode={"attak": 1}), "unknown-field", "/situation/attacker/mode/attak", "`atk`"),
    (ATTACKS, attack(polices={}), "unknown-field", "/polices", "Did you mean `policies`? Known here: `situation`,"),
    (ATTACKS, attack(options={"surplus": 1}), "unknown-option", "/options/surplus", "Did you mean `surplus_dice`?"),
    (ATTACKS, attack(options={"preset": "x"}), "unknown-option", "/options/preset", ""),
    (ATTACKS, attack(options={"surplus_dice": "owner"}), "wrong-form", "/options/surplus_dice", "`owner-choice`"),
    (ATTACKS, attack(policies={"attacker": "askk"}), "unknown-policy", "/policies/attacker", "Did you mean `ask`?"),
    (ATTACKS, attack(policies={"atacker": "ask"}), "unknown-field", "/policies/atacker", "Did you mean `attacker`?"),
    (ATTACKS, {}, "missing", "/situation", "missing"),
    (ATTACKS, [1], "wrong-type", "", "an object"),
    (ATTACKS, "attack", "wrong-type", "", "an object"),
    (ATTACKS, b"", "missing", "", "send a JSON object"),
    (ATTACKS, forces(attacker__units="five"), "wrong-type", UNITS, "a whole number"),
    (ATTACKS, forces(attacker__units=2**70), "too-large", UNITS, "at most 100"),
    (ATTACKS, forces(attacker=5), "wrong-type", "/situation/attacker", 'such as {"units":1,"mode":{"atk":'),
    (ATTACKS, forces(line_of_sight="yes"), "wrong-type", "/situation/line_of_sight", "true or false"),
    (ATTACKS, attack(played_at="2026-11-21"), "wrong-form", "/played_at", "such as 2026-11-21T14:00:00Z"),
    (ATTACKS, attack(played_at="2026-02-30T14:00:00Z"), "wrong-form", "/played_at", "calendar"),
    (ATTACKS, attack(reference="a\nb"), "wrong-form", "/reference", "one line"),
    (ATTACKS, attack(replaces=1), "in-a-session", "/replaces", "`session_id`"),
    (SESSIONS.replace("rulesets/open-forces/sessions", "sessions/0/seats/1/entropy"), {"waive": False}, "wrong-form",
     "/waive", "one of `true`"),
    # answers sent along
    (
        ATTACKS,
        attack(answers=[{"question": "choose-subgroup", "choice": {"choice": {"units": ["1"]}, "text": "x"}}]),
        "wrong-form",
        "/answers/0/choice",
        "send only its inner `choice`",
    ),
    (ATTACKS, attack(answers=[{"question": "choose-group", "choice": {}}]), "wrong-form", "/answers/0/question",
     "Did you mean `choose-subgroup`?"),
    # dice
    (ATTACKS, attack(dice={"faces": SEED_FACES}), "service-dice", "/dice/faces", 'or set `"source": "physical"`'),
    (ATTACKS, faces([1, 2, 3]), "wrong-number-of-dice", "/dice/faces/0", "(defender) needs 4 d6; faces"),
    (ATTACKS, faces([1, 2, 3, 7]), "no-such-face", "/dice/faces/0", "face 4 of those sent is not on this die"),
    (ATTACKS, faces([1, 2, 3, "4"]), "face-as-text", "/dice/faces/0", "send the number, without quotes"),
    (ATTACKS, faces(SEED_FACES[0], [1]), "wrong-number-of-dice", "/dice/faces/1", "Roll 2 (attacker) needs 5"),
    (ATTACKS, faces(*SEED_FACES, [1]), "dice-left-over", "/dice/faces", "needed: 2. Rolls sent in excess: 1"),
    (ATTACKS, faces(1), "wrong-type", "/dice/faces/0", "a list"),
    # openings
    (SESSIONS, opening(kind="match"), "wrong-form", "/kind", "`series`, `game`"),
    (SESSIONS, opening(setup={}), "unknown-field", "/setup", "There is no such field. Known here:"),
    (SESSIONS, opening(seats=2), "wrong-type", "/seats", "a list"),
    (SESSIONS, opening(seats=["Anton"]), "wrong-type", "/seats/0", 'such as {"name":"…"}'),
    (SESSIONS, opening(policies={"attacker": "ask"}), "wrong-form", "/policies/attacker", "numbers of seats"),
    (SESSIONS, opening(policies={"2": "ask"}), "no-such-seat", "/policies/2", "no seat 2"),
    (SESSIONS, opening(host=False), "nobody-plays", "/host", "needs seats"),
    (
        SESSIONS.replace("open-forces", "storm-over-stalingrad"),
        opening(seats=[{"side": "russian"}, {"side": "german"}]),
        "wrong-form",
        "/seats/0/side",
        "`soviet`, `german`",
    ),
    # X-Wing
    (XWING, ships(attacker__shields=2), "wrong-type", "/situation/attacker/shields", '{"max":0,"active":0}'),
    (XWING, ships(weapon="torpedo"), "wrong-type", "/situation/weapon", 'such as {"upgrade":"…"}'),
    (XWING, ships(attacker__effects=[5]), "wrong-type", "/situation/attacker/effects/0", "a text or an object"),
    (XWING, ships(attacker__effects=[{"id": "x", "window": "done", "ops": [{"op": "reroll"}]}]), "wrong-form",
     "/situation/attacker/effects/0/window", "one of"),
    (XWING, ships(attacker__tokens={"focuss": 1}), "unknown-field", "/situation/attacker/tokens/focuss", "`focus`"),
    (XWING, ships(attacker__upgrades=["howlrunner"]), "friend-is-effect", "/situation/attacker/upgrades/0",
     "`pilot:howlrunner`"),
    (XWING, ships(attacker__pilot="juke"), "card-is-upgrade", "/situation/attacker/pilot", "among `upgrades`"),
    (XWING, ships(attacker__pilot="howlruner"), "unknown-card", "/situation/attacker/pilot", "`howlrunner`?"),
    (XWING, ships(attacker__effects=["howlrunner"]), "unknown-card", "/situation/attacker/effects/0",
     "Did you mean `pilot:howlrunner`?"),
    (XWING, ships(weapon={"upgrade": "juke"}), "not-a-weapon", "/situation/weapon/upgrade", "leave `upgrade` out"),
    (XWING, ships(defender__size="medum"), "wrong-form", "/situation/defender/size", "Did you mean `medium`?"),
    # Castle Rampage
    (SIEGE, siege(), "wrong-type", "/situation/attack", 'such as {"value":1}'),
    (SIEGE, siege({"value": 9}, castle=[{"card": "x", "gate_defense": 1}]), "missing-value",
     "/situation/castle/0/castle_defense", "needs `castle_defense`"),
]  # fmt: skip


async def test_each_wrong_request_is_told_its_place_and_the_way_out(sqlite_api):
    """A table: path, body, the code of the fault, its place, and words of its text."""
    misses = []
    for path, body, code, pointer, words in WRONG:
        response = await sqlite_api.post(path, body)
        problem = response.json()
        told = [(error["code"], error["pointer"]) for error in problem.get("errors", ())]
        details = " ".join(error["detail"] for error in problem.get("errors", ()))
        if response.status_code != 422 or told != [(code, pointer)] or words not in details or "{{" in details:
            misses.append((path, code, pointer, response.status_code, problem))
    assert not misses
    assert await sqlite_api.count("sessions") == 0


async def test_codes_of_fields_are_our_own_words(sqlite_api):
    for value in (None, True, 1.5, "x", [], {}, [1], {"a": 1}, -(2**70), 2**70, 1e300):
        for path in ("attacker__units", "attacker__mode", "cover", "visible", "line_of_sight", "attacker__unit_ids"):
            problem = (await sqlite_api.post(ATTACKS, forces(**{path: value}))).json()
            if problem.get("code") == "invalid-request":
                assert {error["code"] for error in problem["errors"]} <= OWN_CODES


async def test_all_faults_of_a_situation_are_listed(sqlite_api):
    situation = with_changes(SEED, attacker__units=0, attacker__mode={"atk": None}, defender__unit_ids=["a", "a"])
    problem = (await sqlite_api.attack(situation)).json()
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [
        ("/situation/attacker/units", "empty-group"),
        ("/situation/defender/unit_ids", "unit-count-mismatch"),
        ("/situation/defender/unit_ids/1", "duplicate-unit"),
        ("/situation/attacker/mode/atk", "mode-cannot-attack"),
    ]
    assert all(error["rule"].startswith("OF-") for error in problem["errors"])
    ship = (await sqlite_api.post(XWING, ships(attacker__shields={"max": 0, "active": 1}, defender__id="a"))).json()
    assert [error["pointer"] for error in ship["errors"]] == [
        "/situation/defender/id",
        "/situation/attacker/shields/active",
    ]
    castle = (await sqlite_api.post(SIEGE, siege({"value": 9}, gate=[{"card": "ogre"}]))).json()
    assert len(castle["errors"]) == 3
    fire = (await sqlite_api.get("/v1/rulesets/storm-over-stalingrad")).json()["examples"][0]
    fired = await sqlite_api.post(FIRE, {"situation": {**fire, "firers": ["s1", "s9", "g1"]}})
    assert [error["code"] for error in fired.json()["errors"]] == ["unknown-unit", "wrong-side"]


async def test_a_field_that_is_misspelled_is_not_missing_too(sqlite_api):
    problem = (await sqlite_api.attack({**SEED, "defender": {"unitz": 4, "mode": {"def": 1}}})).json()
    assert [error["pointer"] for error in problem["errors"]] == ["/situation/defender/unitz"]


async def test_an_array_for_an_object_and_a_fraction_for_a_whole_number_are_mended(sqlite_api):
    sent = ships(attacker__charges=[], attacker__tokens=[], attacker__hull=2.0, attack_range=1.0)
    shown = (await sqlite_api.post(XWING, {**sent, "dice": {**PHYSICAL, "faces": []}})).json()
    assert shown["situation"]["attacker"]["hull"] == 2
    assert shown["situation"]["attacker"]["tokens"]["focus"] == 0
    thrown = await sqlite_api.post(ATTACKS, faces(*[[float(face) for face in roll] for roll in SEED_FACES]))
    assert thrown.json()["outcome"]["kills"] == 2
    assert not re.search(r"[\[,:]\d\.0[],}]", thrown.text)
    for wrong in ("2", True, 2.5, [2]):
        assert (await sqlite_api.post(XWING, ships(attacker__hull=wrong))).status_code == 422
    refused = await sqlite_api.post(ATTACKS, b'{"situation": [], "played_at": NaN}')
    assert [error["pointer"] for error in refused.json()["errors"]] == ["/situation", "/played_at"]


async def game_of(api):
    """A game of two seats, with its first question."""
    setup = (await api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]["sample"]
    body = {"kind": "game", "seats": [{"name": "Anton"}, {"name": "Beatrix"}], "setup": setup}
    game = (await api.post(SESSIONS, body)).json()
    question = (await api.get(f"/v1/sessions/{game['id']}/questions")).json()["items"][0]
    return game, question


async def told(response):
    """Status, code and reason of a problem with its first place, and its text."""
    problem = response.json()
    place = problem.get("errors", [{}])[0].get("pointer")
    return (response.status_code, problem["code"], problem.get("reason"), place), problem["detail"]


async def test_what_a_game_is_not(sqlite_api):
    game, question = await game_of(sqlite_api)
    id, host, seats = game["id"], game["tokens"]["host"], game["tokens"]["seats"]
    moves, move = f"{SESSIONS}/{id}/actions", question["choices"][0]["choice"]
    stale = await sqlite_api.post(moves, {"seen": 1, "move": move}, seats["1"])
    pending = stale.json()["pending"]
    assert (pending["question"], pending["seen"]) == ("act", question["seen"])
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    whole = await sqlite_api.post(moves, {"seen": question["seen"], "move": question["choices"][0]}, host)
    wrong = {
        "attack": await sqlite_api.attack(session_id=id, token=host),
        "opening": await sqlite_api.post(f"/v1/sessions/{id}/actions/1/void", {}, host),
        "winner": await sqlite_api.post(f"/v1/sessions/{id}/close", {"result": {"winner": 3}}, host),
        "event": await sqlite_api.get(f"/v1/sessions/{id}/state?at=99"),
        "seat": await sqlite_api.post(f"/v1/sessions/{id}/seats/7/token", {}, host),
        "other": await sqlite_api.post(moves, {"seen": question["seen"], "seat": 2, "move": move}, seats["1"]),
        "whole": whole,
    }
    expected = {
        "attack": ((409, "fixed-by-session", "moves-elsewhere", "/session_id"), moves),
        "opening": ((409, "fixed-by-session", "opening-stays", None), "Close the session instead"),
        "winner": ((422, "seats-unclear", "no-such-seat", "/result/winner"), "no seat 3"),
        "event": ((404, "not-found", "unknown-event", "/query/at"), "no event 99; the newest is 5"),
        "seat": ((404, "not-found", "no-such-seat", None), "no seat 7"),
        "other": ((403, "not-your-role", None, "/seat"), "This is for seat 2 to do; your token belongs to seat 1"),
        "whole": ((422, "invalid-request", None, "/move"), "inner `choice`"),
    }
    for name, (what, words) in expected.items():
        found, detail = await told(wrong[name])
        assert (name, found) == (name, what)
        assert words in detail


async def test_positions_are_one_for_each_unit(sqlite_api):
    setups = (await sqlite_api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]
    body = {"kind": "game", "seats": [{}, {}], "setup": setups["sample-with-positions"]}
    game = (await sqlite_api.post(SESSIONS, body)).json()
    host, act = game["tokens"]["host"], f"{SESSIONS}/{game['id']}/actions"
    question = (await sqlite_api.get(f"/v1/sessions/{game['id']}/questions")).json()["items"][0]
    move = question["choices"][0]["choice"]
    one_point = {"question": "move", "choice": {"path": [[{"x": 0, "y": 0}]]}}
    mode = {"question": "choose-mode", "choice": {"mode": 1}}
    sent = {"seen": question["seen"], "move": move, "answers": [mode, one_point]}
    (status, _, reason, place), detail = await told(await sqlite_api.post(act, sent, host))
    assert (status, reason, place) == (422, "wrong-count", "/answers/1/choice")
    assert detail == "A leg of the path has one point per unit (5); sent: 1."
    broken = copy.deepcopy(body)
    group = broken["setup"]["armies"][0]["groups"][0]
    group["positions"] = group["positions"][:1]
    found, detail = await told(await sqlite_api.post(SESSIONS, broken))
    assert found[2:] == ("unit-count-mismatch", "/setup/armies/0/groups/0/positions")
    assert "positions sent: 1. Send a position for each unit" in detail


async def test_a_false_fault_beside_a_right_one_is_dropped(sqlite_api):
    setup = (await sqlite_api.get("/v1/rulesets/open-forces")).json()["game"]["setups"]["sample"]
    setup["armies"][0]["groups"][0]["mode"], setup["cards"][0]["modes"][0]["mode"] = 9, 7
    problem = (await sqlite_api.post(SESSIONS, {"kind": "game", "seats": [{}, {}], "setup": setup})).json()
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [
        ("/setup/cards/0/modes/0/mode", "too-large"),
        ("/setup/armies/0/groups/0/mode", "too-large"),
    ]


async def test_what_a_series_has_fixed(sqlite_api):
    series = await sqlite_api.open(seats=[{"name": "A"}, {"name": "B"}], options={"surplus_dice": "owner-choice"})
    id, host, seat = series["id"], series["tokens"]["host"], series["tokens"]["seats"]["1"]
    other = {"surplus_dice": "auto-optimal", "casualty_choice": "defender"}
    differs = await sqlite_api.attack(session_id=id, token=host, options=other)
    assert [error["pointer"] for error in differs.json()["errors"]] == [
        "/options/surplus_dice",
        "/options/casualty_choice",
    ]
    assert '"owner-choice", not "auto-optimal"' in differs.json()["detail"]
    both = {"attacker": "default", "defender": "default"}
    theirs = await sqlite_api.attack(session_id=id, token=seat, policies=both)
    found, detail = await told(theirs)
    assert found == (403, "not-your-role", "role-of-another", "/policies/defender")
    assert "the role defender, which seat 2 plays" in detail
    gone = await sqlite_api.attack(session_id=id, token=host, replaces=99, seats={"attacker": 1})
    assert (await told(gone))[0] == (404, "not-found", "unknown-action", "/replaces")
    assert (await told(await sqlite_api.get(f"/v1/sessions/{id}/state")))[0][2] == "no-board"
    same = {"surplus_dice": "owner-choice"}
    assert (await sqlite_api.attack(session_id=id, token=host, options=same, seats={"attacker": 1})).status_code == 201


async def test_the_whole_item_of_choices_is_told_what_to_send(sqlite_api):
    options = {"surplus_dice": "owner-choice"}
    dice = {**PHYSICAL, "faces": SEED_FACES}
    action = (await sqlite_api.attack(options=options, dice=dice, policies={"attacker": "ask"})).json()
    token = action["tokens"]["host"]
    whole = await sqlite_api.answer(action, token, choice=action["pending"]["choices"][0])
    assert await told(whole) == (
        (422, "illegal-answer", None, "/choice"),
        "/choice: This is a whole item of `choices`: send only its inner `choice`.",
    )
    rolled = await sqlite_api.answer(action, token, faces=[1])
    assert (await told(rolled))[0] == (422, "illegal-answer", "wants-choice", "/choice")
    assert rolled.json()["pending"]["seen"] == action["pending"]["seen"]
    wrong = await sqlite_api.answer(action, token, choice={"face": [1]})
    assert [error["code"] for error in wrong.json()["errors"]] == ["unknown-field"]
    assert "Did you mean `faces`?" in wrong.json()["detail"]
    assert (await sqlite_api.answer(action, token, choice={"faces": [1.0]})).status_code == 200


async def test_a_route_is_told_from_a_thing(sqlite_api):
    action = (await sqlite_api.attack()).json()
    session = f"/v1/sessions/{action['session_id']}"
    for path, reason, words in [
        ("/v1/nothing", "unknown-route", "/openapi.json"),
        ("/v1/session", "unknown-route", "Did you mean `/v1/sessions`?"),
        ("/v1/rulesets/", "unknown-route", "Did you mean `/v1/rulesets`?"),
        ("/rulesets", "unknown-route", "Did you mean `/v1/rulesets`?"),
        (session + "/action/1", "unknown-route", "`/v1/sessions/{id}/actions/{number}`"),
        ("/v1/sessions/nope", "unknown-session", "An id looks like 0192"),
        ("/v1/sessions/nope/actions/1", "unknown-session", "no session"),
        (session + "/actions/9", "unknown-action", "no action 9; the newest is 1"),
        (session + "/actions/9/verification", "unknown-action", "no action 9; the newest is 1"),
        (session + "/actions/0", "unknown-action", "no action 0; the newest is 1"),
        (session + "/actions/-1/odds", "unknown-action", "no action \N{MINUS SIGN}1; the newest is 1"),
        (session + "/actions/9876543210/verification", "unknown-action", "no action 9876543210; the newest is 1"),
        (session + "/state", "no-board", "Only a game has a board"),
        ("/v1/rulesets/openforces", None, "Did you mean `open-forces`?"),
        ("/v1/rulesets/chess/anything", None, "`castle-rampage`"),
    ]:
        (status, code, found, _), detail = await told(await sqlite_api.get(path))
        assert (path, status, found) == (path, 404, reason)
        assert code == ("unknown-ruleset" if reason is None else "not-found")
        assert words in detail
    for method, path, allowed in [("GET", ATTACKS, "POST"), ("PUT", "/v1/rulesets", "GET, HEAD")]:
        response = await sqlite_api.http.request(method, path)
        assert (response.status_code, response.headers["allow"]) == (405, allowed)
        assert allowed in response.json()["detail"]


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Basic YTpi", "not-bearer"),
        ("Bearer umk_short", "malformed-token"),
        ("Bearer umk_" + "A" * 43, "unknown-key"),
        ("Bearer ums_" + "A" * 43, "unknown-token"),
    ],
)
async def test_a_credential_that_does_not_fit_is_told_why(sqlite_api, header, reason):
    response = await sqlite_api.post(ATTACKS, attack(), Authorization=header)
    (status, code, found, _), detail = await told(response)
    assert (status, code, found) == (401, "token-invalid", reason)
    assert "session" not in detail


async def test_broken_json_is_told_where(sqlite_api):
    response = await sqlite_api.post(ATTACKS, b'{"situation":\n  {"attacker" 5}}')
    assert (await told(response))[0] == (400, "invalid-json", "broken-json", None)
    assert "line 2, column 15" in response.json()["detail"]


async def test_times_and_words_in_a_query_show_right_ones(sqlite_api):
    for query, words in [
        ("since=yesterday", "2026-11-21T14:00:00Z"),
        ("kind=gam", "Did you mean `game`?"),
        ("limit=many", "a whole number"),
        ("limmit=5", "Did you mean `limit`?"),
    ]:
        problem = (await sqlite_api.get(f"/v1/sessions?{query}")).json()
        assert problem["errors"][0]["pointer"].startswith(f"/query/{query.partition('=')[0]}")
        assert words in problem["errors"][0]["detail"]


async def test_a_body_that_is_wrong_in_thousands_of_places_is_answered_like_any_other(sqlite_api):
    for body in ({f"f{n}": 1 for n in range(5000)}, {"answers": [{"x": []}] * 5000}, faces(*[1] * 20_000)):
        began = process_time()
        response = await sqlite_api.post(ATTACKS, body)
        assert response.status_code == 422
        assert 1 <= len(response.json()["errors"]) <= 50
        assert process_time() - began < 20  # seconds of the processor, whatever else it does


async def test_nothing_that_was_sent_is_repeated_for_a_wrong_field(sqlite_api):
    secret = "umh_" + "S" * 43
    for body in (forces(attacker__units=secret), attack(played_at=secret), attack(dice={"source": secret})):
        assert secret not in (await sqlite_api.post(ATTACKS, body)).text
    assert secret not in (await sqlite_api.get(f"/v1/{secret}")).text


STRANGE = {
    "long": "x" * 5000,
    "turned": "a\u202eb\nc\x1b[31m" * 900,
    "emoji": "\U0001f409" * 300,
    "wide": "\u3000" * 200,
}


@pytest.mark.parametrize("name", STRANGE.values(), ids=STRANGE)
async def test_of_a_name_that_nobody_knows_a_hundred_printable_characters_are_repeated(sqlite_api, name):
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in name[:100])
    twice = f"{{{json.dumps(name)}: 1, {json.dumps(name)}: 2}}".encode()
    for response, place in (
        (await sqlite_api.http.get("/v1/sessions", params={name: "1"}), f"/query/{shown}"),
        (await sqlite_api.post(ATTACKS, forces(**{name: 1})), f"/situation/{shown}"),
        (await sqlite_api.post(ATTACKS, attack(options={name: 1})), f"/options/{shown}"),
        (await sqlite_api.post(ATTACKS, attack(**{name: 1})), f"/{shown}"),
        (await sqlite_api.post(ATTACKS, twice), f"/{shown}"),
    ):
        problem = response.json()
        assert problem["errors"][0]["pointer"] == place
        left = response.text.replace(json.dumps(shown, ensure_ascii=False)[1:-1], "")
        assert name[:20] not in left
        assert len(response.text) < 2500
        assert problem["detail"].isprintable()
    opened = await sqlite_api.open()
    token = opened["tokens"]["host"]
    for _ in range(2):
        again = await sqlite_api.attack(token=token, session_id=opened["id"], reference="r" * 200)
    assert (again.json()["code"], "r" * 101 in again.text) == ("reference-taken", False)


async def test_of_an_action_that_is_over_it_is_said_how(sqlite_api):
    action = (await sqlite_api.attack()).json()
    headers = bearer(action["tokens"]["host"])
    late = await sqlite_api.post(path_of(action) + "/answers", {"seen": 99, "faces": [1]}, **headers)
    assert (await told(late))[0] == (409, "action-closed", "action-resolved", None)
    await sqlite_api.post(path_of(action) + "/void", {}, **headers)
    again = await sqlite_api.post(path_of(action) + "/void", {}, **headers)
    assert (await told(again))[0] == (409, "action-closed", "action-void", None)
    assert json.loads(again.content)["type"] == "/problems/action-closed"


async def test_a_pair_that_lacks_its_second_is_told_at_its_place(sqlite_api):
    path = "/v1/rulesets/storm-over-stalingrad"
    setup = next(iter((await sqlite_api.get(path)).json()["game"]["setups"].values()))
    body = {"kind": "game", "seats": [{"name": "Anton"}, {"name": "Beatrix"}], "setup": {**setup, "sides": ["german"]}}
    answer = await sqlite_api.post(f"{path}/sessions", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request"), answer.text
    (error,) = answer.json()["errors"]
    assert (error["pointer"], bool(error["detail"])) == ("/setup/sides/1", True), error
