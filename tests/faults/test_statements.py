"""A failure at any statement of a request, or behind its commit: nothing half done, and a retry does it once."""

import shutil
import uuid
from contextlib import contextmanager
from itertools import count

import pytest
import sqlalchemy as sa

from app.persistence.stored.tables import metadata
from tests import postgres
from tests.client import ATTACKS, PHYSICAL, SEED, SEED_FACES, path_of
from tests.conftest import looking_for_nothing, serving
from tests.faults.load import check_busy

pytestmark = pytest.mark.anyio
OPEN_FORCES = "/v1/rulesets/open-forces"
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]


async def attack_alone(api):
    return ATTACKS, {"situation": SEED}, None


async def attack_in_a_series(api):
    session = await api.open()
    return ATTACKS, {"situation": SEED, "session_id": session["id"], "reference": "a"}, session["tokens"]["host"]


async def attack_in_place_of_another(api):
    path, body, token = await attack_in_a_series(api)
    await api.post(path, body, token)
    return path, {**body, "reference": "b", "replaces": 1}, token


async def answer(api):
    action = (await api.attack(dice=PHYSICAL)).json()
    body = {"seen": action["pending"]["seen"], "faces": SEED_FACES[0]}
    return path_of(action) + "/answers", body, action["tokens"]["host"]


async def last_answer(api):
    path, body, token = await answer(api)
    action = (await api.post(path, body, token)).json()
    return path, {"seen": action["pending"]["seen"], "faces": SEED_FACES[1]}, token


async def voiding(api):
    action = (await api.attack()).json()
    return path_of(action) + "/void", {}, action["tokens"]["host"]


async def opening(api):
    return f"{OPEN_FORCES}/sessions", {"kind": "series", "seats": TWO}, None


async def closing(api):
    _, body, token = await attack_in_a_series(api)
    return f"/v1/sessions/{body['session_id']}/close", {}, token


async def renewal_of_a_token(api):
    session = await api.open(seats=TWO)
    return f"/v1/sessions/{session['id']}/seats/1/token", {}, session["tokens"]["host"]


async def opening_of_a_game(api):
    setup = (await api.get(OPEN_FORCES)).json()["game"]["setups"]["sample"]
    return f"{OPEN_FORCES}/sessions", {"kind": "game", "seats": TWO, "setup": setup}, None


async def move(api):
    path, body, _ = await opening_of_a_game(api)
    session = (await api.post(path, body)).json()
    (asked,) = (await api.get(f"/v1/sessions/{session['id']}/questions")).json()["items"]
    body = {"seen": asked["seen"], "move": asked["choices"][0]["choice"]}
    return f"{path}/{session['id']}/actions", body, session["tokens"]["host"]


REQUESTS = [
    attack_alone,
    attack_in_a_series,
    attack_in_place_of_another,
    answer,
    last_answer,
    voiding,
    opening,
    closing,
    renewal_of_a_token,
    opening_of_a_game,
    move,
]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
async def api(request, tmp_path_factory, sqlite_template):
    """One service for all: nothing here depends on what others have left."""
    if request.param == "sqlite":
        file = shutil.copy(sqlite_template, tmp_path_factory.mktemp("statements") / "umpire.db")
        url = f"sqlite:///{file}"
    else:
        template, server = request.getfixturevalue("postgres_template"), request.getfixturevalue("postgres_server")
        url = postgres.create_database(server, f"t{uuid.uuid4().hex}", template)
    with looking_for_nothing():
        async with serving(url) as client:
            yield client


@pytest.fixture(scope="module")
def database(api):
    return api.app.state.context.database


@pytest.mark.parametrize("prepared", REQUESTS)
async def test_a_failure_at_any_statement_changes_nothing_and_a_retry_works(api, database, prepared):
    path, body, token = await prepared(api)
    key = {"Idempotency-Key": uuid.uuid4().hex}
    before = stored(database)
    for n in count(1):
        with failing(database, n) as failed:
            response = await api.post(path, body, token, **key)
        if not failed:
            break
        check_busy(response)
        assert stored(database) == before
    assert response.status_code in (200, 201)
    assert stored(database) != before
    assert n > 4


@pytest.mark.parametrize("prepared", REQUESTS)
async def test_what_was_done_before_its_answer_was_lost_is_answered_again_and_not_done_again(api, database, prepared):
    path, body, token = await prepared(api)
    key = {"Idempotency-Key": uuid.uuid4().hex}
    before = stored(database)
    with losing_the_commit(database):
        check_busy(await api.post(path, body, token, **key))
    done = stored(database)
    first, second = [await api.post(path, body, token, **key) for _ in range(2)]
    assert (first.status_code, first.json()) == (200, second.json())
    assert before != done == stored(database)


def stored(database):
    """Every row there is."""
    with database.reader.connect() as connection:
        return {name: connection.exec_driver_sql(f"SELECT * FROM {name}").fetchall() for name in metadata.tables}


@contextmanager
def failing(database, n):
    """The n-th statement, or the commit if it is that, finds no connection on PostgreSQL, no disk on SQLite."""
    statements, failed = count(1), []

    def fail(connection, *_statement):
        if next(statements) != n:
            return
        failed.append(n)
        if database.is_sqlite:
            raise sa.exc.OperationalError("statement", {}, Exception("disk I/O error"))
        connection.connection.dbapi_connection.close()

    events = [(database.reader, "before_cursor_execute"), (database.writer, "before_cursor_execute")]
    events.append((database.writer, "commit"))
    for engine, event in events:
        sa.event.listen(engine, event, fail)
    yield failed
    for engine, event in events:
        sa.event.remove(engine, event, fail)


@contextmanager
def losing_the_commit(database):
    """The database commits, but the service does not hear of it."""
    dialect = database.writer.dialect
    commit = dialect.do_commit

    def lose(connection):
        commit(connection)
        if not database.is_sqlite:
            connection.close()
        raise dialect.loaded_dbapi.OperationalError("the connection is lost")

    dialect.do_commit = lose
    yield
    dialect.do_commit = commit
