"""The event loop's thread, where all others wait, runs no script, no search, no odds, and lists no choices."""

import asyncio
import json
import random
import selectors
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import app
from app.domain.dice import ThrownDice
from app.domain.resolution import resolve
from app.rulesets.castle_rampage.model import Attack, Attacker
from app.services.rulebooks.installed import find_rulebooks
from tests.client import PHYSICAL, path_of
from tests.examples.story import MATRICES
from tests.hostile.test_odds import ENDS, TAKEN, purple, pursuit
from tests.rulesets.open_forces.test_game import field
from tests.rulesets.open_forces.test_movement import far_reaching, tree
from tests.rulesets.storm_over_stalingrad.test_cards import ASSAULT
from tests.rulesets.storm_over_stalingrad.test_game import MAP, german
from tests.rulesets.x_wing.engagements import GUN, entering
from tests.rulesets.x_wing.engagements import setup as squads

pytestmark = pytest.mark.anyio
APP = f"{Path(app.__file__).parent}/"
BOOKS = find_rulebooks()
OURS = [slug for slug, book in BOOKS.items() if book.package.startswith("app.")]
ASK = {"attacker": "ask", "defender": "ask"}
SEARCHES = (
    *("domain/odds.py", "domain/advice.py", "services/odds/advice.py", "services/odds/of_actions.py"),
    *("services/autoplay/ahead.py", "services/autoplay/choose.py"),
    *("rulesets/castle_rampage/odds.py", "rulesets/open_forces/odds.py"),
    *("rulesets/x_wing/odds/", "rulesets/x_wing/exact/search.py", "rulesets/x_wing/exact/non_dice_states.py"),
    "rulesets/x_wing/players/",
)
"""Where searches, odds and advice are."""
LISTING = ("options", "total", "leads_to", "context", "forced")
CHECKS = 1_500
"""How many calls of rulebooks the loop's thread may make before others have their turn: to check what was sent."""


class Watch:
    """Counts what the thread that made it calls of the rules in each turn of its event loop."""

    def __init__(self):
        self.turn, self.worst = Counter(), Counter()

    def called(self, frame, event, _):
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(APP):
            return
        file = code.co_filename.removeprefix(APP)
        if file.startswith(SEARCHES):
            if code.co_name != "__init__":
                self.turn[f"search: {file} {code.co_qualname}"] += 1
        elif file == "domain/table.py" and code.co_name in ("roll", "ask", "note", "shuffle"):
            self.turn["table"] += 1
        elif file.startswith("rulesets/") or file in ("domain/board.py", "domain/table.py"):
            self.turn["rules"] += 1
            if code.co_name in LISTING:
                self.turn[f"listing: {code.co_qualname}"] += 1

    def end_turn(self):
        self.worst |= self.turn
        self.turn.clear()

    def found(self):
        """What was called that should not have been, with how often in one turn; it is counted anew then."""
        self.end_turn()
        worst, self.worst = self.worst, Counter()
        return {what: calls for what, calls in worst.items() if calls > (CHECKS if what == "rules" else 0)}


class Turns:
    """Tells of each turn of an event loop: it ends where the loop selects what is ready for the next one."""

    def __init__(self):
        self.on_end = lambda: None

    def new_loop(self):
        turns = self

        class Selector(selectors.DefaultSelector):
            def select(self, timeout=None):
                turns.on_end()
                return super().select(timeout)

        return asyncio.SelectorEventLoop(Selector())


@pytest.fixture(scope="module")
def turns():
    return Turns()


@pytest.fixture(scope="module")
def anyio_backend(turns):
    return "asyncio", {"loop_factory": turns.new_loop}


@pytest.fixture
def watch(turns, monkeypatch):
    """Watches the thread of this test and of its event loop."""
    watch = Watch()
    monkeypatch.setattr(turns, "on_end", watch.end_turn)
    sys.setprofile(watch.called)
    yield watch
    sys.setprofile(None)


class Caller:
    """Sends requests, and tells what the loop's thread did meanwhile that it must not do."""

    def __init__(self, api, watch):
        self._api, self._watch = api, watch

    async def get(self, path, token=None, **headers):
        return self.told(path, await self._api.get(path, token, **headers))

    async def post(self, path, body, token=None):
        compact = json.dumps(body, separators=(",", ":")).encode()
        return self.told(path, await self._api.post(path, compact, token))

    def told(self, path, answer):
        assert self._watch.found() == {}, path
        return answer


def attacked():
    """An attack of X-Wing, up to its first question."""
    ruleset = BOOKS["x-wing"].ruleset
    dice = ThrownDice([["focus", "focus", "hit", "blank"], ["focus", "blank", "evade"]])
    return resolve(ruleset.script, ruleset.examples[1], ruleset.options(), dice=dice, players=lambda *_: None)


