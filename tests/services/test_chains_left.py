"""A chain that is left behind is proven too, whatever was kept open in it."""

import io

import pytest

from app.cli import main
from app.services.log.export import check_export
from app.services.rulebooks.installed import find_rulebooks
from tests.client import SEED, path_of

pytestmark = pytest.mark.anyio
LENGTH = 16
MANY = {**SEED, "attacker": {"units": 8, "mode": {"atk": 1}}}


async def kept_open(api, monkeypatch, attacks):
    """A series whose action 1 waits while others are resolved; with its token and action 1."""
    monkeypatch.setattr("app.domain.fairness.CHAIN_LENGTHS", (LENGTH, 1024))
    session = await api.open(options={"surplus_dice": "owner-choice"})
    token, id = session["tokens"]["host"], session["id"]
    waiting = (await api.attack(MANY, token, session_id=id, policies={"attacker": "ask"})).json()
    assert waiting["pending"]
    for _ in range(attacks):
        assert (await api.attack(SEED, token, session_id=id)).status_code == 201
    return id, token, waiting


async def answer(api, action, token):
    while action["pending"]:
        action = (await api.answer(action, token, choice=action["pending"]["choices"][0]["choice"])).json()


@pytest.mark.parametrize("attacks", [LENGTH - 1, LENGTH, 2 * LENGTH + 3])
async def test_the_last_seed_of_every_chain_that_is_left_is_revealed(sqlite_api, monkeypatch, attacks):
    id, token, waiting = await kept_open(sqlite_api, monkeypatch, attacks)
    await answer(sqlite_api, waiting, token)
    report = (await sqlite_api.get(f"/v1/sessions/{id}/verification")).json()
    assert (report["result"], report["dice"]) == ("identical", "proven")
    for number in (1, LENGTH, attacks + 1):
        action = path_of({"session_id": id, "number": number})
        assert (await sqlite_api.get(action)).json()["fairness"]["seed"]
        assert (await sqlite_api.get(action + "/verification")).json()["dice"] == "proven"


async def test_a_void_action_leaves_a_chain_behind_as_well(sqlite_api, monkeypatch):
    id, token, waiting = await kept_open(sqlite_api, monkeypatch, LENGTH + 2)
    assert (await sqlite_api.post(path_of(waiting) + "/void", {}, token)).json()["status"] == "void"
    report = (await sqlite_api.get(f"/v1/sessions/{id}/verification")).json()
    assert (report["result"], report["dice"]) == ("identical", "proven")


async def test_while_an_action_waits_nothing_is_missing(sqlite_api, monkeypatch):
    id, *_ = await kept_open(sqlite_api, monkeypatch, LENGTH + 2)
    log = (await sqlite_api.get(f"/v1/sessions/{id}/events?format=ndjson")).content
    holds, report = check_export(find_rulebooks(), io.BytesIO(log))
    assert (holds, report["dice"]) == (True, "not-yet-revealed")


async def test_a_proof_that_is_missing_after_everything_is_closed_is_told(sqlite_api, monkeypatch, tmp_path, capsys):
    """As a log of an earlier program lacks it: the seed that only the newest chain revealed."""
    monkeypatch.setattr("app.services.actions.write.places_revealed", lambda _session, _before, upto: [upto])
    id, token, waiting = await kept_open(sqlite_api, monkeypatch, LENGTH + 2)
    await answer(sqlite_api, waiting, token)
    report = (await sqlite_api.get(f"/v1/sessions/{id}/verification")).json()
    assert (report["result"], report["dice"]) == ("identical", "not-provable")
    file = tmp_path / "match.ndjson"
    file.write_bytes((await sqlite_api.get(f"/v1/sessions/{id}/events?format=ndjson")).content)
    assert main(["verify", str(file)]) == 1
    assert f"the seeds of actions 1 … {LENGTH} were never revealed" in capsys.readouterr().err
