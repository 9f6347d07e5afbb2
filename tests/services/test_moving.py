"""A whole instance moved from one database to another: nothing is lost, nothing comes in that does not hold."""

import errno
import gzip
import io
import json
import os
import random
import shutil
import stat
import uuid
from collections import Counter
from hashlib import sha256

import pytest
import sqlalchemy as sa

from app.cli import main
from app.domain.fairness import seat_commitment
from app.persistence.connecting.database import open_database
from app.persistence.stored import tables
from app.persistence.stored.private import map_private
from app.services.events.event import EVENTS
from app.services.instance import restore
from app.services.instance.dump import FORMAT, dump_instance
from app.services.instance.restore import Refused, restore_instance
from app.services.keys import create_key, revoke_key
from app.services.log.export import Unreadable
from app.services.rulebooks.installed import find_rulebooks
from tests.bringing import BLACK, RED, bring, open_bringing, refuse
from tests.client import ATTACKS, PHYSICAL, SEED, SEED_FACES, path_of
from tests.conftest import moved_clock, serving
from tests.services.test_log import ASK, a_match
from tests.thorough import only_thorough
from tests.waiting import until

pytestmark = pytest.mark.anyio
BOOKS = find_rulebooks()
GAMES = "/v1/rulesets/open-forces"
TWO = [{"name": "Anton", "reference": "discord:1"}, {"name": "Beatrix"}]
KEY = "a-key-that-nobody-guesses"


class Instance:
    """A service that has seen everything: its database, and what its clients hold."""

    def __init__(self, url):
        self.url, self.sessions, self.tokens = url, [], []

    def add(self, session):
        tokens = session["tokens"]
        self.sessions.append(session)
        self.tokens += [token for token in (tokens["host"], *tokens["seats"].values()) if token]
        return session, tokens["host"], tokens["seats"]


@pytest.fixture(autouse=True)
def short_chains(monkeypatch):
    """Some sessions here outlive their first seed chain."""
    monkeypatch.setattr("app.domain.fairness.CHAIN_LENGTHS", (16, 1024))


async def filled(url, monkeypatch):
    """Sessions of every kind, in every state that moves."""
    monkeypatch.setattr("app.domain.fairness.CHAIN_LENGTHS", (16, 1024))
    monkeypatch.setattr("app.api.work.autoplay.ROUND", 0.05)
    one, clock = Instance(url), moved_clock(monkeypatch)
    async with serving(url) as api:
        await keys_and_owners(api, one)
        await series(api, one)
        await waiting(api, one)
        await shared(api, one, clock)
        await games(api, one)
        await hidden_game(api, one)
        await brought(api, one)
        await timed(api, one, clock)
    return one


async def shared(api, one, clock):
    """A game to whose dice one seat contributes, and in which the service moves after an hour."""
    setup = (await api.get(GAMES)).json()["game"]["setups"]["sample"]
    body = {
        "kind": "game",
        "seats": TWO,
        "setup": setup,
        "entropy": "seats",
        "advice": "after",
        "take_back": "free",
        "policies": {"2": "first-legal"},
    }
    body["deadline"] = {"seconds": 3600, "policy": "first-legal"}
    session, host, seats = one.add((await api.post(f"{GAMES}/sessions", body)).json())
    path, share = f"/v1/sessions/{session['id']}/seats", bytes(32)
    await api.post(f"{path}/2/entropy", {"waive": True}, host)
    commitment = seat_commitment(uuid.UUID(session["id"]).bytes, 1, share).hex()
    await api.post(f"{path}/1/entropy", {"commitment": commitment}, seats["1"])
    await api.post(f"{path}/1/entropy", {"entropy": share.hex()}, seats["1"])

    async def asked():
        """Whether the service has moved for seat 2, as far as it has to."""
        items = (await api.get(f"/v1/sessions/{session['id']}/questions", seats["1"])).json()["items"]
        return items and {item["seat"] for item in items} == {1}

    async def passed():
        return "deadline-passed" in (await api.get(f"/v1/sessions/{session['id']}/events?format=ndjson")).text

    await until(asked)
    clock.move(hours=1)
    await until(passed)
    await api.post(f"/v1/sessions/{session['id']}/close", {"abandon": True}, host)
    waits = {"seats": TWO, "entropy": "seats", "reference": "nobody gave anything"}
    one.add(await api.open(**waits))
    one.add((await api.post(f"{GAMES}/sessions", {"kind": "game", "setup": setup, **waits})).json())


