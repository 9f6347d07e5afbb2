"""An action that waited while its rulebook was upgraded, and whose record no longer follows from the rules."""

from dataclasses import replace

import pytest
from face_down.facts import ScoutSent

from app.api.context import Context
from tests.api.test_games import TWO, code, open_game
from tests.api.test_hidden import act as act_hidden
from tests.api.test_hidden import opened as open_hidden
from tests.client import ATTACKS, PHYSICAL, SEED, SEED_FACES, path_of

pytestmark = pytest.mark.anyio
ASK = {"attacker": "ask", "defender": "ask"}
TOLD = {
    "en": "The rules have changed since this action began; it can only be voided.",
    "de": "Die Regeln haben sich seit Beginn dieser Aktion geändert; sie kann nur noch ungültig gemacht werden.",
    "fr": "Les règles ont changé depuis le début de cette action ; elle ne peut plus qu’être annulée.",
    "ru": "С начала этого действия правила изменились; его можно только отменить.",
}
ASKED = {"en": "action 1 began", "de": "Beginn von Aktion 1 ge", "fr": "de l’action 1", "ru": "действия 1 "}


@pytest.fixture
def upgrade(sqlite_api, monkeypatch):
    """Makes another rulebook of the one that is installed, of a later version."""

    def upgraded(slug="open-forces", **changed):
        context: Context = sqlite_api.app.state.context
        book = context.books[slug]
        later = {"version": book.ruleset.version + 1, **changed}
        monkeypatch.setitem(book.__dict__, "ruleset", replace(book.ruleset, **later))

    return upgraded


def other_threshold(script):
    return lambda situation, options, table: script(situation, replace(options, base_threshold=8), table)


@pytest.fixture
def other_rules(sqlite_api, upgrade):
    """Lets attacks of Open Forces end otherwise."""
    script = sqlite_api.app.state.context.books["open-forces"].ruleset.script
    return lambda: upgrade(script=other_threshold(script))


async def waiting(api, **rest):
    """A session whose first attack waits for the dice of the defender."""
    session = await api.open(dice=PHYSICAL, **rest)
    roles = {"seats": {"attacker": 1, "defender": 2}} if "seats" in rest else {}
    action = await api.attack(token=session["tokens"]["host"], session_id=session["id"], policies=ASK, **roles)
    assert action.json()["pending"]["kind"] == "roll"
    return session, action.json()


async def questions(api, session, token=None, language="en"):
    path = f"/v1/sessions/{session['id']}/questions"
    return (await api.get(path, token, **{"Accept-Language": language})).json()["items"]


async def listed(api, session):
    found = await api.get(f"/v1/actions?session_id={session['id']}")
    return {each["number"]: (each["status"], each["rules_changed"]) for each in found.json()["items"]}


async def test_it_takes_no_answer_and_can_be_made_void(sqlite_api, other_rules):
    session, action = await waiting(sqlite_api)
    other_rules()
    token = session["tokens"]["host"]
    assert code(await sqlite_api.answer(action, token, faces=SEED_FACES[0])) == (409, "rules-changed")
    assert (await sqlite_api.post(path_of(action) + "/void", {}, token)).json()["status"] == "void"
    assert (await sqlite_api.get(path_of(action))).json()["rules_changed"] is False


@pytest.mark.parametrize("language", TOLD)
async def test_it_tells_so_instead_of_waiting_for_an_answer(sqlite_api, other_rules, language):
    session, action = await waiting(sqlite_api)
    assert action["rules_changed"] is False
    other_rules()
    shown = (await sqlite_api.get(path_of(action), **{"Accept-Language": language})).json()
    assert (shown["status"], shown["pending"], shown["rules_changed"]) == ("pending", None, True)
    assert (shown["text"], shown["record"] != []) == (TOLD[language], True)
    (question,) = await questions(sqlite_api, session, language=language)
    assert ASKED[language] in question["text"]
    assert question["text"].endswith(TOLD[language][-25:])
    sheet = await sqlite_api.get(f"/v1/actions?session_id={session['id']}&format=csv", **{"Accept-Language": language})
    assert TOLD[language] in sheet.text


