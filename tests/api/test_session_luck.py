"""The luck of a closed session: of whole games of every rulebook, by seat and by kind of roll."""

import math
from fractions import Fraction
from random import Random

import pytest

from app.domain.errors import NotComputable
from app.persistence.queries import logged_events
from app.services.odds import luck as odds_luck
from app.services.recent import LruCache
from app.services.rulebooks.installed import find_rulebooks
from tests.api.test_advice import RULES
from tests.api.test_games import TWO
from tests.client import PHYSICAL
from tests.thorough import cases, thorough

pytestmark = pytest.mark.anyio
GAMES = [
    ("open-forces", "sample"), ("storm-over-stalingrad", "sample"), ("storm-over-stalingrad", "sample-with-cards"),
    ("castle-rampage", "whole-sample"), ("x-wing", "ships"),
]  # fmt: skip
BEGIN = ("fire", "engage", "play-card", "command")
END = ("concede", "agree-end", "propose-end", "offer-stalemate", "pass", "claim-objective")


async def closed_game(api, slug, setup, moves):
    """A game after some moves, attacks before others, that has ended or is given up."""
    rules, draw = f"{RULES}/{slug}", Random(4)
    found = (await api.get(rules)).json()["game"]["setups"][setup]
    session = (await api.post(f"{rules}/sessions", {"kind": "game", "seats": TWO, "setup": found})).json()
    path, seats = f"/v1/sessions/{session['id']}", session["tokens"]["seats"]
    for _ in range(moves):
        asked = (await api.get(f"{path}/questions", session["tokens"]["host"])).json()["items"]
        if not asked:
            break
        token = seats[str(asked[0]["seat"])]
        own = [
            one
            for one in (await api.get(f"{path}/questions", token)).json()["items"]
            if one["seat"] == asked[0]["seat"]
        ]
        choices = [one["choice"] for one in own[0]["choices"]]
        choices = [one for one in choices if one.get("kind") not in END] or choices
        choices = [one for one in choices if one.get("kind") in BEGIN] or choices
        body = {"seen": own[0]["seen"], own[0]["answer"]["member"]: draw.choice(choices[:4])}
        await api.post(own[0]["answer"]["path"], body, token)
    for seat in seats.values():
        await api.post(f"{path}/close", {}, session["tokens"]["host"])
        await api.post(f"{path}/actions", {"seen": 0, "move": {"kind": "concede"}}, seat)
    assert (await api.get(path)).json()["status"] == "closed"
    return path


@thorough
@pytest.mark.parametrize(("slug", "setup"), cases(GAMES[:1], GAMES))
async def test_a_whole_game_tells_the_luck_of_each_seat_as_its_attacks_do(sqlite_api, slug, setup):
    path = await closed_game(sqlite_api, slug, setup, 300 if slug == "open-forces" else 60)
    luck = (await sqlite_api.get(f"{path}/luck")).json()
    sums = {}
    count = (await sqlite_api.get(f"{path}/actions?limit=1")).json()["items"][0]["number"]
    for number in range(1, count + 1):
        told = (await sqlite_api.get(f"{path}/actions/{number}?include=odds")).json()["odds"]
        for name, place in told["measures"].items() if told else ():
            actual, expected, attacks = sums.get(name, (0, Fraction(0), 0))
            sums[name] = actual + place["value"], expected + Fraction(place["expected"]["exact"]), attacks + 1
    assert sums
    for role in ("attacker", "defender"):
        found = {}
        for row in luck["attacks"]:
            if row["role"] == role:
                actual, expected, attacks = found.get(row["measure"], (0, Fraction(0), 0))
                exact = Fraction(row["expected"]["exact"])
                found[row["measure"]] = actual + row["actual"], expected + exact, attacks + row["attacks"]
        assert found == sums
    assert {row["seat"] for row in luck["attacks"]} == {1, 2}
    assert (luck["without_odds"], luck["unseen"]) == (0, 0)
    assert (await sqlite_api.get(f"{path}/luck")).json() == luck  # worked out, and kept