async def timed(api, one, clock):
    """A game with clocks, which were halted, and of which one has fallen."""
    setup = (await api.get(GAMES)).json()["game"]["setups"]["sample"]
    body = {"kind": "game", "seats": TWO, "setup": setup, "clock": {"seconds": 60, "increment": 5}}
    session, host, _ = one.add((await api.post(f"{GAMES}/sessions", body)).json())
    for running in (False, True):
        await api.post(f"/v1/sessions/{session['id']}/clock", {"running": running}, host)

    async def fallen():
        clock.move(seconds=50)
        return (await api.get(f"/v1/sessions/{session['id']}")).json()["status"] == "closed"

    await until(fallen)


async def hidden_game(api, one):
    """A game in which the host looked as a seat, cards were turned up, and a player was forgotten."""
    path, setup = "/v1/rulesets/face-down", {"cards": [1, 2, 3, 4, 5], "hand": 2}
    session, host, seats = one.add(
        (await api.post(f"{path}/sessions", {"kind": "game", "seats": TWO, "setup": setup})).json()
    )
    await api.get(f"/v1/sessions/{session['id']}/state?seat=1", host)
    for seat in ("1", "2", "1"):
        seen = (await api.get(f"/v1/sessions/{session['id']}")).json()["seq"]
        move = {"seen": seen, "move": {"kind": "lay", "place": 0, "stake": 2}}
        await api.post(f"{path}/sessions/{session['id']}/actions", move, seats[seat])
    await api.post(f"/v1/sessions/{session['id']}/judge", {}, seats["2"])
    await api.delete(f"/v1/sessions/{session['id']}/seats/1/person", seats["1"])


async def brought(api, one):
    """Games to which seats bring their own: one that waits, with a list that was replaced and forgotten, and a reserve;
    one that was refused, and its rematch.
    """
    waits = await open_bringing(api, bring={"1": {}, "2": {"reserve": BLACK}})
    for squad in (RED, BLACK):
        await bring(api, waits, 1, squad)
    await api.delete(f"/v1/sessions/{waits['id']}/seats/1/person", waits["tokens"]["seats"]["1"])
    shown = await open_bringing(api)
    for seat, squad in ((1, RED), (1, BLACK), (2, BLACK)):
        await bring(api, shown, seat, squad)
    await refuse(api, shown, 1)
    for session in (waits, shown):
        one.add(session)
    again = await api.post(f"/v1/sessions/{shown['id']}/rematch", b"", shown["tokens"]["seats"]["2"])
    one.sessions.append({"id": again.json()["session_id"]})
    one.tokens.append(again.json()["token"])


async def keys_and_owners(api, one):
    database = api.app.state.context.database
    (_, one.key), (revoked, one.revoked) = (create_key(database, name) for name in ("club", "lost \u2028 key"))
    revoke_key(database, revoked)
    body = {"kind": "series", "visibility": "private", "reference": "worlds-2027/r1"}
    one.add((await api.post(f"{GAMES}/sessions", body, one.key)).json())
    for n in range(4):
        closing = {"situation": SEED, "session_id": one.sessions[0]["id"], "reference": f"r{n}"}
        await api.post(ATTACKS, closing, one.tokens[0], **{"Idempotency-Key": f"{KEY}-{n}"})
    create_key(database, "app", opens_only=True)
    player = (
        await api.post("/v1/players", {"name": "Clara", "language": "fr"}, **{"Idempotency-Key": f"{KEY}-player"})
    ).json()["token"]
    mine = {"kind": "series", "visibility": "private", "seats": [{"player": "me"}]}
    one.add((await api.post(f"{GAMES}/sessions", mine, player)).json())
    one.tokens.append(player)
    alone = await api.attack(token=one.key, key=KEY)
    one.alone = alone.json()
    one.tokens.append(one.alone["tokens"]["host"])
    one.sessions.append({"id": one.alone["session_id"]})