async def test_lists_tell_which_of_the_waiting_ones_it_is(sqlite_api, other_rules, upgrade):
    session, _ = await waiting(sqlite_api)
    await sqlite_api.attack(
        token=session["tokens"]["host"], session_id=session["id"], dice={**PHYSICAL, "faces": SEED_FACES}
    )
    upgrade()
    assert await listed(sqlite_api, session) == {1: ("pending", False), 2: ("resolved", False)}
    other_rules()
    assert await listed(sqlite_api, session) == {1: ("pending", True), 2: ("resolved", False)}
    lines = await sqlite_api.get(f"/v1/actions?session_id={session['id']}&format=ndjson")
    assert lines.text.count('"rules_changed":true') == 1


async def test_a_client_that_knows_nothing_of_it_gets_on_by_the_choice_of_the_question(sqlite_api, other_rules):
    session, action = await waiting(sqlite_api)
    other_rules()
    token = session["tokens"]["host"]
    (question,) = await questions(sqlite_api, session, token)
    assert (question["question"], question["by"], question["seat"]) == ("assent", None, None)
    assert question["context"] == {"proposal": "void", "seats": [], "reason": None, "action": 1}
    answer = {"seen": question["seen"], "choice": question["choices"][0]["choice"]}
    assert question["choices_total"] == len(question["choices"]) == 1
    assert code(await sqlite_api.post(path_of(action) + "/answers", {**answer, "seen": 99}, token)) == (409, "stale")
    for _ in range(2):
        done = await sqlite_api.post(path_of(action) + "/answers", answer, token)
        assert (done.status_code, done.json()["status"]) == (200, "void")
    assert await questions(sqlite_api, session, token) == []


async def test_nobody_agrees_to_void_what_still_waits_for_an_answer(sqlite_api, upgrade):
    session, action = await waiting(sqlite_api)
    upgrade()
    agreed = await sqlite_api.post(path_of(action) + "/answers", {"agree": True}, session["tokens"]["host"])
    assert (code(agreed), agreed.json()["reason"]) == ((409, "stale"), "no-proposal")


async def test_every_seat_is_asked_and_all_together_make_it_void(sqlite_api, other_rules):
    session, action = await waiting(sqlite_api, seats=TWO)
    other_rules()
    tokens = session["tokens"]["seats"]
    assert [each["seat"] for each in await questions(sqlite_api, session)] == [1, 2]
    for seat, left, status in (("1", [2], "pending"), ("2", [], "void")):
        (mine,) = (await sqlite_api.get("/v1/questions", tokens[seat])).json()["items"]
        assert mine["question"]["seat"] == int(seat)
        answer = {"seen": mine["question"]["seen"], "choice": mine["question"]["choices"][0]["choice"]}
        done = (await sqlite_api.post(path_of(action) + "/answers", answer, tokens[seat])).json()
        assert (done["status"], done["rules_changed"]) == (status, status == "pending")
        assert [each["seat"] for each in await questions(sqlite_api, session)] == left


async def test_a_proposal_beside_a_question_that_stands_leaves_the_question(sqlite_api):
    session, action = await waiting(sqlite_api, seats=TWO)
    proposed = await sqlite_api.post(path_of(action) + "/void", {}, session["tokens"]["seats"]["1"])
    assert (proposed.status_code, proposed.json()["pending"]) == (202, action["pending"])
    declined = await sqlite_api.post(path_of(action) + "/answers", {"agree": False}, session["tokens"]["seats"]["2"])
    assert (declined.status_code, declined.json()["pending"]) == (200, action["pending"])


