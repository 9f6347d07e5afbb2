"""Many attacks in one request: each counts by itself, or all together; and a single retry finds each of them."""

import asyncio
import json

import pytest
from pydantic import TypeAdapter

from app.api.routes.many_attacks import AttackReader
from tests.client import ATTACKS, PHYSICAL, SEED, SEED_FACES, path_of
from tests.conftest import serving

pytestmark = pytest.mark.anyio
BATCH = f"{ATTACKS}/batch"
KEYS = [f"0123456789abcdef-{n}" for n in range(64)]
WRONG = {"situation": {**SEED, "distance": -1}}


async def sent(api, attacks, token=None, status=200, headers=None, **rest):
    answer = await api.post(BATCH, {"attacks": attacks, **rest}, token, **(headers or {}))
    assert answer.status_code == status, answer.text
    return answer.json()


async def test_many_wrong_attacks_do_not_make_the_schema_again_and_again(sqlite_api, monkeypatch):
    made, make = [], TypeAdapter.json_schema
    monkeypatch.setattr(TypeAdapter, "json_schema", lambda self, **how: made.append(1) or make(self, **how))
    items = (await sent(sqlite_api, [{"situation": {**SEED, "attak": 1}}] * 64))["items"]
    assert [item["problem"]["errors"][0]["pointer"] for item in items] == ["/situation/attak"] * 64
    assert len(made) <= 1


async def test_others_have_their_turn_between_many_attacks(sqlite_api, monkeypatch):
    turns, seen, read = [0], [], AttackReader.part

    async def others():
        while True:
            turns[0] += 1
            await asyncio.sleep(0)

    def part(self, *how):
        seen.append(turns[0])
        return read(self, *how)

    monkeypatch.setattr(AttackReader, "part", part)
    beside = asyncio.create_task(others())
    await sent(sqlite_api, [{"situation": {}}] * 64)
    beside.cancel()
    assert len(set(seen)) == 64


async def test_each_attack_is_answered_in_its_place(api):
    series, other = await api.open(), await api.open()
    host = series["tokens"]["host"]
    attacks = [
        {"situation": SEED, "session_id": series["id"], "reference": "first"},
        WRONG,
        {"situation": SEED, "session_id": other["id"]},
        7,
        {"situation": SEED, "session_id": series["id"], "reference": "first"},
        {"situation": SEED, "session_id": series["id"], "key": "short"},
        {"situation": SEED, "session_id": series["id"], "policies": {"attacker": "ask"}, "options": {}},
    ]
    items = (await sent(api, attacks, host))["items"]
    assert [item["status"] for item in items] == [201, 422, 401, 422, 409, 422, 201]
    assert [item["problem"]["code"] for item in items if "problem" in item] == [
        "invalid-request",
        "token-invalid",
        "invalid-request",
        "reference-taken",
        "invalid-request",
    ]
    assert items[1]["problem"]["errors"][0]["pointer"] == "/situation/distance"
    assert items[5]["problem"]["errors"][0]["pointer"] == "/key"
    assert [items[n]["action"]["number"] for n in (0, 6)] == [1, 2]
    for n in (0, 6):
        stored = await api.get(path_of(items[n]["action"]))
        assert stored.json() == items[n]["action"]


async def test_attacks_of_their_own_come_with_their_tokens(api):
    answer = await api.post(BATCH, {"attacks": [{"situation": SEED}, {"situation": SEED, "dice": PHYSICAL}]})
    first, second = (item["action"] for item in answer.json()["items"])
    assert answer.headers["cache-control"] == "no-store"
    assert first["session_id"] != second["session_id"]
    assert second["pending"]["kind"] == "roll"
    answered = await api.answer(second, second["tokens"]["host"], faces=SEED_FACES[0])
    assert answered.status_code == 200