async def series(api, one):
    one.sessions.append({"id": await a_match(api)})
    session, host, _ = one.add(await api.open())
    for _ in range(20):
        await api.attack(token=host, session_id=session["id"])
    one.running = session, host
    session, host, seats = one.add(await api.open(seats=TWO, policies={"2": "default"}))
    first = (await api.attack(token=seats["1"], session_id=session["id"])).json()
    for seat, reason in (("2", "six units"), ("1", "indeed")):
        await api.post(path_of(first) + "/void", {"reason": reason}, seats[seat])
    second = (await api.attack(token=seats["1"], session_id=session["id"])).json()
    await api.post(path_of(second) + "/void", {"reason": "maybe"}, seats["1"])
    await api.post(path_of(second) + "/answers", {"agree": False}, seats["2"])
    await api.post(path_of(second) + "/void", {"reason": "no"}, seats["1"])
    await api.attack(token=seats["1"], session_id=session["id"], replaces=2)
    await api.post(f"/v1/sessions/{session['id']}/close", {"result": {"winner": 2}}, seats["1"])
    await api.post(f"/v1/sessions/{session['id']}/close", {"agree": False}, seats["2"])
    for score in (2, 3):
        await api.post(f"/v1/sessions/{session['id']}/close", {"result": {"winner": score - 1}}, seats["1"])
    await api.post(f"/v1/sessions/{session['id']}/close", {"result": {"winner": 2}}, seats["1"])
    renewed = await api.post(f"/v1/sessions/{session['id']}/seats/1/token", {}, seats["1"])
    one.tokens.append(renewed.json()["token"])
    session, host, _ = one.add(await api.open(dice=PHYSICAL))
    await api.attack(token=host, session_id=session["id"])
    await api.attack(token=host, session_id=session["id"], dice={**PHYSICAL, "faces": SEED_FACES})
    close = {"result": {"winner": None, "note": "time"}, "abandon": True}
    await api.post(f"/v1/sessions/{session['id']}/close", close, host)


async def waiting(api, one):
    session, host, _ = one.add(await api.open(options={"surplus_dice": "owner-choice"}, dice=PHYSICAL))
    thrown = {**PHYSICAL, "faces": SEED_FACES}
    one.question = (await api.attack(token=host, session_id=session["id"], policies=ASK, dice=thrown)).json(), host
    example = (await api.get("/v1/rulesets/storm-over-stalingrad")).json()["examples"][0]
    fire = {"situation": example, "dice": {**PHYSICAL, "faces": [[5, 6]]}, "policies": {"defender": "ask"}}
    action = (await api.post("/v1/rulesets/storm-over-stalingrad/attacks", fire)).json()
    one.sessions.append({"id": action["session_id"]})
    siege = (await api.get("/v1/rulesets/castle-rampage")).json()["examples"][0]
    action = (await api.post("/v1/rulesets/castle-rampage/attacks", {"situation": siege})).json()
    one.sessions.append({"id": action["session_id"]})


async def games(api, one):
    setup = (await api.get(GAMES)).json()["game"]["setups"]["sample"]
    body = {"kind": "game", "seats": TWO, "setup": setup}
    over, host, _ = one.add((await api.post(f"{GAMES}/sessions", body)).json())
    await api.post(f"/v1/sessions/{over['id']}/close", {}, one.tokens[-1])
    await play(api, over, 12, wish="stalemate")
    assert (await api.get(f"/v1/sessions/{over['id']}")).json()["status"] == "closed"
    going, host, _ = one.add((await api.post(f"{GAMES}/sessions", body)).json())
    await play(api, going, 12)
    shown = (await api.get(f"/v1/sessions/{going['id']}")).json()["actions"]
    latest = {"session_id": going["id"], "number": sum(shown.values())}
    await api.post(path_of(latest) + "/void", {"reason": "wrong group"}, host)
    asked = await play(api, going, 40, halfway=True)
    assert asked[0]["question"] != "act"
    one.game = going


