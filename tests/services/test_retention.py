"""What an operator takes away is gone with everything that belongs to it, and nothing else is."""

import pytest
import sqlalchemy as sa

from app.cli import main
from app.persistence.connecting.database import open_database
from app.persistence.queries import retention
from app.persistence.stored import tables
from app.services.autoplay import due
from tests.client import PHYSICAL, path_of
from tests.conftest import serving

pytestmark = pytest.mark.anyio
KEY = "a-key-of-an-attack-that-goes"
LATER = "2126-01-01T00:00:00.000Z"
UNTOUCHED = "0 open sessions from before 2026-01-25T00:00:00.000Z "


@pytest.fixture
def run(database_url, monkeypatch, capsys):
    """Run a command on the database: its status, and what it says."""

    def run(*arguments, days="30", abandoned="36500", **environment):
        monkeypatch.setenv("UMPIRE_DATABASE_URL", database_url)
        monkeypatch.setenv("UMPIRE_LOG_LEVEL", "warning")  # nor what the client of the test logs
        monkeypatch.setenv("UMPIRE_KEEP_ABANDONED_DAYS", abandoned)
        if days is not None:
            monkeypatch.setenv("UMPIRE_KEEP_SINGLE_DAYS", days)
        status = main(list(arguments))
        return status, "".join(capsys.readouterr())

    return run


@pytest.fixture
def later(monkeypatch):
    """A hundred years later."""
    monkeypatch.setattr("app.services.instance.retention.now", lambda: LATER)


def sessions_in(url):
    """The ids that stand in each table."""
    database, found = open_database(url), {}
    with database.reader.connect() as connection:
        for table in (tables.sessions, *retention.BELONGING):
            id = table.c.id if table is tables.sessions else table.c.session_id
            found[table.name] = set(connection.execute(sa.select(id)).scalars())
    database.dispose()
    return found


def aged(url, id, day, **done):
    """Let a session and its actions have been opened on a day, and these have been done on another."""
    database = open_database(url)
    at = {name: f"{when}T00:00:00.000Z" for name, when in {"created_at": day, **done}.items()}
    with database.writer.begin() as connection:
        opened = sa.update(tables.sessions).where(tables.sessions.c.id == id)
        connection.execute(opened.values(created_at=at["created_at"]))
        connection.execute(sa.update(tables.actions).where(tables.actions.c.session_id == id).values(at))
    database.dispose()


def test_every_table_with_a_session_is_one_that_is_pruned():
    having = {table for table in tables.metadata.tables.values() if "session_id" in table.c}
    assert having == set(retention.BELONGING)


async def test_old_attacks_of_their_own_go_with_all_that_belongs_to_them(database_url, run, later):
    async with serving(database_url) as api:
        seated = {"seats": {"attacker": 1}}
        single = (await api.attack(key=KEY)).json()
        waiting = (await api.attack(dice=PHYSICAL)).json()
        void = (await api.attack()).json()
        await api.post(path_of(void) + "/void", {}, void["tokens"]["host"])
        series = await api.open(seats=[{"name": "Anton"}, {"name": "Beatrix"}])
        token = series["tokens"]["host"]
        kept = (await api.attack(token=token, session_id=series["id"], key=f"{KEY}-2", **seated)).json()
        assert kept["status"] == "resolved"
        before = sessions_in(database_url)
        assert all(single["session_id"] in before[name] for name in ("events", "rolls", "seeds", "idempotency_keys"))

        assert run("prune", "--dry-run") == (
            0,
            "3 single attacks from before 2125-12-02T00:00:00.000Z would be deleted\n"
            + UNTOUCHED
            + "would be deleted\n",
        )
        assert sessions_in(database_url) == before
        assert run("prune") == (
            0,
            "3 single attacks from before 2125-12-02T00:00:00.000Z deleted\n" + UNTOUCHED + "deleted\n",
        )
        gone = {action["session_id"] for action in (single, waiting, void)}
        assert sessions_in(database_url) == {name: ids - gone for name, ids in before.items()}
        assert run("prune")[1].startswith("0 single attacks")

        for action in (single, waiting, void):
            assert (await api.get(path_of(action))).status_code == 404
        assert (await api.attack(key=KEY)).status_code == 201
        for path in ("/v1/actions?kind=single", "/v1/rolls", "/v1/casualties", "/v1/actions/luck", "/v1/sessions"):
            assert (await api.get(path)).status_code == 200
        verification = (await api.get(f"/v1/sessions/{series['id']}/verification")).json()
        assert (verification["result"], verification["chain"]["ok"]) == ("identical", True)


async def test_what_is_younger_or_was_resolved_since_stays(database_url, run, monkeypatch):
    monkeypatch.setattr("app.services.instance.retention.AT_ONCE", 2)
    async with serving(database_url) as api:
        opened = [(await api.attack(dice=PHYSICAL)).json() for _ in range(7)]
        answered = opened[0]
        for action in opened[:6]:
            aged(database_url, action["session_id"], "2020-01-01")
        for faces in ([2, 2, 5, 5], [1, 1, 2, 4, 6]):
            seen = {"seen": (await api.get(path_of(answered))).json()["pending"]["seen"], "faces": faces}
            done = await api.post(path_of(answered) + "/answers", seen, answered["tokens"]["host"])
        assert done.json()["status"] == "resolved"
        assert run("prune")[1].startswith("5 single attacks")
        there = [(await api.get(path_of(action))).status_code for action in opened]
        assert there == [200, 404, 404, 404, 404, 404, 200]