async def test_a_retry_finds_what_the_key_has_made_alone_and_among_others(api):
    series = await api.open()
    host = series["tokens"]["host"]
    one = {"situation": SEED, "session_id": series["id"], "reference": "Größe"}
    alone = (await api.post(ATTACKS, one, host, **{"Idempotency-Key": KEYS[0]})).json()
    other = {"situation": SEED, "session_id": series["id"]}
    first = (await sent(api, [{**one, "key": KEYS[0]}, {**other, "key": KEYS[1]}], host))["items"]
    assert [(item["status"], item["action"]["number"]) for item in first] == [(200, 1), (201, 2)]
    assert first[0]["action"] == alone
    spaced = json.dumps(other, indent=1).encode()
    again = await api.post(ATTACKS, spaced, host, **{"Idempotency-Key": KEYS[1]})
    assert (again.status_code, again.json()["number"]) == (200, 2)
    within = await api.post(ATTACKS, {**other, "key": KEYS[1]}, host, **{"Idempotency-Key": KEYS[0]})
    assert (within.status_code, within.json()["number"]) == (200, 2)
    short = await api.post(ATTACKS, {**other, "key": "short"}, host)
    assert (short.status_code, short.json()["errors"][0]["pointer"]) == (422, "/key")
    changed = await sent(api, [{**other, "reference": "x", "key": KEYS[1]}], host)
    assert changed["items"][0]["problem"]["code"] == "idempotency-key-reused"


@pytest.mark.parametrize("key", [12345678901234567890123456, 1234567890123456.7, True, ["0123456789abcdef"], {}])
async def test_a_key_that_is_no_text_is_refused_at_its_place(api, key):
    series = await api.open()
    host = series["tokens"]["host"]
    attack = {"situation": SEED, "session_id": series["id"], "key": key}
    (item,) = (await sent(api, [attack], host))["items"]
    problem = item["problem"]
    assert (item["status"], problem["code"], problem["errors"][0]["pointer"]) == (422, "invalid-request", "/key")
    whole = await api.post(BATCH, {"attacks": [attack], "all_or_nothing": True}, host)
    assert (whole.status_code, whole.json()["errors"][0]["pointer"]) == (422, "/attacks/0/key")


async def test_the_key_of_the_header_serves_attacks_without_one(api):
    series = await api.open()
    attacks = [{"situation": SEED, "session_id": series["id"]}] * 3
    for status in (201, 200):
        items = await sent(api, attacks, series["tokens"]["host"], headers={"Idempotency-Key": KEYS[0]})
        assert [(item["status"], item["action"]["number"]) for item in items["items"]] == [
            (status, number) for number in (1, 2, 3)
        ]


@pytest.mark.parametrize(
    ("second", "code", "pointer"),
    [
        (WRONG, "invalid-request", "/attacks/1/situation/distance"),
        ({"situation": SEED, "reference": "same"}, "reference-taken", "/attacks/1/reference"),
        ({"situation": {**SEED, "distance": 99}}, "illegal-situation", "/attacks/1/situation/distance"),
        ({"situation": SEED, "policies": {"attacker": "nobody"}}, "unknown-policy", "/attacks/1/policies/attacker"),
        ({"situation": SEED, "session_id": None}, "invalid-request", "/attacks/1/session_id"),
        ({"situation": SEED, "key": "short"}, "invalid-request", "/attacks/1/key"),
    ],
)
async def test_all_or_nothing_writes_nothing_where_one_is_refused(api, second, code, pointer):
    series = await api.open()
    rangy = {**SEED, "attacker": {"units": 5, "mode": {"atk": 1, "rng": 30}}}
    first = {"situation": SEED, "session_id": series["id"], "reference": "same", "key": KEYS[0]}
    if second.get("situation", {}).get("distance") == 99:
        second = {"situation": {**rangy, "distance": 99}}
    second = {"session_id": series["id"], **second}
    before = await api.count("events")
    answer = await api.post(BATCH, {"attacks": [first, second], "all_or_nothing": True}, series["tokens"]["host"])
    assert 400 <= answer.status_code < 500
    problem = answer.json()
    assert (problem["code"], problem["errors"][0]["pointer"]) == (code, pointer)
    assert await api.count("events") == before
    assert await api.count("idempotency_keys") == 0
    again = await api.post(ATTACKS, {k: v for k, v in first.items() if k != "key"}, series["tokens"]["host"])
    assert (again.status_code, again.json()["number"]) == (201, 1)