async def play(api, session, turns, *, wish="command", halfway=False):
    """Answer what is asked, as wished where that is among the choices; perhaps until a command is half done."""
    chance = random.Random(7)
    for _ in range(turns):
        questions = (await api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]
        asked = [question for question in questions if question["question"] != "assent"]
        if not asked or (halfway and asked[0]["question"] != "act" and asked[0]["seen"] > 2):
            return asked
        question = asked[-1]
        choices = [one["choice"] for one in question["choices"]]
        wished = [choice for choice in choices if wish in choice.get("kind", "")] or choices
        choice = wished[-1] if halfway else chance.choice(wished)
        sent, token = {"seen": question["seen"]}, session["tokens"]["seats"][str(question["seat"])]
        if question["question"] == "act":
            path = f"{GAMES}/sessions/{session['id']}/actions"
            reply = await api.post(path, {**sent, "move": choice}, token)
        else:
            path = f"/v1/sessions/{session['id']}/actions/{question['action']}/answers"
            reply = await api.post(path, {**sent, "choice": choice}, token)
        assert reply.status_code in (200, 201), reply.text
    return asked


async def seen(url, one):
    """What every route tells everybody."""
    found = {}
    async with serving(url) as api:
        for session in one.sessions:
            path = f"/v1/sessions/{session['id']}"
            own = [token for token in one.tokens if (await api.get(path, token)).status_code == 200]
            for token in (None, *own[-1:]):
                shown = (await api.get(path, token)).json()
                actions = range(1, sum(shown["actions"].values()) + 1) if "actions" in shown else ()
                paths = ["", "/questions", "/events?limit=200", "/events?format=ndjson", "/verification"]
                paths += ["/state", "/state?at=4"] if shown.get("kind") == "game" else []
                paths += [f"/actions/{number}" for number in actions]
                paths += [f"/actions/{number}/verification" for number in list(actions)[:1]]
                for tail in paths:
                    response = await api.get(path + tail, token, **{"X-Request-ID": "the-same"})
                    found[path + tail, token] = response.status_code, response.headers.get("etag"), response.content
        lists = ["/v1/sessions?limit=200", "/v1/sessions?kind=single", "/v1/actions?limit=200&status=void"]
        lists += ["/v1/actions?limit=200", "/v1/rolls?limit=200", "/v1/rolls?status=void", "/v1/casualties?limit=200"]
        for path in [*lists, "/v1/actions/luck", "/v1/rolls?format=csv"]:
            for token in (None, one.key, one.tokens[0]):
                response = await api.get(path, token, **{"X-Request-ID": "the-same"})
                found[path, token] = response.status_code, None, response.content
        found["revoked"] = (await api.get("/v1/sessions", one.revoked)).status_code
    return found


STAYING = (
    *(tables.oldest_programs, tables.claims, tables.stream_tickets, tables.player_claims, tables.secrets),
    tables.served,
    *(tables.webhooks, tables.webhook_outbox, tables.webhook_messages, tables.webhook_lease),
)


def rows(url):
    """Every row of every table that moves."""
    database = open_database(url)
    with database.reader.connect() as connection:
        found = {
            name: [dict(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key)).mappings()]
            for name, table in tables.metadata.tables.items()
            if table not in STAYING
        }
    moved = {row["id"] for row in found["sessions"]}
    found["idempotency_keys"] = [row for row in found["idempotency_keys"] if row["session_id"] in moved]
    database.dispose()
    # Who may see a part of an action is told by `private_parts`; an action keeps the audience that the part had first.
    for row in found["sessions"]:
        row["clock_at"] = None  # each database has a clock of its own
    for row in found["actions"]:
        row |= {name: map_private(row[name], lambda part: {**part, "to": None}) for name in ("situation", "outcome")}
    return found


def exported(url):
    database = open_database(url)
    try:
        return b"".join(dump_instance(database))
    finally:
        database.dispose()


def imported(url, content):
    database = open_database(url)
    try:
        return restore_instance(BOOKS, database, io.BytesIO(content))
    finally:
        database.dispose()


@pytest.fixture
def empty(tmp_path, sqlite_template):
    """Empty SQLite databases."""

    def new():
        file = tmp_path / f"{uuid.uuid4().hex}.db"
        shutil.copy(sqlite_template, file)
        return f"sqlite:///{file}"

    return new


@pytest.fixture(scope="module")
async def instance(tmp_path_factory, sqlite_template):
    """An instance on SQLite, to be read only."""
    file = tmp_path_factory.mktemp("instance") / "umpire.db"
    shutil.copy(sqlite_template, file)
    with pytest.MonkeyPatch.context() as monkeypatch:
        return await filled(f"sqlite:///{file}", monkeypatch)


