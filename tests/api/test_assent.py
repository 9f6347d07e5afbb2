"""What seats propose to each other stands among their questions, and is agreed to or declined there."""

import pytest

from tests.api.test_games import act, open_game, state
from tests.client import PHYSICAL, path_of

pytestmark = pytest.mark.anyio
THREE = [{"name": "Anton"}, {"name": "Beatrix"}, {"name": "Clara"}]
ROLES = {"attacker": 1, "defender": 2}


async def an_attack(api, seats=THREE, **opening):
    """A session with seats and a resolved attack; the path of the attack, and the token of each seat after the host's.

    The seats' tokens begin with place 1.
    """
    session = await api.open(seats=seats, **opening)
    host, places = session["tokens"]["host"], session["tokens"]["seats"]
    action = (await api.attack(token=host, session_id=session["id"], seats=ROLES)).json()
    return session, path_of(action), [host, *places.values()]


async def asked(api, session, language="en"):
    """Whom the session asks for assent, each with the text."""
    path = f"/v1/sessions/{session['id']}/questions"
    items = (await api.get(path, **{"Accept-Language": language})).json()["items"]
    return {item["seat"]: item for item in items if item.get("question") == "assent"}


async def verified(api, session):
    return (await api.get(f"/v1/sessions/{session['id']}/verification")).json()["result"]


async def test_a_proposal_to_void_is_a_question_of_each_other_seat(api):
    session, action, (_, one, two, three) = await an_attack(api)
    assert await asked(api, session) == {}
    assert (await api.post(f"{action}/void", {"reason": "six units, not five"}, one)).status_code == 202
    questions = await asked(api, session)
    assert list(questions) == [2, 3]
    question = questions[2]
    assert (question["kind"], question["action"], question["rule"]) == ("choice", 1, None)
    assert question["context"] == {"proposal": "void", "seats": [1], "reason": "six units, not five", "action": 1}
    assert [choice["choice"] for choice in question["choices"]] == [{"agree": True}, {"agree": False}]
    assert question["text"] == "Proposed by Anton: void action 1 (six units, not five). Do you agree, Beatrix?"
    assert (await asked(api, session, "de"))[3]["text"].endswith("Bist du einverstanden, Clara?")
    agreed = await api.post(f"{action}/answers", {"agree": True}, two)
    assert (agreed.status_code, agreed.json()["status"], agreed.json()["proposal"]["seats"]) == (
        200, "resolved", [1, 2],
    )  # fmt: skip
    assert list(await asked(api, session)) == [3]
    answer = {"seen": questions[3]["seen"], "choice": questions[3]["choices"][0]["choice"]}
    assert (await api.post(f"{action}/answers", answer, three)).json()["status"] == "void"
    assert await asked(api, session) == {}
    assert await verified(api, session) == "identical"


async def test_a_seat_that_declines_ends_the_proposal(api):
    session, action, (_, one, two, _) = await an_attack(api)
    await api.post(f"{action}/void", {}, one)
    declined = await api.post(f"{action}/answers", {"agree": False}, two)
    assert (declined.status_code, declined.json()["status"], declined.json()["proposal"]) == (200, "resolved", None)
    assert await asked(api, session) == {}
    refused = await api.post(f"{action}/answers", {"agree": True}, two)
    told = refused.json()
    assert (refused.status_code, told["code"], told["reason"]) == (409, "stale", "no-proposal")
    assert (await api.post(f"{action}/void", {"reason": "again"}, two)).json()["proposal"] == {
        "reason": "again", "seats": [2],
    }  # fmt: skip
    assert list(await asked(api, session)) == [1, 3]
    assert await verified(api, session) == "identical"


