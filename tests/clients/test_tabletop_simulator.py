"""The script for Tabletop Simulator plays before a real server, with stand-ins for the globals that it uses."""

import json
import shutil
from collections import deque

import httpx
import pytest
from lupa.lua52 import LuaRuntime, lua_type

from tests.clients.table import ROOT

SCRIPT = ROOT / "clients" / "tabletop-simulator" / "umpire.lua"
README = SCRIPT.with_name("README.md")
DUEL = {
    "attacker": {"id": "red-5", "agility": 2, "hull": 4, "tokens": {"focus": 1}, "locks": []},
    "weapon": {"value": 3},
    "attack_range": 1,
    "defender": {"id": "black-2", "agility": 3, "hull": 3, "tokens": {"focus": 1, "evade": 1}},
}
BRAWL = {"attacker": {"units": 5, "mode": {"atk": 1}}, "defender": {"units": 4, "mode": {"def": 1}}}


@pytest.fixture(scope="module")
def service(session_nursery, sqlite_template, tmp_path_factory):
    file = tmp_path_factory.mktemp("tabletop") / "umpire.db"
    shutil.copy(sqlite_template, file)
    server = session_nursery.start(f"sqlite:///{file}")
    yield f"http://127.0.0.1:{server.port}"
    server.kill()


@pytest.fixture
def tabletop(service):
    with httpx.Client(timeout=300) as http:
        yield Tabletop(service, http)


class Tabletop:
    """What the script finds: requests are answered after it has returned, one after the other."""

    def __init__(self, service, http):
        self.lua, self.service, self.waiting, self.sent, self.lost = LuaRuntime(), service, deque(), [], 0
        self._http = http
        globals_ = self.lua.globals()
        globals_.WebRequest = self.lua.table(custom=self._custom)
        globals_.JSON = self.lua.table(encode=lambda value: json.dumps(self.plain(value)), decode=self._decode)
        globals_.Wait = self.lua.table(time=lambda call, seconds: self.waiting.append(call))
        self.umpire = self.lua.execute(SCRIPT.read_text())

    def plain(self, value):
        """A value as JSON: a table that has only places is a list, an empty one too."""
        if lua_type(value) != "table":
            return value
        keys = list(value.keys())
        if keys == list(range(1, len(keys) + 1)):
            return [self.plain(value[key]) for key in keys]
        return {str(key): self.plain(value[key]) for key in keys}

    def _decode(self, text):
        return self.lua.table_from(json.loads(text), recursive=True)

    def _custom(self, url, method, download, data, headers, done):
        told = dict(headers)
        queue = self.waiting.append if "wait=" in url else self.waiting.appendleft  # who waits lets others go first
        queue(lambda: self._answer(url, method, data, told, done))

    def _answer(self, url, method, data, headers, done):
        self.sent.append((method, url, headers.get("Idempotency-Key")))
        response = self._http.request(method, url, content=data, headers=headers)
        told = {"response_code": response.status_code, "text": response.text}
        if self.lost:
            self.lost -= 1
            told = {"response_code": 0, "error": "lost", "text": ""}
        done(self.lua.table(getResponseHeader=response.headers.get, **told))

    def run(self):
        """Answer whatever waits, until nothing does."""
        while self.waiting:
            self.waiting.popleft()()

    def table(self, value):
        return self.lua.table_from(value, recursive=True)

    def client(self, token=None):
        return self.umpire.new(self.service, token)


class Told:
    """What the callbacks of the script were told."""

    def __init__(self):
        self.action = self.problem = None

    def __call__(self, action, problem, *_):
        self.action, self.problem = action, problem


def best(question, answer):
    answer(question.choices[1])