async def test_what_is_open_and_was_left_alone_goes_and_what_is_closed_or_was_played_since_stays(database_url, run):
    async with serving(database_url) as api:
        left, closed, played, young = [await api.open() for _ in range(4)]
        assert {one["keep_days"] for one in (left, closed, played, young)} == {365}
        for one in (left, closed, played):
            await api.attack(token=one["tokens"]["host"], session_id=one["id"])
        await api.post(f"/v1/sessions/{closed['id']}/close", {}, closed["tokens"]["host"])
        for one in (left, closed):
            aged(database_url, one["id"], "2020-01-01", resolved_at="2020-01-02")
        aged(database_url, played["id"], "2020-01-01")
        told = run("prune", abandoned="365")[1]
        assert "1 open session from before" in told
        there = [(await api.get(f"/v1/sessions/{one['id']}")).status_code for one in (left, closed, played, young)]
        assert there == [404, 200, 200, 200]


@pytest.mark.parametrize("days", [None, ""])
def test_without_an_age_attacks_of_their_own_are_kept(database_url, run, later, days):
    status, told = run("prune", days=days)
    assert (status, "UMPIRE_KEEP_SINGLE_DAYS is not set, so no single attacks are deleted" in told) == (0, True)


@pytest.mark.parametrize("days", ["0", "-1", "soon", "99999999"])
def test_an_age_is_a_number_of_days(database_url, run, days):
    assert run("prune", days=days)[0] == 2


async def test_a_hidden_session_is_read_by_its_id_and_listed_for_nobody_else(database_url, run):
    async with serving(database_url) as api:
        session = await api.open()
        token = session["tokens"]["host"]
        await api.attack(token=token, session_id=session["id"])
        lists = [f"/v1/{name}?session_id={session['id']}" for name in ("actions", "rolls")] + ["/v1/sessions"]
        for path in lists:
            assert (await api.get(path)).json()["items"]
        assert run("hide", "--session", session["id"]) == (0, f"session {session['id']} is unlisted\n")
        for path in lists:
            assert not (await api.get(path)).json()["items"]
            assert (await api.get(path, token)).json()["items"]
        assert (await api.get(f"/v1/sessions/{session['id']}")).json()["visibility"] == "unlisted"
        assert (await api.attack(token=token, session_id=session["id"])).status_code == 201
        assert not (await api.get("/v1/sessions")).json()["items"]


async def test_a_private_session_stays_private(database_url, run):
    async with serving(database_url) as api:
        session = await api.open(visibility="private")
        assert run("hide", "--session", session["id"]) == (0, f"session {session['id']} is private\n")


def test_a_session_that_is_not_there_cannot_be_hidden(database_url, run):
    assert run("hide", "--session", "none") == (1, "no session none\n")


async def test_a_game_without_people_is_listed_until_the_operator_ends_it(database_url, run, monkeypatch):
    monkeypatch.setattr(due, "MOVES", 1)  # so far the service plays by itself
    path = "/v1/rulesets/storm-over-stalingrad"
    async with serving(database_url) as api:
        setup = next(iter((await api.get(path)).json()["game"]["setups"].values()))
        seats = [{"name": "Anton"}, {"name": "Beatrix"}]
        opening = {"kind": "game", "seats": seats, "setup": setup}
        alone, played, other = [
            (await api.post(f"{path}/sessions", {**opening, "policies": dict.fromkeys(played, "best")})).json()["id"]
            for played in (("1", "2"), ("2",), ())
        ]
        status, told = run("sessions")
        assert status == 0
        assert [line.split()[0] for line in told.splitlines()[:-1]] == [alone, played]
        assert ["nobody has a seat" in line for line in told.splitlines()[:-1]] == [True, False]
        assert run("sessions", "--end", alone) == (0, f"session {alone} is closed\n")
        assert alone not in run("sessions")[1]
        assert run("sessions", "--end", alone) == (1, f"session {alone} was already closed\n")
        assert (await api.get(f"/v1/sessions/{alone}")).json()["status"] == "closed"
        assert (await api.get(f"/v1/sessions/{alone}/verification")).json()["result"] == "identical"
        assert {(await api.get(f"/v1/sessions/{id}")).json()["status"] for id in (played, other)} == {"open"}
    assert run("sessions", "--end", "none") == (1, "no session none\n")


@pytest.mark.parametrize("command", [["prune"], ["hide", "--session", "none"]])
def test_no_file_is_made(tmp_path, monkeypatch, capsys, command):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", f"sqlite:///{tmp_path}/absent.db")
    monkeypatch.setenv("UMPIRE_KEEP_SINGLE_DAYS", "30")
    assert main(command) == 2
    assert f"there is no database {tmp_path}/absent.db" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