async def test_the_same_assent_again_gives_the_same(api):
    session, action, (host, one, two, three) = await an_attack(api)
    path, close = f"/v1/sessions/{session['id']}", f"/v1/sessions/{session['id']}/close"
    no, yes = {"agree": False}, {"agree": True}
    await api.post(f"{action}/void", {}, one)
    declined = await api.post(f"{action}/answers", no, two)
    assert (await api.post(f"{action}/answers", no, two)).json() == declined.json()
    assert (await api.post(f"{action}/answers", no, three)).status_code == 409
    await api.post(close, {}, one)
    ended = await api.post(close, no, host)
    assert (await api.post(close, no, host)).json() == ended.json()
    assert (await api.post(close, no, one)).status_code == 409
    await api.post(f"{action}/void", {}, one)
    await api.post(f"{action}/answers", yes, two)
    before = (await api.get(path)).json()["seq"]
    done = await api.post(f"{action}/answers", yes, three)
    for again in (one, two, three):
        assert (await api.post(f"{action}/answers", yes, again)).json() == done.json()
    assert (await api.post(f"{action}/answers", yes, host)).status_code == 409
    assert (await api.get(path)).json()["seq"] > before
    assert await verified(api, session) == "identical"


async def test_the_host_agrees_or_declines_for_all(api):
    session, action, (host, one, _, _) = await an_attack(api)
    await api.post(f"{action}/void", {"reason": "typo"}, one)
    assert (await api.post(f"{action}/answers", {"agree": True}, host)).json()["status"] == "void"
    assert await asked(api, session) == {}


async def test_an_open_question_stays_beside_a_proposal(api):
    session = await api.open(seats=THREE, dice=PHYSICAL)
    one, two = session["tokens"]["seats"]["1"], session["tokens"]["seats"]["2"]
    action = (await api.attack(token=one, session_id=session["id"], seats=ROLES)).json()
    await api.post(path_of(action) + "/void", {}, two)
    path = f"/v1/sessions/{session['id']}/questions"
    items = (await api.get(path)).json()["items"]
    assert [(item["kind"], item["seat"]) for item in items] == [("roll", 2), ("choice", 1), ("choice", 3)]
    thrown = await api.post(path_of(action) + "/answers", {"seen": items[0]["seen"], "faces": [2, 2, 5, 5]}, two)
    assert thrown.status_code == 200
    stale = await api.post(path_of(action) + "/answers", {"seen": items[1]["seen"], "choice": {"agree": True}}, one)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")


async def test_only_one_answer_is_sent(api):
    _, action, (_, one, two, _) = await an_attack(api)
    await api.post(f"{action}/void", {}, one)
    for body in ({"agree": True, "seen": 0, "faces": [1]}, {"seen": 0}, {"faces": [1]}):
        refused = await api.post(f"{action}/answers", body, two)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid-request"), body


async def test_closing_is_agreed_to_by_the_same_proposal_and_declined_by_saying_so(api):
    session, _, (_, one, two, three) = await an_attack(api)
    close = f"/v1/sessions/{session['id']}/close"
    result = {"winner": 1, "scores": None, "note": "time"}
    nobody = await api.post(close, {"agree": False}, two)
    assert (nobody.status_code, nobody.json()["code"], nobody.json()["reason"]) == (409, "stale", "no-proposal")
    assert (await api.post(close, {"result": result}, one)).status_code == 202
    question = (await asked(api, session))[2]
    assert (question["action"], question["context"]["proposal"], question["context"]["result"]) == (
        None, "close", result,
    )  # fmt: skip
    assert question["text"] == "Proposed by Anton: close the session. Do you agree, Beatrix?"
    declined = await api.post(close, question["choices"][1]["choice"], two)
    assert (declined.status_code, declined.json()["status"], declined.json()["proposal"]) == (200, "open", None)
    assert await asked(api, session) == {}
    await api.post(close, {"result": result}, one)
    for seat, token in ((2, two), (3, three)):
        agreed = await api.post(close, (await asked(api, session))[seat]["choices"][0]["choice"], token)
    assert (agreed.json()["status"], agreed.json()["result"]) == ("closed", result)
    assert await verified(api, session) == "identical"
    assert await done_alone(api, session) == ([], False)