def test_an_attack_with_dice_of_the_table_is_played_with_one_request_each(tabletop):
    shown = iter([2, 2, 5, 5, 1, 1, 2, 4, 6])
    dice = [tabletop.lua.table(getValue=lambda: next(shown)) for _ in range(5)]

    def roll(question, answer):
        answer(tabletop.umpire.facesOf(question, tabletop.table(dice[: int(question.count)])))

    told, client = Told(), tabletop.client()
    client.attack(
        client,
        "open-forces",
        tabletop.table({"situation": BRAWL, "dice": {"source": "physical"}}),
        tabletop.table({"roll": roll}),
        told,
    )
    tabletop.run()
    assert told.problem is None
    assert told.action.outcome.kills == 2
    assert len({key for method, _, key in tabletop.sent if method == "POST"}) == 3


def test_two_seats_of_one_table_play_an_attack_each_its_own_questions(tabletop):
    asked, ends = {1: [], 2: []}, {1: Told(), 2: Told()}
    body = {"kind": "series", "seats": [{"name": "Anton"}, {"name": "Beatrix"}], "dice": {"source": "physical"}}
    session = httpx.post(f"{tabletop.service}/v1/rulesets/x-wing/sessions", json=body).json()
    clients = {seat: tabletop.client(session["tokens"]["seats"][str(seat)]) for seat in (1, 2)}
    dice = {"source": "physical", "faces": [["hit", "hit", "focus", "focus"]]}
    attack = {"session_id": session["id"], "situation": DUEL, "seats": {"attacker": 1, "defender": 2}, "dice": dice}
    started = Told()
    clients[1].post(clients[1], "/v1/rulesets/x-wing/attacks", tabletop.table(attack), started)
    tabletop.run()
    for seat in (1, 2):

        def choose(question, answer, seat=seat):
            asked[seat].append(question.seat)
            answer(question.choices[1])

        def roll(question, answer):
            answer(tabletop.table(["focus", "focus", "blank"]))

        player = tabletop.table({"seat": seat, "choose": choose, "roll": roll})
        clients[seat].play(clients[seat], started.action, player, ends[seat])
    tabletop.run()
    assert [ends[seat].action.status for seat in (1, 2)] == ["resolved", "resolved"]
    assert (set(asked[1]), set(asked[2])) == ({1}, {2})


def test_a_lost_answer_is_asked_for_again_with_the_same_key(tabletop):
    tabletop.lost = 2
    told, client = Told(), tabletop.client()
    client.attack(client, "open-forces", tabletop.table({"situation": BRAWL}), tabletop.table({"choose": best}), told)
    tabletop.run()
    assert told.action.status == "resolved"
    assert (len(tabletop.sent), len({key for _, _, key in tabletop.sent})) == (3, 1)
    tabletop.lost = 9
    client.get(client, "/v1", told)
    tabletop.run()
    assert told.problem.code == "unreachable"


def test_two_tables_draw_other_keys_in_the_same_second(service):
    keys = []
    with httpx.Client(timeout=300) as http:
        for table in (Tabletop(service, http) for _ in range(4)):
            client = table.client()
            for _ in range(2):
                client.post(client, "/v1/claims", table.table({"claim": "none"}), Told())
            table.run()
            keys += [key for _, _, key in table.sent]
    assert len({key[-32:] for key in keys}) == len(keys) == 8


def test_a_refusal_is_told_with_its_code(tabletop):
    told, client = Told(), tabletop.client()
    client.attack(client, "open-forces", tabletop.table({"situation": {}}), tabletop.table({}), told)
    tabletop.run()
    assert (told.action, told.problem.code) == (None, "invalid-request")


def test_the_program_of_the_readme_runs(tabletop):
    program = README.read_text().partition("```lua\n")[2].partition("```")[0]
    printed, globals_ = [], tabletop.lua.globals()
    globals_.print = lambda *words: printed.append(words)
    globals_.require = lambda name: tabletop.umpire
    die = tabletop.lua.table(getValue=lambda: 6)
    globals_.diceOnTheTable = lambda count: tabletop.table([die] * int(count))
    tabletop.lua.execute(program.replace("https://umpire.example.org", tabletop.service))
    tabletop.run()
    assert "4 units are killed" in printed[-1][0]
