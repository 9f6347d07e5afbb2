"""Games held by the server, over HTTP."""

import random
import re

import pytest

from tests.client import PHYSICAL, path_of
from tests.conftest import serving

pytestmark = pytest.mark.anyio
PATH = "/v1/rulesets/open-forces"
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]


def code(response):
    return response.status_code, response.json().get("code")


async def sample(api, name="sample"):
    return (await api.get(PATH)).json()["game"]["setups"][name]


async def open_game(api, setup=None, **rest):
    body = {"kind": "game", "seats": TWO, "setup": setup or await sample(api), **rest}
    response = await api.post(f"{PATH}/sessions", body)
    assert response.status_code == 201, response.text
    return response.json()


async def act(api, session, token, action, seen=None, **rest):
    if seen is None:
        seen = (await api.get(f"/v1/sessions/{session['id']}")).json()["seq"]
    body = {"seen": seen, "move": action, **rest}
    return await api.post(f"{PATH}/sessions/{session['id']}/actions", body, token)


async def questions(api, session):
    return (await api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]


async def state(api, session, query=""):
    return (await api.get(f"/v1/sessions/{session['id']}/state{query}")).json()


async def play_out(url, session, chance):
    """Two clients that know only what they are asked play to the end, on a server that starts again now and then."""
    seats = session["tokens"]["seats"]
    for _ in range(4000):
        async with serving(url) as api:
            while True:
                asked = await questions(api, session)
                if not asked:
                    return
                question = chance.choice(asked)
                token, choices = seats[str(question["seat"])], question["choices"]
                if question["question"] == "act":
                    commands = [one["choice"] for one in choices if one["choice"]["kind"] == "command"]
                    action = chance.choice(commands or [one["choice"] for one in choices])
                    response = await act(api, session, token, action, question["seen"])
                    assert response.status_code == 201, response.text
                else:
                    answer = {"seen": question["seen"], "choice": chance.choice(choices)["choice"]}
                    path = f"/v1/sessions/{session['id']}/actions/{question['action']}/answers"
                    response = await api.post(path, answer, token)
                    assert response.status_code == 200, response.text
                if chance.random() < 0.03:
                    break


async def test_two_clients_play_a_match_over_restarts_in_the_middle_of_commands(database_url):
    async with serving(database_url) as api:
        session = await open_game(api)
    await play_out(database_url, session, random.Random(5))
    async with serving(database_url) as api:
        shown = (await api.get(f"/v1/sessions/{session['id']}")).json()
        assert shown["status"] == "closed"
        assert shown["result"]["note"] in ("last-army", "rounds-without-death", "stalemate-agreed")
        assert set(shown["result"]["scores"]) == {"1", "2"}
        report = (await api.get(f"/v1/sessions/{session['id']}/verification")).json()
        assert (report["result"], report["dice"], report["chain"]["ok"]) == ("identical", "proven", True)
        now = await state(api, session)
        assert (await state(api, session, f"?at={now['seq']}"))["state"] == now["state"]
        assert code(await act(api, session, session["tokens"]["host"], {"kind": "offer-stalemate"})) == (
            409,
            "session-closed",
        )


async def test_an_open_game_shows_its_first_round(api):
    session = await open_game(api)
    assert session["actions"] == {"resolved": 1, "pending": 0, "void": 0}
    opening = (await api.get(f"/v1/sessions/{session['id']}/actions/1")).json()
    assert (opening["kind"], opening["outcome"]["round"], opening["outcome"]["next"]) == ("open-game", 1, "round")
    assert opening["fairness"]["seed"]
    board = (await state(api, session))["state"]
    (asked,) = await questions(api, session)
    assert (asked["question"], asked["seat"], asked["action"]) == ("act", board["turn"], None)
    groups = [group["id"] for group in board["groups"] if group["seat"] == board["turn"]]
    assert [one["choice"] for one in asked["choices"]][: len(groups)] == [
        {"kind": "command", "group": group} for group in groups
    ]
    assert asked["text"] == f"{TWO[board['turn'] - 1]['name']}: what do you do?"


