"""Whose luck it was: each player's own dice, and the attacks made and suffered apart."""

import pytest

from tests.client import PHYSICAL

pytestmark = pytest.mark.anyio
EIGHT = {
    "attacker": {"units": 8, "mode": {"atk": 1}},
    "defender": {"units": 8, "mode": {"def": 1}},
}


async def a_duel(api, **order):
    """A session in which Anton threw eight sixes against eight ones of Beatrix."""
    seats = [{"name": "Anton"}, {"name": "Beatrix"}, {"name": "Clara"}]
    session = await api.open(seats=seats, dice=PHYSICAL)
    dice = {**PHYSICAL, "faces": [[1] * 8, [6] * 8]}
    sent = {"situation": EIGHT, "dice": dice, "seats": {"attacker": 1, "defender": 2}, **order}
    action = await api.attack(token=session["tokens"]["host"], session_id=session["id"], **sent)
    assert action.json()["status"] == "resolved", action.text
    return session


async def luck_of(api, query=""):
    response = await api.get(f"/v1/actions/luck{query}")
    assert response.status_code == 200, response.text
    return response.json()


def kills_in(luck):
    """The only row of the measure of kills."""
    (row,) = [row for row in luck["items"] if row["measure"] == "kills"]
    return row


async def test_two_players_of_one_match_have_each_their_own_luck(api):
    await a_duel(api)
    anton, beatrix, both = [await luck_of(api, query) for query in ("?player=Anton", "?player=Beatrix", "")]
    made, suffered, all_in_all = map(kills_in, (anton, beatrix, both))
    assert (made["role"], suffered["role"], all_in_all["role"]) == ("attacker", "defender", None)
    assert made["better_for"] == suffered["better_for"] == "attacker"
    assert made["actual"] == 8 > made["expected"]["decimal"]
    assert made["deviation"] == -suffered["deviation"] == all_in_all["deviation"] > 0
    sums = ("attacks", "actual", "expected", "standard_error")
    assert [made[name] for name in sums] == [suffered[name] for name in sums]
    assert [die["faces"] for die in anton["dice"]] == [{"1": 0, "2": 0, "3": 0, "4": 0, "5": 0, "6": 8}]
    assert [die["faces"] for die in beatrix["dice"]] == [{"1": 8, "2": 0, "3": 0, "4": 0, "5": 0, "6": 0}]
    (die,) = both["dice"]
    assert die["faces"] == {"1": 8, "2": 0, "3": 0, "4": 0, "5": 0, "6": 8}


async def test_who_only_looked_on_has_no_luck(api):
    await a_duel(api)
    looked_on = await luck_of(api, "?player=Clara")
    assert (looked_on["items"], looked_on["dice"], looked_on["without_odds"]) == ([], [], 0)


async def test_attacks_made_and_suffered_stand_apart(api):
    session = await a_duel(api)
    dice = {**PHYSICAL, "faces": [[6] * 8, [6] * 8]}
    sent = {"situation": EIGHT, "dice": dice, "seats": {"attacker": 2, "defender": 1}}
    await api.attack(token=session["tokens"]["host"], session_id=session["id"], **sent)
    told = {row["role"]: row["attacks"] for row in (await luck_of(api, "?player=Anton"))["items"]}
    assert told == {"attacker": 1, "defender": 1}
    assert (await luck_of(api))["items"][0]["attacks"] == 2
    players = {row["role"]: row["attacks"] for row in (await luck_of(api, "?player=Anton&player=Beatrix"))["items"]}
    assert players == {"attacker": 2, "defender": 2}


async def test_a_chance_is_told_only_where_each_face_is_expected_five_times(api):
    await a_duel(api)
    (die,) = (await luck_of(api))["dice"]
    assert (die["degrees_of_freedom"], die["p"]) == (5, None)
    await a_duel(api)
    (die,) = (await luck_of(api))["dice"]
    assert sum(die["faces"].values()) == 32
    assert die["p"] == pytest.approx(0, abs=1e-6)


async def test_a_choice_of_a_player_is_told_as_skill(api):
    options = {"casualty_choice": "defender"}
    series = await api.open(options=options, dice=PHYSICAL)
    situation = {"attacker": {"units": 2, "mode": {"atk": 1}}, "defender": {"units": 3, "mode": {"def": 1}}}
    sent = {"situation": situation, "dice": {**PHYSICAL, "faces": [[1, 1, 1], [6, 1]]}, "session_id": series["id"]}
    token = series["tokens"]["host"]
    first = (await api.attack(token=token, **sent)).json()
    assert first["status"] == "resolved", first
    assert not kills_in(await luck_of(api))["choices"]
    asked = (await api.attack(token=token, **sent, policies={"defender": "ask"})).json()
    pending = asked["pending"]
    answer = {"seen": pending["seen"], "choice": pending["choices"][-1]["choice"]}
    path = f"/v1/sessions/{series['id']}/actions/{asked['number']}/answers"
    assert (await api.post(path, answer, token)).json()["status"] == "resolved"
    assert kills_in(await luck_of(api))["choices"]