async def test_rules_that_can_no_longer_read_the_situation_are_changed_ones(sqlite_api, upgrade):
    def unreadable(situation, options, table):
        raise LookupError(situation)

    _, action = await waiting(sqlite_api)
    upgrade(script=unreadable)
    shown = await sqlite_api.get(path_of(action))
    assert (shown.status_code, shown.json()["rules_changed"]) == (200, True)


async def test_a_game_whose_opening_waits_can_only_be_closed(sqlite_api, upgrade, monkeypatch):
    board = sqlite_api.app.state.context.books["open-forces"].ruleset.board

    def asks_first(options, table):
        table.roll(sqlite_api.app.state.context.books["open-forces"].ruleset.dice[0], 1, by="seat-1", rule="OF-11")
        return board.open(options, table)

    upgrade(board=replace(board, open=asks_first))
    session = await open_game(sqlite_api, dice=PHYSICAL)
    assert [each["kind"] for each in await questions(sqlite_api, session)] == ["roll"]
    await sqlite_api.post(
        f"/v1/sessions/{session['id']}/actions/1/answers", {"seen": 0, "faces": [1]}, session["tokens"]["host"]
    )
    upgrade(board=board)
    opening = (await sqlite_api.get(f"/v1/sessions/{session['id']}/actions/1")).json()
    assert (opening["rules_changed"], opening["text"]) == (
        True, "The rules have changed since this game was opened; it can only be closed.",
    )  # fmt: skip
    asked = await questions(sqlite_api, session)
    assert [each["context"]["proposal"] for each in asked] == ["close", "close"]
    close, tokens = f"/v1/sessions/{session['id']}/close", session["tokens"]["seats"]
    for question in asked:
        choice = question["choices"][0]["choice"]
        last = await sqlite_api.post(close, choice, tokens[str(question["seat"])])
    assert (last.json()["status"], await questions(sqlite_api, session)) == ("closed", [])


async def test_it_is_made_void_even_where_it_has_shown_what_was_hidden(sqlite_api, upgrade):
    """Nobody can answer it, and nothing else may be done beside it."""
    board = sqlite_api.app.state.context.books["face-down"].ruleset.board

    def shows_a_card(made, options, table):
        table.reveal(table.state.hands[made.seat - 1][0])
        table.note(ScoutSent(made.seat), rule="FD-4")
        return board.act(made, options, table)

    upgrade("face-down", board=replace(board, act=shows_a_card))
    session, tokens = await open_hidden(sqlite_api)
    action = await act_hidden(sqlite_api, session, tokens[1], kind="swap")
    refused = await sqlite_api.post(path_of(action) + "/void", {}, tokens[0])
    assert (code(refused), refused.json()["reason"]) == ((409, "fixed-by-session"), "hidden-shown")
    upgrade("face-down", board=board)
    assert (await sqlite_api.get(path_of(action))).json()["rules_changed"] is True
    assert (await sqlite_api.post(path_of(action) + "/void", {}, tokens[0])).json()["status"] == "void"


async def test_who_has_read_it_before_the_upgrade_is_not_told_that_nothing_has_changed(sqlite_api, other_rules):
    session, action = await waiting(sqlite_api)
    paths = (path_of(action), f"/v1/sessions/{session['id']}/questions")
    before = {path: (await sqlite_api.get(path)).headers["etag"] for path in paths}
    for path, etag in before.items():
        assert (await sqlite_api.get(path, **{"If-None-Match": etag})).status_code == 304
    other_rules()
    for path, etag in before.items():
        assert (await sqlite_api.get(path, **{"If-None-Match": etag})).status_code == 200


async def test_an_attack_takes_its_place(sqlite_api, other_rules):
    session, _ = await waiting(sqlite_api)
    other_rules()
    body = {"situation": SEED, "session_id": session["id"], "dice": {**PHYSICAL, "faces": SEED_FACES}, "replaces": 1}
    assert (await sqlite_api.post(ATTACKS, body, session["tokens"]["host"])).json()["status"] == "resolved"
    assert await listed(sqlite_api, session) == {2: ("resolved", False)}