async def test_dice_are_told_by_seat_and_kind_of_roll_with_their_standard_error(sqlite_api):
    path = await closed_game(sqlite_api, "open-forces", "sample", 300)
    luck = (await sqlite_api.get(f"{path}/luck")).json()
    session = path.rpartition("/")[2]
    rolls = (await sqlite_api.get(f"/v1/rolls?session_id={session}&limit=200")).json()["items"]
    assert sum(roll["count"] for roll in luck["rolls"]) == sum(len(roll["faces"]) for roll in rolls)
    assert {roll["rule"] for roll in luck["rolls"]} == {roll["rule"] for roll in rolls}
    for roll in luck["rolls"]:
        faces = [
            face
            for one in rolls
            if (one["seat"], one["rule"], one["role"]) == (roll["seat"], roll["rule"], roll["by"])
            for face in one["faces"]
        ]
        n = len(faces)
        assert (roll["count"], roll["sum"]["actual"]) == (n, sum(faces))
        assert roll["sum"]["expected"]["exact"] == str(Fraction(7, 2) * n)
        assert roll["sum"]["standard_error"] == pytest.approx(math.sqrt(n * 35 / 12), abs=1e-6)
        assert [each["actual"] for each in roll["faces"]] == [faces.count(face) for face in range(1, 7)]
        assert {each["standard_error"] for each in roll["faces"]} == {round(math.sqrt(n * 5 / 36), 6)}


async def duel(api, **opening):
    session = await api.open(seats=TWO, dice=PHYSICAL, **opening)
    token = session["tokens"]["host"]
    units = {"attacker": {"units": 4, "mode": {"atk": 1}}, "defender": {"units": 4, "mode": {"def": 1}}}
    sent = {"situation": units, "dice": {**PHYSICAL, "faces": [[1] * 4, [6] * 4]}}
    action = await api.attack(token=token, session_id=session["id"], seats={"attacker": 1, "defender": 2}, **sent)
    assert action.json()["status"] == "resolved", action.text
    return f"/v1/sessions/{session['id']}", token


async def test_the_luck_of_a_series_is_that_of_its_players_and_told_after_its_end(sqlite_api):
    path, token = await duel(sqlite_api)
    early = await sqlite_api.get(f"{path}/luck", token)
    assert (early.status_code, early.json()["code"]) == (409, "not-shown")
    await sqlite_api.post(f"{path}/close", {}, token)
    luck = (await sqlite_api.get(f"{path}/luck")).json()
    for role in ("attacker", "defender"):
        player = TWO[role == "defender"]["name"]
        listed = (await sqlite_api.get(f"/v1/actions/luck?player={player}")).json()["items"]
        own = [row for row in luck["attacks"] if row["role"] == role]
        names = ("measure", "actual", "expected", "standard_error", "deviation", "choices", "attacks")
        assert [[row[name] for name in names] for row in own] == [[row[name] for name in names] for row in listed]
        assert {row["seat"] for row in own} == {1 + (role == "defender")}
    dice = {roll["seat"]: roll["sum"]["actual"] for roll in luck["rolls"]}
    assert dice == {1: 24, 2: 4}


async def test_an_attack_without_odds_is_counted_and_not_taken_for_nothing(sqlite_api, monkeypatch):
    def refused(*_):
        raise NotComputable("too-many-odds", "OF-1")

    monkeypatch.setattr(odds_luck, "distributions", refused)
    monkeypatch.setattr(odds_luck, "KNOWN", LruCache("no odds", 0))
    path, token = await duel(sqlite_api)
    await sqlite_api.post(f"{path}/close", {}, token)
    luck = (await sqlite_api.get(f"{path}/luck")).json()
    assert (luck["attacks"], luck["without_odds"]) == ([], 1)
    game = await closed_game(sqlite_api, "storm-over-stalingrad", "sample", 30)
    told = (await sqlite_api.get(f"{game}/luck")).json()
    assert told["attacks"] == []
    assert told["without_odds"] > 0
    assert told["rolls"]


def test_every_rulebook_with_a_game_is_tried():
    own = {slug for slug, book in find_rulebooks().items() if book.ruleset.board and book.package.startswith("app.")}
    assert own == {slug for slug, _ in GAMES}


@pytest.mark.parametrize("end", ["/luck", "?"])
async def test_the_log_of_a_game_is_read_once_for_all_of_its_actions(sqlite_api, monkeypatch, end):
    """Boards follow from the log: read again for each action, a game of 400 took a minute."""
    path = await closed_game(sqlite_api, "castle-rampage", "whole-sample", 12)
    read, all_events = [], logged_events.all_events

    def counted(*arguments):
        read.append(arguments)
        return all_events(*arguments)

    monkeypatch.setattr(logged_events, "all_events", counted)
    asked = f"/v1/actions/luck?session_id={path.rpartition('/')[2]}" if end == "?" else path + end
    assert (await sqlite_api.get(asked)).status_code == 200
    assert (await sqlite_api.get(path)).json()["actions"]["resolved"] > 5
    assert len(read) == 1