async def test_a_whole_command_is_one_request(api):
    session = await open_game(api)
    board = (await state(api, session))["state"]
    seat, token = board["turn"], session["tokens"]["seats"][str(board["turn"])]
    mine, theirs = ("a", "b") if seat == 1 else ("b", "a")
    answers = [
        {"question": "choose-mode", "choice": {"mode": 1}},
        {"question": "move", "choice": {"distance": 6}},
        {
            "question": "declare-attack",
            "choice": {
                "target": f"{theirs}-infantry-2",
                "distance": 20,
                "line_of_sight": True,
                "cover": [{"def": 2, "touching": 2}],
            },
        },
    ]
    action = (
        await act(api, session, token, {"kind": "command", "group": f"{mine}-infantry-1"}, answers=answers)
    ).json()
    assert action["status"] == "resolved"
    assert action["outcome"]["attack"]["raw_threshold"] == 7 + 2 + 2 - 1
    killed = r"(No unit is killed|\d units? (is|are) killed; \d left)\."
    assert re.fullmatch(rf"{killed} \w+ gives the next command\.", action["text"])
    assert {row["seat"] for row in action["casualties"]} <= {3 - seat}
    rolled = [entry for entry in action["record"] if entry["kind"] == "rolled"]
    assert [entry["by"] for entry in rolled] == ["defender", "attacker"]
    group = next(
        group for group in (await state(api, session))["state"]["groups"] if group["id"] == f"{mine}-infantry-1"
    )
    assert not group["ready"]


@pytest.mark.parametrize(
    ("name", "shown", "chosen"),
    [
        ("Окоп", "Mode 2 “Окоп”: ATK 1, RNG 20\u00a0cm", "the mode die shows 2 “Окоп” (before: 1)"),
        ("North", "Mode 2 “North”: ATK 1, RNG 20\u00a0cm", "the mode die shows 2 “North” (before: 1)"),
        (None, "Mode 2: ATK 1, RNG 20\u00a0cm", "the mode die shows 2 (before: 1)"),
    ],
)
async def test_a_mode_is_called_by_its_name(api, name, shown, chosen):
    setup = await sample(api)
    for mode in setup["cards"][0]["modes"]:
        mode["name"] = name
    session = await open_game(api, setup)
    turn = (await state(api, session))["state"]["turn"]
    command = {"kind": "command", "group": f"{'ab'[turn - 1]}-infantry-1"}
    answer = (await act(api, session, session["tokens"]["host"], command, seat=turn)).json()
    texts = {one["choice"]["mode"]: one["text"] for one in answer["pending"]["choices"]}
    assert texts[2].startswith(shown)
    (leads,) = [one["leads_to"] for one in answer["pending"]["choices"] if one["choice"]["mode"] == 2]
    assert leads["name"] == name
    body = {"seen": answer["pending"]["seen"], "choice": {"mode": 2}}
    host = session["tokens"]["host"]
    action = (await api.post(path_of(answer) + "/answers", body, host)).json()
    (noted,) = [entry for entry in action["record"] if entry.get("fact") == "mode-set"]
    assert chosen in noted["text"]
    assert noted["data"]["name"] == name
    assert (await api.get(f"/v1/sessions/{session['id']}/verification")).json()["result"] == "identical"


async def test_a_command_says_the_modes_of_its_group_and_brings_the_one_that_it_takes(api):
    session = await open_game(api, await sample(api))
    turn = (await state(api, session))["state"]["turn"]
    token = session["tokens"]["seats"][str(turn)]
    (question,) = (await api.get(f"/v1/sessions/{session['id']}/questions", token)).json()["items"]
    offered = next(one for one in question["choices"] if one["choice"]["kind"] == "command")
    modes = offered["leads_to"]["modes"]
    assert len(modes) > 1
    chosen = modes[-1]
    answers = [{"question": "choose-mode", "choice": {"mode": chosen["mode"]}}]
    body = {"seen": question["seen"], "move": offered["choice"], "answers": answers}
    made = await api.post(question["answer"]["path"], body, token)
    assert made.status_code == 201, made.text
    (noted,) = [entry for entry in made.json()["record"] if entry.get("fact") == "mode-set"]
    assert noted["data"]["mode"] == chosen["mode"]
    assert made.json()["pending"]["question"] == "move"
    other = await open_game(api, await sample(api))
    turn = (await state(api, other))["state"]["turn"]
    token = other["tokens"]["seats"][str(turn)]
    command = {**offered["choice"], "group": f"{'ab'[turn - 1]}{offered['choice']['group'][1:]}"}
    asked = (await act(api, other, token, command)).json()["pending"]
    assert [
        (one["choice"]["mode"], one["leads_to"])
        for one in sorted(asked["choices"], key=lambda one: one["choice"]["mode"])
    ] == [(mode["mode"], mode["leads_to"]) for mode in modes]  # what the question says once the command is given