@pytest.fixture(scope="module")
def content(instance):
    """Its lines."""
    return exported(instance.url)


@only_thorough("every kind of row moves twice")
async def test_what_moves_to_postgresql_and_back_is_the_same_in_every_row_and_every_answer(
    instance, content, empty, postgres_url, monkeypatch
):
    monkeypatch.setattr(restore, "AT_ONCE", 40)
    monkeypatch.setattr("app.persistence.queries.store.PAGE", 3)
    before, answers = rows(instance.url), await seen(instance.url, instance)
    types = {row["type"] for row in before["events"]}
    assert types == EVENTS.keys()
    assert {name for name, found in before.items() if not found} == set()
    counts = imported(postgres_url, content)
    keys = {"api_key": 2, "opening_key": 1, "idempotency_key": 5}
    assert counts == Counter(session=len(instance.sessions), player=1, **keys)
    assert rows(postgres_url) == before
    assert await seen(postgres_url, instance) == answers
    back = empty()
    assert exported(postgres_url) == content
    imported(back, exported(postgres_url))
    assert rows(back) == before
    assert exported(back) == content


async def test_what_has_moved_goes_on(instance, content, postgres_url):
    imported(postgres_url, content)
    async with serving(postgres_url) as api:
        session, host = instance.running
        path = f"/v1/sessions/{session['id']}"
        for number in range(21, 36):
            attack = await api.attack(token=host, session_id=session["id"])
            assert (attack.status_code, attack.json()["number"]) == (201, number)
        report = (await api.get(f"{path}/verification")).json()
        assert (report["result"], report["dice"]) == ("identical", "proven")
        action, host = instance.question
        choice = {"choice": action["pending"]["choices"][-1]["choice"]}
        assert (await api.answer(action, host, **choice)).status_code == 200
        assert (await play(api, instance.game, 1))[0]["question"] != "act"
        await play(api, instance.game, 10)
        report = (await api.get(f"/v1/sessions/{instance.game['id']}/verification")).json()
        assert report["result"] == "identical"
        again = await api.attack(token=instance.key, key=KEY)
        assert (again.status_code, again.json()["tokens"]) == (200, instance.alone["tokens"])
        for key, status in ((instance.key, 201), (instance.revoked, 401)):
            assert (await api.post(f"{GAMES}/sessions", {"kind": "series"}, key)).status_code == status


async def test_an_instance_comes_in_beside_another(sqlite_api, content, instance, postgres_url):
    await sqlite_api.attack()
    other = exported(str(sqlite_api.app.state.context.database.url))
    imported(postgres_url, content)
    imported(postgres_url, other)
    both = exported(postgres_url).splitlines()
    assert set(both[:-1]) == {*content.splitlines()[:-1], *other.splitlines()[:-1]}


def lines_of(content):
    return content.splitlines(keepends=True)


def ended(lines):
    """These lines, with an end that fits them: what a forger would do."""
    kinds = Counter(next(iter(json.loads(line))) for line in lines)
    counts = {"sessions": kinds["session"], "api_keys": kinds["api_key"], "idempotency_keys": kinds["idempotency_key"]}
    end = {"whole": True, **counts, "sha256": sha256(b"".join(lines)).hexdigest()}
    return b"".join(lines) + json.dumps(end, separators=(",", ":")).encode() + b"\n"


def refused(url, content):
    """Why an import is refused; nothing of it may be left."""
    with pytest.raises((Unreadable, Refused)) as refusal:
        imported(url, content)
    assert not any(rows(url).values())
    return str(refusal.value)


@pytest.fixture
async def small(sqlite_api):
    """The lines of an instance with one attack, without the end."""
    database = sqlite_api.app.state.context.database
    _, key = create_key(database, "club")
    await sqlite_api.attack({**SEED, "attacker": {"units": 1, "mode": {"atk": 1}}}, key, KEY)
    return lines_of(b"".join(dump_instance(database)))[:-1]