def test_the_watch_sees_scripts_lists_and_searches(watch):
    assert [each for each in SEARCHES if not Path(APP, each).exists()] == []
    end = attacked()
    assert watch.found()["table"] > 1
    assert list(end.wanted.question.options())
    assert "listing: _ChooseUse.options" in watch.found()
    BOOKS["x-wing"].ruleset.policies["exact"](end.wanted.question, end.wanted.by)
    assert any(what.startswith("search: rulesets/x_wing/exact/search.py") for what in watch.found())


async def test_the_watch_counts_each_turn_of_the_loop_by_itself(watch):
    counts = []
    for turns in (1, 3):
        for _ in range(turns):
            attacked()
            await asyncio.sleep(0)
        counts.append(watch.found()["table"])
    attacked()
    attacked()
    once, thrice = counts
    assert once == thrice == watch.found()["table"] / 2


def situation(slug, value):
    return BOOKS[slug].codec.situation.dump(value)


def dear(slug):
    """The dearest attack of a rulebook that a request may send, as far as one was found."""
    if slug == "x-wing":
        start = situation(slug, BOOKS[slug].ruleset.examples[1])
        tokens = {"focus": 2, "calculate": 2, "evade": 2}
        sides = {
            "attacker": {**start["attacker"], "force": {"capacity": 3, "active": 3}, "tokens": tokens},
            "defender": {**start["defender"], "agility": 3, "hull": 10, "tokens": tokens},
        }
        return {**start, **sides, "weapon": {**start["weapon"], "value": 6}}
    if slug == "castle-rampage":
        cards = tuple(purple(n, n % 7, n % 5, ENDS) for n in range(59))
        return situation(slug, Attack(Attacker(99), cards[:30], cards[30:]))
    if slug == "storm-over-stalingrad":
        return small(situation(slug, pursuit()))
    return next(small(situation(slug, value)) for book, value, *_ in TAKEN.values() if book == slug)


def small(value):
    """A value without what is null, so that a request may send as much of it as can be."""
    if isinstance(value, dict):
        return {name: small(part) for name, part in value.items() if part is not None}
    return [small(part) for part in value] if isinstance(value, list) else value