async def test_what_a_turn_forbids(api):
    session = await open_game(api)
    board = (await state(api, session))["state"]
    turn = board["turn"]
    mine, theirs = ("a", "b") if turn == 1 else ("b", "a")
    tokens, host = session["tokens"]["seats"], session["tokens"]["host"]
    own, other = tokens[str(turn)], tokens[str(3 - turn)]
    command = {"kind": "command", "group": f"{mine}-tank"}
    late = await act(api, session, other, {"kind": "command", "group": f"{theirs}-tank"})
    assert (code(late), late.json()["rule"]) == ((409, "illegal-action"), "OF-11")
    foreign = await act(api, session, own, {"kind": "command", "group": f"{theirs}-tank"})
    assert (code(foreign), foreign.json()["reason"]) == ((403, "not-allowed"), "not-your-group")
    assert code(await act(api, session, own, command, seen=1)) == (409, "stale")
    assert code(await act(api, session, own, command, seen=10**6)) == (409, "stale")
    assert code(await act(api, session, own, command, seat=3 - turn)) == (403, "not-your-role")
    assert code(await act(api, session, own, {"kind": "fly"})) == (422, "invalid-request")
    assert code(await act(api, session, None, command)) == (401, "token-missing")
    assert code(await api.attack(token=host, session_id=session["id"])) == (409, "fixed-by-session")
    first = (await act(api, session, host, command, seat=turn)).json()
    assert (first["sent_by"], first["seats"]) == ("host", {"actor": turn})
    assert first["pending"]["question"] == "choose-mode"
    assert code(await act(api, session, own, command)) == (409, "action-open")
    path = path_of(first) + "/answers"
    assert code(await api.post(path, {"seen": 1, "choice": {"mode": 1}}, other)) == (403, "not-your-role")
    wrong = await api.post(path, {"seen": 1, "choice": {"mode": 5}}, own)
    assert (code(wrong), wrong.json()["reason"], wrong.json()["rule"]) == (
        (409, "illegal-choice"),
        "mode-not-on-card",
        "OF-15",
    )


async def test_only_the_latest_move_is_voided_and_the_board_goes_back(api):
    session = await open_game(api)
    host, before = session["tokens"]["host"], await state(api, session)
    answers = [
        {"question": "choose-mode", "choice": {"mode": 2}},
        {"question": "move", "choice": {"distance": 3}},
        {"question": "declare-attack", "choice": {"target": None}},
    ]
    turn = before["state"]["turn"]
    group = f"{'ab'[turn - 1]}-infantry-1"
    action = (await act(api, session, host, {"kind": "command", "group": group}, answers=answers)).json()
    assert action["status"] == "resolved"
    after = await state(api, session)
    assert after["state"]["turn"] == 3 - turn
    opening = {"session_id": session["id"], "number": 1}
    assert code(await api.post(path_of(opening) + "/void", {}, host)) == (409, "fixed-by-session")
    waiting = (await act(api, session, host, {"kind": "command", "group": f"{'ab'[2 - turn]}-tank"})).json()
    assert code(await api.post(path_of(action) + "/void", {}, host)) == (409, "fixed-by-session")
    assert (await api.post(path_of(waiting) + "/void", {}, host)).json()["status"] == "void"
    assert (await state(api, session))["state"] == after["state"]
    assert (await state(api, session, f"?at={before['seq']}"))["state"] == before["state"]
    assert code(await api.post(path_of(action) + "/void", {}, host)) == (409, "fixed-by-session")
    report = (await api.get(f"/v1/sessions/{session['id']}/verification")).json()
    assert report["result"] == "identical"
    assert (await api.get(path_of(action) + "/verification")).json()["result"] == "identical"


async def test_a_voided_command_gives_its_turn_back(api):
    session = await open_game(api)
    host, before = session["tokens"]["host"], await state(api, session)
    turn = before["state"]["turn"]
    answers = [{"question": "choose-mode", "choice": {"mode": 2}}, {"question": "move", "choice": {"distance": 3}}]
    command = {"kind": "command", "group": f"{'ab'[turn - 1]}-mortar"}
    action = (await act(api, session, host, command, answers=answers)).json()
    assert action["status"] == "resolved"
    await api.post(path_of(action) + "/void", {"reason": "wrong group"}, host)
    assert (await state(api, session))["state"] == before["state"]
    again = (await act(api, session, host, command, answers=answers)).json()
    assert (again["number"], again["status"]) == (3, "resolved")