async def test_all_or_nothing_resolves_all_in_one_commit_once(api):
    series = await api.open()
    host = series["tokens"]["host"]
    attacks = [
        {"situation": SEED, "session_id": series["id"], "key": KEYS[0]},
        {"situation": SEED, "session_id": series["id"], "key": KEYS[1], "policies": {"attacker": "ask"}},
        {"situation": SEED, "session_id": series["id"], "key": KEYS[2]},
    ]
    for status in (201, 200):
        items = (await sent(api, attacks, host, all_or_nothing=True))["items"]
        assert [(item["status"], item["action"]["number"]) for item in items] == [(status, n) for n in (1, 2, 3)]
    report = (await api.get(f"/v1/sessions/{series['id']}/verification")).json()
    assert (report["result"], report["chain"]["ok"]) == ("identical", True)


async def test_an_attack_that_waits_holds_back_the_seeds_of_those_after_it(api):
    series = await api.open(options={"surplus_dice": "owner-choice"})
    host = series["tokens"]["host"]
    asking = {"situation": SEED, "session_id": series["id"], "policies": {"attacker": "ask", "defender": "ask"}}
    plain = {"situation": SEED, "session_id": series["id"]}
    items = (await sent(api, [plain, asking, plain], host, all_or_nothing=True))["items"]
    first, waiting, last = (item["action"] for item in items)
    assert (first["fairness"]["seed"] is not None, waiting["status"]) == (True, "pending")
    assert (last["fairness"]["seed"], last["fairness"]["waits_for"]) == (None, 2)


async def test_as_many_as_allowed_and_not_more(sqlite_api):
    assert len((await sent(sqlite_api, [{"situation": SEED}] * 64))["items"]) == 64
    problem = await sent(sqlite_api, [{"situation": SEED}] * 65, status=422)
    assert problem["errors"][0]["pointer"] == "/attacks"
    assert (await sent(sqlite_api, [], status=422))["errors"][0]["pointer"] == "/attacks"
    large = {"situation": SEED, "reference": "x" * 200, "x": "y" * 15_000}
    items = (await sent(sqlite_api, [large] * 64))["items"]
    assert {item["problem"]["code"] for item in items} == {"invalid-request"}
    await sent(sqlite_api, [{**large, "x": "y" * 20_000}] * 64, status=413)


async def test_each_attack_counts_where_requests_are_limited(sqlite_url):
    async with serving(sqlite_url, rate_limit="5/day") as api:
        await sent(api, [{"situation": SEED}] * 6, status=429)
        await sent(api, [{"situation": SEED}] * 4)
        await sent(api, [{"situation": SEED}], status=429)


async def test_all_or_nothing_cannot_wait_for_the_assent_of_others(api):
    series = await api.open(seats=[{"name": "Anton"}, {"name": "Beatrix"}])
    host, one = series["tokens"]["host"], series["tokens"]["seats"]["1"]
    of_series = {"situation": SEED, "session_id": series["id"], "seats": {"attacker": 1}}
    assert (await api.post(ATTACKS, of_series, host)).status_code == 201
    before = await api.count("events")
    together = {"attacks": [of_series, {**of_series, "replaces": 1}], "all_or_nothing": True}
    refused = await api.post(BATCH, together, one)
    assert (refused.status_code, refused.json()["code"]) == (409, "needs-assent")
    assert refused.json()["errors"][0]["pointer"] == "/attacks/1/replaces"
    assert await api.count("events") == before
    assert (await api.post(BATCH, together, host)).status_code == 200


async def test_the_schema_is_made_once_for_all_that_are_wrong(sqlite_url, monkeypatch):
    made, schema_of = [], TypeAdapter.json_schema

    def counted(adapter, **options):
        made.append(adapter)
        return schema_of(adapter, **options)

    monkeypatch.setattr(TypeAdapter, "json_schema", counted)
    async with serving(sqlite_url, own_routes=True) as api:
        items = (await sent(api, [{"situation": {"attacker": {}}}] * 64))["items"]
    assert {item["status"] for item in items} == {422}
    assert len(made) == 1


async def test_each_attack_of_a_batch_has_the_size_of_one_that_is_sent_alone(sqlite_api):
    large = {"situation": {**SEED, "surplus": ["x" * 100] * 700}}
    alone = await sqlite_api.attack(large["situation"])
    answer = await sqlite_api.post(f"{ATTACKS}/batch", {"attacks": [large, {"situation": SEED}]})
    items = answer.json()["items"]
    assert (alone.status_code, alone.json()["code"]) == (413, "body-too-large")
    assert [item["status"] for item in items] == [413, 201]
    assert items[0]["problem"]["detail"] == alone.json()["detail"]
