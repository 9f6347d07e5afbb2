"""Record logs that every checker has to accept: `python -m tests.record_logs`, once after a change of what is logged.

With names, such as `python -m tests.record_logs x-wing-duel-finished`, only these are written.

They are sessions of every kind as the service logs them now, each a file of `tests/vectors/logs/`. Beside them
stand those of earlier releases in `tests/golden/exports/`; what no checker accepts is made from both in tests/logs.py.
"""

import asyncio
import gzip
import shutil
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from app.api.work import autoplay
from app.persistence.connecting.database import open_database
from app.persistence.connecting.migrate import migrate
from app.services.log.export import export_session
from tests.api.test_x_wing_game import go_on, questions
from tests.api.test_x_wing_game import open_game as open_engagement
from tests.client import SEED
from tests.conftest import moved_clock, serving
from tests.services.test_moving import TWO, filled
from tests.waiting import until

FOLDER = Path(__file__).parent / "vectors" / "logs"
FINISHED = {
    "open-forces": ("sample",),
    "castle-rampage": ("sealed", "whole-sample"),
    "storm-over-stalingrad": ("sample", "sample-with-cards"),
}
"""The setups of games that the service plays to their ends."""


async def finished(api):
    """Games that the service has played for both seats."""
    found = {}
    for slug, names in FINISHED.items():
        path = f"/v1/rulesets/{slug}"
        setups = (await api.get(path)).json()["game"]["setups"]
        for name in names:
            body = {"kind": "game", "setup": setups[name], "seats": TWO}
            body["policies"] = {"1": "first-legal", "2": "first-legal"}
            id = (await api.post(f"{path}/sessions", body)).json()["id"]

            async def is_over(id=id):
                return (await api.get(f"/v1/sessions/{id}")).json()["status"] == "closed"

            await until(is_over)
            found[f"{slug}-{name}-finished"] = id
    return found


async def in_hand(api):
    """A game with a slip that its seat has taken back, and one of X-Wing that waits."""
    found = {}
    for slug, name, more in (("open-forces", "sample", {"take_back": "free"}), ("x-wing", "ships", {})):
        path = f"/v1/rulesets/{slug}"
        setup = (await api.get(path)).json()["game"]["setups"][name]
        session = (await api.post(f"{path}/sessions", {"kind": "game", "setup": setup, "seats": TWO, **more})).json()
        found[f"{slug}-{name}-open"] = session["id"]
        (asked, *_) = (await api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]
        token = session["tokens"]["seats"][str(asked["seat"])]
        move = {"seen": asked["seen"], "move": asked["choices"][0]["choice"]}
        moved = (await api.post(f"{path}/sessions/{session['id']}/actions", move, token)).json()
        if more:
            await api.post(f"/v1/sessions/{session['id']}/actions/{moved['number']}/void", {}, token)
    return found


async def duel(api):
    """A game of X-Wing that two players have fought to its end."""
    squads = [{"xws": {"pilots": [{"id": id, "ship": ship}]}} for id, ship in DUEL]
    session = (await open_engagement(api, squads)).json()
    chance = Random(1)
    while asked := await questions(api, session):
        answered = await go_on(api, session, asked[0], chance)
        assert answered.status_code in (200, 201), answered.text
    return {"x-wing-duel-finished": session["id"]}


async def answered(api, session):
    """Answer what a session asks, each seat for itself, until it asks nothing."""
    while asked := [one for one in await questions(api, session) if one["action"]]:
        token, path = session["tokens"]["seats"][str(asked[0]["seat"])], asked[0]["answer"]["path"]
        sent = await api.post(path, {"seen": asked[0]["seen"], "pick": 0}, token)
        assert sent.status_code == 200, sent.text


async def without_host(api, clock):
    """Series of two seats that close them together: in one an attack was replaced, in the other a deadline passed."""
    found = {}
    for name, more in (("agreed", {}), ("late", {"deadline": {"seconds": 60, "policy": "default"}})):
        options = {"surplus_dice": "owner-choice"}
        session = await api.open(host=False, seats=TWO, options=options, **more)
        one, two = session["tokens"]["seats"].values()
        sent = {"session_id": session["id"], "seats": {"attacker": 1, "defender": 2}}
        await api.attack(token=one, **sent)
        if more:
            clock.move(seconds=120)
            await until(lambda session=session: nothing_waits(api, session))
        else:
            await answered(api, session)
            for token in (one, two):
                await api.attack({**SEED, "cover": []}, token=token, replaces=1, **sent)
            await answered(api, session)
        for token in (one, two):
            closed = await api.post(f"/v1/sessions/{session['id']}/close", {"result": {"winner": 1}}, token)
        assert closed.json()["status"] == "closed", closed.text
        found[f"series-{name}-closed"] = session["id"]
    return found


async def nothing_waits(api, session):
    return not await questions(api, session)


async def flagged(api, clock):
    """A game in which the service moves for a player whose time is over."""
    path = "/v1/rulesets/open-forces"
    setup = (await api.get(path)).json()["game"]["setups"]["sample"]
    body = {
        "kind": "game",
        "host": False,
        "seats": TWO,
        "setup": setup,
        "clock": {"seconds": 60, "flag": "first-legal"},
    }
    session = (await api.post(f"{path}/sessions", body)).json()
    seats = session["tokens"]["seats"]
    for token in seats.values():
        await api.post(f"/v1/sessions/{session['id']}/clock", {"running": False}, token)
    for token in seats.values():
        await api.post(f"/v1/sessions/{session['id']}/clock", {"running": True}, token)

    async def has_moved():
        clock.move(seconds=40)
        return (await api.get(f"/v1/sessions/{session['id']}")).json()["actions"]["resolved"] > 4

    await until(has_moved)
    return {"open-forces-sample-flagged": session["id"]}


DUEL = (("wedgeantilles", "t65xwing"), ("maulermithel", "tielnfighter"))


async def record(url, patch):
    """The exports of all sessions, by name."""
    one = await filled(url, patch)
    async with serving(url) as api:
        found = {**await finished(api), **await in_hand(api), **await duel(api)}
        clock = moved_clock(patch)
        found |= {**await without_host(api, clock), **await flagged(api, clock)}
    found |= {f"session-{n:02}": session["id"] for n, session in enumerate(one.sessions, 1)}
    database = open_database(url)
    exports = {name: b"".join(export_session(database.reader, id)) for name, id in found.items()}
    database.dispose()
    return exports


def main():
    """Record them anew."""
    if not (names := sys.argv[1:]):
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir()
    with TemporaryDirectory() as scratch, pytest.MonkeyPatch.context() as patch:
        patch.setattr(autoplay, "ROUND", 0.05)
        file = Path(scratch) / "umpire.db"
        file.touch(0o600)
        database = open_database(url := f"sqlite:///{file}")
        migrate(database)
        database.dispose()
        for name, export in asyncio.run(record(url, patch)).items():
            if name in (names or (name,)):
                (FOLDER / f"{name}.ndjson.gz").write_bytes(gzip.compress(export, mtime=0))


if __name__ == "__main__":
    main()