async def test_players_roll_for_initiative_with_their_own_dice(api):
    session = await open_game(api, dice=PHYSICAL)
    assert (await api.get(f"/v1/sessions/{session['id']}/state")).json()["state"]["turn"] is None
    opening = {"session_id": session["id"], "number": 1}
    for seat, face, rest in (("1", 4, 1), ("2", 4, 2), ("1", 2, 3), ("2", 5, None)):
        (asked,) = await questions(api, session)
        assert (asked["kind"], asked["seat"], asked["die"]) == ("roll", int(seat), "d6")
        token = session["tokens"]["seats"][seat]
        other = session["tokens"]["seats"]["2" if seat == "1" else "1"]
        body = {"seen": asked["seen"], "faces": [face]}
        assert code(await api.post(path_of(opening) + "/answers", body, other)) == (403, "not-your-role")
        assert (await api.post(path_of(opening) + "/answers", body, token)).status_code == 200, rest
    assert (await state(api, session))["state"]["turn"] == 2


async def test_a_game_without_seats_gets_them_from_its_armies(api):
    response = await api.post(
        f"{PATH}/sessions", {"kind": "game", "setup": await sample(api), "policies": {"2": "ask"}}
    )
    assert response.status_code == 201, response.text
    session = response.json()
    assert ([seat["seat"] for seat in session["seats"]], sorted(session["tokens"]["seats"])) == ([1, 2], ["1", "2"])
    hostless = {"kind": "game", "setup": await sample(api), "host": False}
    assert (await api.post(f"{PATH}/sessions", hostless)).status_code == 201


async def test_what_an_opening_forbids(api):
    setup = await sample(api)
    path = f"{PATH}/sessions"
    wrong = {**setup, "armies": setup["armies"][:1] * 2}
    refused = await api.post(path, {"kind": "game", "seats": TWO, "setup": wrong})
    assert (code(refused), refused.json()["reason"]) == ((422, "illegal-situation"), "duplicate-group")
    assert refused.json()["errors"][0]["pointer"].startswith("/setup/armies/1")
    for body in (
        {"kind": "game", "seats": TWO},
        {"kind": "series", "setup": setup},
        {"kind": "series", "options": {"army_budget": 3}},
        {"kind": "game", "seats": TWO, "setup": setup, "options": {"nothing": 1}},
    ):
        response = await api.post(path, body)
        assert response.status_code == 422, body
        assert response.json()["errors"][0]["pointer"] in ("/setup", "/options/army_budget", "/options/nothing")
    alone = await api.post(path, {"kind": "game", "seats": TWO[:1], "setup": setup})
    assert alone.json()["reason"] == "army-for-each-seat"
    assert code(await api.get("/v1/sessions/none/state")) == (404, "not-found")
    series = await api.open()
    assert code(await api.get(f"/v1/sessions/{series['id']}/state")) == (404, "not-found")
    assert await api.count("sessions") == 1


async def test_a_group_is_told_by_its_name_when_it_is_destroyed_too(api):
    setup = await sample(api)
    for army in setup["armies"]:
        for group in army["groups"]:
            group.update(name=f"Гвардия {group['id'].upper()}", units=1, unit_ids=[])
    for mode in (mode for card in setup["cards"] for mode in card["modes"]):
        mode["atk"] = 20
    session = await open_game(api, setup, options={"threshold_min": 2})
    seat = (await state(api, session))["state"]["turn"]
    mine, theirs = ("a", "b") if seat == 1 else ("b", "a")
    hit = {"target": f"{theirs}-infantry-2", "distance": 1, "line_of_sight": True, "cover": []}
    answers = [
        {"question": "choose-mode", "choice": {"mode": 1}},
        {"question": "move", "choice": {"distance": 0}},
        {"question": "declare-attack", "choice": hit},
    ]
    command = {"kind": "command", "group": f"{mine}-infantry-1"}
    token = session["tokens"]["seats"][str(seat)]
    action = (await act(api, session, token, command, answers=answers)).json()
    told = " ".join(entry["text"] for entry in action["record"])
    assert f"Гвардия {mine.upper()}-INFANTRY-1" in told
    assert f"Гвардия {theirs.upper()}-INFANTRY-2" in told
    board = (await state(api, session))["state"]
    assert [group["id"] for group in board["fallen"]] == [f"{theirs}-infantry-2"]
    assert f"{theirs}-infantry-2" not in told.replace("infantry-2-1", "")