async def test_a_file_that_is_cut_off_leaves_nothing(small, empty):
    url, whole = empty(), ended(small)
    for n in range(len(small)):
        assert refused(url, b"".join(small[:n])) == f"line {n + 1}: the end is missing"
    for bytes_ in (1, 2, 30):
        assert refused(url, whole[:-bytes_]).startswith(f"line {len(small) + 1}: the line is cut off")
    assert refused(url, whole + whole) == f"line {len(small) + 2}: something follows the end"
    packed = gzip.compress(whole)
    database = open_database(url)
    for cut in (packed[:-9], packed[: len(packed) // 2], packed[:-6] + bytes(6), packed + b"more"):
        with pytest.raises(Unreadable, match=r"^line \d+: the file cannot be read on"):
            restore_instance(BOOKS, database, gzip.GzipFile(fileobj=io.BytesIO(cut)))
    database.dispose()
    assert not any(rows(url).values())
    assert imported(url, whole)


async def test_a_line_that_is_missing_doubled_or_moved_is_found_even_under_a_new_end(small, empty):
    url = empty()
    for n in range(len(small)):
        kind = next(iter(json.loads(small[n])))
        if kind not in ("api_key", "idempotency_key"):
            assert refused(url, ended(small[:n] + small[n + 1 :])).startswith("line "), n
        assert refused(url, ended(small[: n + 1] + small[n:])).startswith("line "), n
        if n:
            swapped = [*small[: n - 1], small[n], small[n - 1], *small[n + 1 :]]
            assert refused(url, ended(swapped)).startswith("line "), n


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"format":1', b'"format":2', f"line 1: the format is 2, known here is {FORMAT}"),
        (b'"umpire":"instance"', b'"umpire":"else"', "line 1: this is not a moved instance"),
        (b'{"api_key":', b'{"api_kez":', "line 2: this is no line of an instance"),
        (b'"name":"club"', b'"name":5', "line 2: this is no api key"),
        (b'"name":"club"', b'"name": "club"', "line 2: the line is not spelled as an export spells it"),
        (b'"visibility":"public"', b'"visibility":"secret"', "line 3: this is no session"),
        (b'"seeds":["', b'"seeds":["0', "line 3: this is no session"),
        (b'"seeds":["', b'"seeds":[],"x":["', "line 3: this is no session"),
        (b'\\"threshold\\":9', b'\\"threshold\\":8', "the hash does not follow from the events before"),
        (b'"seq":2,"hash":"', b'"seq":2,"hash":"zz', "this is not an event"),
        (b'{"end":true,"events":', b'{"end":true,"events":1', "this is not the end of the log before it"),
        (b'{"idempotency_key":{"scope":"', b'{"idempotency_key":{"scope":"g', "this is no idempotency key"),
    ],
)
async def test_what_is_damaged_is_told_with_its_line(small, empty, old, new, why):
    joined = b"".join(small)
    assert old in joined
    assert why in refused(empty(), ended(lines_of(joined.replace(old, new, 1))))


def forged(lines, change):
    """The lines with another log, chained anew, under a new end."""
    from app.domain.fairness import event_hash
    from app.persistence.stored.rows import Event
    from app.services.log.export import export

    events = [json.loads(line) for line in lines if line.startswith(b'{"seq"')]
    first = next(n for n, line in enumerate(lines) if line.startswith(b'{"seq"'))
    head, made = bytes(32), []
    for event in events:
        body = change(event["body"]).encode()
        head = event_hash(head, body)
        made.append(Event(event["seq"], "", None, body, head))
    return ended([*lines[:first], *export(made), *lines[first + len(events) + 1 :]])


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"threshold":9', '"threshold":8', "does not verify: action 1 diverges from the rules"),
        ('"faces":[', '"faces":[1,', "does not verify: action 1 diverges from the rules"),
        ('"ruleset":"open-forces"', '"ruleset":"tic-tac-toe"', "is of the ruleset tic-tac-toe, which is not here"),
        ('"type":"action-resolved"', '"type":"action-finished"', "this program does not know such events"),
        ('"upto":1', '"upto":2', "a seed is revealed for a later action than the last"),
        ('"kind":"single"', '"kind":"game"', "event 1 may not follow those before: a game alone has a setup"),
        ('"action":1', '"action":2', "actions are declared as 1, 2, …, each once"),
    ],
)
async def test_a_log_that_does_not_hold_is_refused_even_where_its_chain_does(small, empty, old, new, why):
    assert any(old in json.loads(line).get("body", "") for line in small)
    assert why in refused(empty(), forged(small, lambda body: body.replace(old, new)))
    assert imported(empty(), forged(small, lambda body: body))