@pytest.mark.parametrize("proposed", [None, {"winner": 1, "scores": None, "note": None}])
async def test_a_session_says_what_its_host_has_done_without_the_seats(api, proposed):
    session, action, (host, one, two, three) = await an_attack(api)
    close = f"/v1/sessions/{session['id']}/close"
    assert (await api.post(f"{action}/void", {}, host)).status_code == 200
    assert await done_alone(api, session) == ([1], False)
    for token in (one, two):
        await api.post(close, {"result": proposed}, token)
    await api.post(close, {"agree": False}, three)
    await api.post(close, {"result": proposed}, three)
    closed = await api.post(close, {"result": {"winner": 2, "scores": None, "note": None}}, host)
    assert closed.json()["status"] == "closed"
    assert await done_alone(api, session) == ([1], True)


async def done_alone(api, session):
    """The actions that the host has made void, and whether the host alone has closed the session."""
    told = (await api.get(f"/v1/sessions/{session['id']}")).json()["host"]
    return told["voided"], told["closed"]


async def a_replacement(api, session, token, **rest):
    """Send an attack by a seat that takes the place of the first."""
    sent = {"session_id": session["id"], "seats": ROLES, "replaces": 1, "reference": "again", **rest}
    return await api.attack(token=token, **sent)


async def test_an_attack_of_a_seat_replaces_another_once_all_agree(api):
    session, action, (_, one, two, three) = await an_attack(api)
    proposed = await a_replacement(api, session, one)
    assert (proposed.status_code, proposed.json()["number"], proposed.json()["status"]) == (202, 1, "resolved")
    assert proposed.json()["proposal"]["by"] == 1
    assert (await api.get(f"/v1/sessions/{session['id']}")).json()["actions"] == {
        "resolved": 1, "pending": 0, "void": 0,
    }  # fmt: skip
    question = (await asked(api, session))[3]
    assert (question["context"]["proposal"], question["context"]["replacement"]["reference"]) == ("replace", "again")
    assert question["text"] == "Proposed by Anton: replace action 1 with another attack. Do you agree, Clara?"
    assert (await api.post(f"{action}/answers", {"agree": True}, two)).json()["status"] == "resolved"
    done = await api.post(f"{action}/answers", {"agree": True}, three, **{"Idempotency-Key": "an-assent-of-clara-1"})
    assert (done.json()["number"], done.json()["status"], done.json()["replaced_by"]) == (1, "void", 2)
    again = await api.post(f"{action}/answers", {"agree": True}, three, **{"Idempotency-Key": "an-assent-of-clara-1"})
    assert (again.status_code, again.json()) == (200, done.json())
    new = (await api.get(f"/v1/sessions/{session['id']}/actions/2")).json()
    assert (new["sent_by"], new["seats"], new["reference"]) == ({"seat": 1}, ROLES, "again")
    assert await asked(api, session) == {}
    assert await verified(api, session) == "identical"


async def test_the_same_attack_agrees_and_another_begins_anew(api):
    session, _, (_, one, two, three) = await an_attack(api)
    await a_replacement(api, session, one)
    other = await a_replacement(api, session, one, played_at="2026-11-21T14:00:00Z")
    assert other.json()["proposal"]["seats"] == [1]
    refused = await a_replacement(api, session, two)
    assert (refused.status_code, refused.json()["code"]) == (403, "not-your-role")
    for token in (two, three):
        agreed = await a_replacement(api, session, token, played_at="2026-11-21T14:00:00Z")
    assert (agreed.status_code, agreed.json()["number"], agreed.json()["sent_by"]) == (201, 2, {"seat": 1})


MOVE = [
    {"question": "choose-mode", "choice": {"mode": 2}},
    {"question": "move", "choice": {"distance": 3}},
    {"question": "declare-attack", "choice": {"target": None}},
]