def broad(slug):
    """The setup of a game of a rulebook in which very much may be done."""
    shapes, chance = BOOKS[slug].codec.board, random.Random(1)
    if slug == "castle-rampage":
        return shapes.setup.dump(BOOKS[slug].ruleset.board.setups["whole-sample"])
    if slug == "x-wing":
        guns = tuple(replace(GUN, value=value) for value in range(1, 11))
        one, two = ([entering(f"{squad}{n}", 5, weapons=guns) for n in range(15)] for squad in "ab")
        return shapes.setup.dump(squads(one, two))
    if slug == "open-forces":
        ours, theirs = ([(200 * (n % 10), y + 200 * (n // 10)) for n in range(40)] for y in (0, 8000))
        places = dict.fromkeys((chance.randrange(-30, 50) * 100, chance.randrange(15, 75) * 100) for _ in range(70))
        start = field(ours, theirs, obstacles=[tree(*place, 40, def_=1) for place in places])
        return shapes.setup.dump(replace(start, cards=tuple(far_reaching(card) for card in start.cards)))
    ids = [f"a{n}" for n in range(28)]
    everywhere = [*(area.id for area in MAP.areas), *ids]
    more = [
        replace(MAP.areas[0], id=id, adjacent=tuple({*everywhere} - {id}), units=(german(f"u{n}"),))
        for n, id in enumerate(ids)
    ]
    cards = tuple(replace(ASSAULT, id=f"c{n}") for n in range(9))
    return shapes.setup.dump(replace(MAP, areas=(*MAP.areas, *more), cards=cards, hand_sizes=(9,)))


def answer_to(asked):
    """The answer that a player without a plan gives."""
    if asked["kind"] == "roll":
        return {"seen": asked["seen"], "faces": asked["faces"][:1] * asked["count"]}
    return {"seen": asked["seen"], "choice": asked["choices"][0]["choice"]}


@pytest.mark.parametrize("slug", OURS)
async def test_attacks_and_their_questions_are_told_beside_the_loop(sqlite_api, watch, slug):
    api, path = Caller(sqlite_api, watch), f"/v1/rulesets/{slug}"
    body = {"situation": dear(slug), "policies": ASK}
    await api.get("/")
    watch.found()
    for dice in ({"source": "service"}, PHYSICAL):
        made = await api.post(f"{path}/attacks", {**body, "dice": dice})
        assert made.status_code == 201, made.text
        action, token = made.json(), made.json()["tokens"]["host"]
        own, session = path_of(action), f"/v1/sessions/{action['session_id']}"
        for _ in range(8):
            if action["pending"] is None:
                break
            answer = answer_to(action["pending"])
            stale = await api.post(f"{own}/answers", {**answer, "seen": answer["seen"] + 1}, token)
            assert (stale.status_code, stale.json()["pending"]) == (409, action["pending"])
            for seen in (own, f"{session}/questions", f"{session}/events?texts=true", "/v1/questions"):
                assert (await api.get(seen, token)).status_code == 200
            answered = await api.post(f"{own}/answers", answer, token)
            assert answered.status_code == 200, answered.text
            action = answered.json()
        assert (await api.post(f"{own}/void", {}, token)).json()["status"] == "void"
        assert (await api.get(f"{own}?include=odds", token)).status_code == 200


@pytest.mark.parametrize("slug", OURS)
async def test_many_attacks_are_told_one_after_the_other_beside_the_loop(sqlite_api, watch, slug):
    api = Caller(sqlite_api, watch)
    body = {"situation": dear(slug), "policies": ASK}
    many = await api.post(f"/v1/rulesets/{slug}/attacks/batch", {"attacks": [body] * 10})
    assert [item["status"] for item in many.json()["items"]] == [201] * 10


@pytest.mark.parametrize("slug", OURS)
async def test_odds_are_worked_out_and_told_beside_the_loop(sqlite_api, watch, slug):
    api, path = Caller(sqlite_api, watch), f"/v1/rulesets/{slug}"
    example = situation(slug, BOOKS[slug].ruleset.examples[0])
    for policies in ({}, ASK):
        assert (await api.post(f"{path}/odds", {"situation": example, "policies": policies})).status_code == 200
    for format in ("json", "ndjson") if slug in MATRICES else ():
        assert (await api.post(f"{path}/odds/matrix?format={format}", MATRICES[slug])).status_code == 200
    made = (await api.post(f"{path}/attacks", {"situation": example, "policies": ASK})).json()
    token, own = made["tokens"]["host"], path_of(made)
    for seen in (f"{own}/odds", f"{own}?include=odds", f"/v1/sessions/{made['session_id']}/questions?include=odds"):
        assert (await api.get(seen, token)).status_code == 200


@pytest.mark.parametrize("slug", OURS)
async def test_games_and_their_moves_are_told_beside_the_loop(sqlite_api, watch, slug):
    api, path = Caller(sqlite_api, watch), f"/v1/rulesets/{slug}"
    seats = [{"name": "Anton"}, {"name": "Beatrix"}]
    options = {"player_order": "fixed"} if slug == "x-wing" else {}
    body = {"kind": "game", "seats": seats, "setup": small(broad(slug)), "options": options}
    opened = await api.post(f"{path}/sessions", body)
    assert opened.status_code == 201, opened.text
    id, tokens = opened.json()["id"], opened.json()["tokens"]["seats"]
    session = f"/v1/sessions/{id}"
    for n in range(4):
        for seat, token in tokens.items():
            asked = (await api.get(f"{session}/questions", token)).json()["items"]
            mine = [one for one in asked if one["choices"] and str(one["seat"]) == seat]
            if not mine:
                continue
            (question, *_) = mine
            choice = question["choices"][min(n, len(question["choices"]) - 1)]["choice"]
            if question["question"] == "act":
                move = {"seen": question["seen"] - 1, "move": choice}
                stale = await api.post(f"{path}{session[3:]}/actions", move, token)
                assert (stale.status_code, "pending" in stale.json()) == (409, True), stale.text
                made = await api.post(f"{path}{session[3:]}/actions", {**move, "seen": question["seen"]}, token)
            else:
                answers = f"{session}/actions/{question['action']}/answers"
                made = await api.post(answers, {"seen": question["seen"], "choice": choice}, token)
            assert made.status_code in (200, 201), made.text
            assert (await api.get(path_of(made.json()), token)).status_code == 200
    token = tokens["1"]
    for seen in (f"{session}/state", f"{session}/events?texts=true", "/v1/questions", f"{session}/state?at=3"):
        assert (await api.get(seen, token)).status_code == 200, seen
    assert (await api.get(f"/pages/boards/{id}?held=A1", token, Accept="text/html")).status_code == 200


@pytest.mark.parametrize("slug", OURS)
async def test_pages_are_made_beside_the_loop(sqlite_api, watch, slug):
    api = Caller(sqlite_api, watch)
    for path in (f"/nowhere/{slug}", f"/try/{slug}", f"/rules/{slug}", "/play", "/", "/history", "/developers"):
        await api.get(path, Accept="text/html")
    for path in (f"/v1/rulesets/{slug}", "/v1/rulesets", "/v1", "/v1/actions", "/v1/sessions", "/v1/rolls"):
        assert (await api.get(path)).status_code == 200