async def test_seeds_that_do_not_lead_to_the_commitment_are_refused(small, empty):
    kept = json.loads(small[2])
    for seeds in (["00" * 32], [], kept["session"]["seeds"] * 2):
        kept["session"]["seeds"] = seeds
        line = json.dumps(kept, separators=(",", ":")).encode() + b"\n"
        assert "line 3: session" in refused(empty(), ended([*small[:2], line, *small[3:]]))


async def test_a_later_fault_leaves_nothing_of_what_came_before(content, empty, monkeypatch):
    monkeypatch.setattr(restore, "AT_ONCE", 10)
    whole = lines_of(content)
    last = max(n for n, line in enumerate(whole) if line.startswith(b'{"seq"'))
    why = refused(empty(), ended([*whole[:last], whole[last].replace(b"body", b"bodx"), *whole[last + 1 : -1]]))
    assert why == f"line {last + 1}: this is not an event"
    assert refused(empty(), b"".join(whole[:-2]) + whole[-1]).startswith(f"line {len(whole) - 1}: ")


async def test_memory_holds_some_sessions_only(instance, content, empty, monkeypatch):
    held = []

    class Watched(restore.BatchTransaction):
        def accept(self, rows):
            held.append(len(rows.events))
            super().accept(rows)

    monkeypatch.setattr(restore, "BatchTransaction", Watched)
    monkeypatch.setattr(restore, "AT_ONCE", 40)
    imported(empty(), content)
    logs = Counter(row["session_id"] for row in rows(instance.url)["events"])
    assert sum(held) == sum(logs.values())
    assert max(held) < 40 + max(logs.values()) < sum(held)


async def test_what_is_here_already_is_refused_and_left_as_it_is(small, content, empty):
    url = empty()
    imported(url, ended(small))
    before = rows(url)
    key, session, *_ = small[1:]
    assert key.startswith(b'{"api_key"')
    assert session.startswith(b'{"session"')
    for lines, why in (
        (small, "line 2: API key .* is here already"),
        (small[:1] + small[2:], "line 2: session .* is here already"),
        (small[:1] + small[-1:], "line 3: something before this line is here already"),
    ):
        with pytest.raises(Refused, match=why):
            imported(url, ended(lines))
        assert rows(url) == before
    twice = [*small[:-1], *small[2:-1]]
    assert f"line {len(small)}: session" in refused(empty(), ended(twice))
    assert "there is no session" in refused(empty(), ended(small[:1] + small[-1:]))


async def test_the_command_line_moves_an_instance(instance, content, empty, tmp_path, monkeypatch, capsys):
    def run(url, *arguments):
        monkeypatch.setenv("UMPIRE_DATABASE_URL", url)
        status = main(list(arguments))
        return status, "".join(capsys.readouterr())

    amounts = f"{len(instance.sessions)} sessions, 3 API keys, 1 player and 5 idempotency keys"
    for name in ("all.ndjson", "all.ndjson.gz"):
        assert run(instance.url, "export", "--all", str(tmp_path / name)) == (
            0,
            f"exported {amounts} to {tmp_path / name}\n",
        )
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "all.ndjson").read_bytes() == content
    packed = (tmp_path / "all.ndjson.gz").read_bytes()
    assert gzip.decompress(packed) == content
    assert packed[3:8] == bytes(5), "neither a name nor a time"
    url = f"sqlite:///{tmp_path}/new.db"
    status, told = run(url, "import", str(tmp_path / "all.ndjson.gz"))
    assert (status, told) == (0, f"imported {amounts}\ncreated a new database: {url}\n")
    run(url, "export", "--all", str(tmp_path / "all.ndjson.gz"))
    assert (tmp_path / "all.ndjson.gz").read_bytes() == packed
    status, told = run(url, "import", str(tmp_path / "all.ndjson"))
    assert (status, "line 2: API key" in told) == (1, True)
    (tmp_path / "cut").write_bytes(packed[:1000])
    for name in ("cut", "absent"):
        assert run(empty(), "import", str(tmp_path / name))[0] == 2
    assert run(f"sqlite:///{tmp_path}/absent.db", "export", "--all")[0] == 2
    assert not (tmp_path / "absent.db").exists()