async def a_move(api):
    """A game in which seat `mover` has made a move: the session, the move, its two groups, and the tokens by seat."""
    session = await open_game(api)
    mover = (await state(api, session))["state"]["turn"]
    groups = [f"{'ab'[mover - 1]}-infantry-{n}" for n in (1, 2)]
    tokens = {0: session["tokens"]["host"], **{int(n): token for n, token in session["tokens"]["seats"].items()}}
    command = {"kind": "command", "group": groups[0]}
    made = (await act(api, session, tokens[mover], command, answers=MOVE)).json()
    assert made["status"] == "resolved", made
    return session, made, mover, groups, tokens


def other_command(groups):
    return {"kind": "command", "group": groups[1]}


async def test_the_host_replaces_the_newest_move_on_the_board_before_it(api):
    session, made, mover, groups, tokens = await a_move(api)
    new = await act(api, session, tokens[0], other_command(groups), replaces=made["number"], answers=MOVE)
    assert (new.status_code, new.json()["number"], new.json()["status"]) == (201, made["number"] + 1, "resolved")
    assert new.json()["seats"] == {"actor": mover}
    old = (await api.get(path_of(made))).json()
    assert (old["status"], old["replaced_by"]) == ("void", made["number"] + 1)
    ready = {group["id"]: group["ready"] for group in (await state(api, session))["state"]["groups"]}
    assert (ready[groups[0]], ready[groups[1]]) == (True, False)
    late = await act(api, session, tokens[0], other_command(groups), replaces=made["number"], answers=MOVE)
    assert (late.status_code, late.json()["code"]) == (409, "action-closed")
    assert await verified(api, session) == "identical"


async def test_a_seat_proposes_another_move_in_place_of_the_newest(api):
    session, made, mover, groups, tokens = await a_move(api)
    again = {"replaces": made["number"], "answers": MOVE}
    proposed = await act(api, session, tokens[mover], other_command(groups), **again)
    assert (proposed.status_code, proposed.json()["number"], proposed.json()["status"]) == (
        202, made["number"], "resolved",
    )  # fmt: skip
    asked_now = await asked(api, session)
    question = asked_now[3 - mover]
    assert list(asked_now) == [3 - mover]
    assert (question["action"], question["context"]["proposal"]) == (made["number"], "replace")
    assert "with another move" in question["text"]
    agreed = await api.post(path_of(made) + "/answers", {"agree": True}, tokens[3 - mover])
    assert (agreed.json()["status"], agreed.json()["replaced_by"]) == ("void", made["number"] + 1)
    new = (await api.get(f"/v1/sessions/{session['id']}/actions/{made['number'] + 1}")).json()
    assert (new["sent_by"], new["seats"], new["status"]) == ({"seat": mover}, {"actor": mover}, "resolved")
    assert await verified(api, session) == "identical"


async def test_a_move_that_waits_is_replaced_too_and_a_wrong_one_is_refused_at_once(api):
    session = await open_game(api)
    host, turn = session["tokens"]["host"], (await state(api, session))["state"]["turn"]
    groups = [f"{'ab'[turn - 1]}-infantry-{n}" for n in (1, 2)]
    waiting = (await act(api, session, host, {"kind": "command", "group": groups[0]})).json()
    assert waiting["status"] == "pending"
    theirs = {"kind": "command", "group": f"{'ba'[turn - 1]}-infantry-1"}
    token = session["tokens"]["seats"][str(turn)]
    refused = await act(api, session, token, theirs, replaces=waiting["number"])
    assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")
    opening = await act(api, session, token, other_command(groups), replaces=1)
    assert (opening.status_code, opening.json()["code"]) == (409, "fixed-by-session")
    new = await act(api, session, host, other_command(groups), replaces=waiting["number"])
    assert (new.status_code, new.json()["status"]) == (201, "pending")
    assert await verified(api, session) == "identical"