async def test_one_session_is_exported_to_be_verified(instance, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", instance.url)
    id, file = instance.alone["session_id"], tmp_path / "one.ndjson"
    assert main(["export", "--session", id, str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    async with serving(instance.url) as api:
        assert file.read_bytes() == (await api.get(f"/v1/sessions/{id}/events?format=ndjson")).content
    assert main(["export", "--session", "none", str(tmp_path / "none")]) == 1
    assert "no session none" in capsys.readouterr().err


def test_standard_input_and_output_do(instance, content, tmp_path, monkeypatch):
    out = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setenv("UMPIRE_DATABASE_URL", instance.url)
    assert main(["export", "--all"]) == 0
    assert out.buffer.getvalue() == content
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(gzip.compress(content)))))
    monkeypatch.setenv("UMPIRE_DATABASE_URL", f"sqlite:///{tmp_path}/new.db")
    assert main(["import", "-"]) == 0
    assert exported(f"sqlite:///{tmp_path}/new.db") == content


@pytest.mark.skipif(os.name != "posix", reason="asks how a file was opened")
def test_a_file_is_written_out_by_a_handle_that_may_write(tmp_path, monkeypatch):
    """Windows refuses another one, so that no command could write a file there."""
    import fcntl

    from app.files import write_lines

    def as_on_windows(number):
        if stat.S_ISREG(os.fstat(number).st_mode) and not fcntl.fcntl(number, fcntl.F_GETFL) & os.O_RDWR:
            raise OSError(errno.EBADF, "Bad file descriptor")

    monkeypatch.setattr("app.files.os.fsync", as_on_windows)
    write_lines([b"a line\n"], str(tmp_path / "file"))
    assert (tmp_path / "file").read_bytes() == b"a line\n"


def test_an_export_that_fails_leaves_the_file_that_was_there(tmp_path):
    from app.files import write_lines

    def broken():
        yield b"some\n"
        raise OSError("the disk is full")

    for name in ("all.ndjson", "all.ndjson.gz"):
        (tmp_path / name).write_bytes(b"before")
        with pytest.raises(OSError, match="full"):
            write_lines(broken(), str(tmp_path / name))
        assert (tmp_path / name).read_bytes() == b"before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.ndjson", "all.ndjson.gz"]


async def test_an_export_reads_one_moment(sqlite_api, empty):
    action = (await sqlite_api.attack()).json()
    lines = dump_instance(sqlite_api.app.state.context.database)
    before = [next(lines) for _ in range(2)]
    await sqlite_api.post(path_of(action) + "/void", {}, action["tokens"]["host"])
    await sqlite_api.attack()
    assert imported(empty(), b"".join([*before, *lines]))["session"] == 1


def test_every_column_is_one_that_moves():
    """Who adds a column tells `rebuilding` where it comes from, or keeps it in the line of the session."""
    counts = {name: len(table.columns) for name, table in tables.metadata.tables.items()}
    assert counts.pop("oldest_programs"), "it tells of the schema, and is written where that is made"
    assert counts.pop("claims"), "links that hand a seat over end where an instance moves"
    for name in ("webhooks", "webhook_outbox", "webhook_messages", "webhook_lease"):
        assert counts.pop(name), "webhooks are made anew where an instance moves: their secrets do not leave it"
    assert counts.pop("player_claims"), "and so do those of players"
    assert counts.pop("secrets"), "each database has its own, and what they key does not move"
    assert counts.pop("served"), "and a clock that says how long it was served"
    assert counts.pop("stream_tickets"), "and tickets, of which there is soon a new one"
    assert counts == {
        "sessions": 40,
        "seats": 8,
        "actions": 23,
        "events": 6,
        "private_parts": 8,
        "seeds": 4,
        "rolls": 15,
        "casualties": 15,
        "idempotency_keys": 7,
        "api_keys": 6,
        "players": 4,
        "player_tokens": 3,
    }
