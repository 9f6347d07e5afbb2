"""What everybody finds in lists: what is public, also after `umpire hide`, a migration, and beside older programs."""

from typing import get_type_hints

import pytest
import sqlalchemy as sa
from alembic import command

from app.cli import main
from app.persistence.connecting import migrate
from app.persistence.connecting.database import open_database
from app.persistence.queries import store
from app.persistence.queries.retention import LISTED
from app.services.events.shapes import CasualtyShown
from app.services.history import lists
from app.services.history.listed import CasualtyListed, RollListed
from tests.client import PHYSICAL, SEED_FACES
from tests.conftest import serving

pytestmark = pytest.mark.anyio
DICE = {**PHYSICAL, "faces": SEED_FACES}
LISTS = ("actions", "rolls", "casualties", "sessions")
BEFORE = "0006"
"""The last revision without `listed`."""


async def found(api, token=None):
    """The sessions that stand in each list."""
    answers = {name: await api.get(f"/v1/{name}?limit=200", token) for name in LISTS}
    pages = {name: answer.json()["items"] for name, answer in answers.items()}
    return {name: {row.get("session_id") or row["id"] for row in rows} for name, rows in pages.items()}


def everywhere(*sessions):
    return {name: set(sessions) for name in LISTS}


def said(url):
    """What the rows of each session say: whether lists show them."""
    database, said = open_database(url), set()
    with database.reader.connect() as connection:
        for table in LISTED:
            said |= {tuple(row) for row in connection.execute(sa.select(table.c.session_id, table.c.listed))}
    database.dispose()
    return said


async def attacked(api, **opening):
    """A session with an attack."""
    opened = await api.open(dice=PHYSICAL, **opening)
    await api.attack(token=opened["tokens"]["host"], session_id=opened["id"], dice=DICE)
    return opened


async def test_what_is_hidden_leaves_the_lists_for_all_but_its_own(database_url, monkeypatch):
    monkeypatch.setenv("UMPIRE_DATABASE_URL", database_url)
    async with serving(database_url) as api:
        hidden, other = await attacked(api), await attacked(api)
        assert await found(api) == everywhere(hidden["id"], other["id"])
        assert main(["hide", "--session", hidden["id"]]) == 0
        assert await found(api) == everywhere(other["id"])
        await api.attack(token=hidden["tokens"]["host"], session_id=hidden["id"], dice=DICE)
        assert said(database_url) == {(hidden["id"], False), (other["id"], True)}
        assert await found(api, hidden["tokens"]["host"]) == everywhere(hidden["id"], other["id"])


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
async def test_an_attack_of_its_own_is_listed_as_the_service_is_set_up(database_url, visibility):
    async with serving(database_url, default_visibility=visibility) as api:
        action = (await api.attack(dice=DICE)).json()
        own = everywhere(action["session_id"])
        assert await found(api) == (own if visibility == "public" else everywhere())
        assert await found(api, action["tokens"]["host"]) == own


def rows_of_an_older_program(url):
    """Take the rows back to what a program without `listed` writes."""
    database = open_database(url)
    with database.writer.begin() as connection:
        settings = migrate.config()
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    return database


async def test_no_attack_of_its_own_that_exists_already_comes_to_stand_in_lists(database_url):
    async with serving(database_url) as api:
        series, single = await attacked(api), (await api.attack(dice=DICE)).json()
        secret = await attacked(api, visibility="unlisted")
    database = rows_of_an_older_program(database_url)
    assert "listed" not in {column["name"] for column in sa.inspect(database.reader).get_columns("rolls")}
    migrate.migrate(database)
    database.dispose()
    id = single["session_id"]
    assert said(database_url) == {(series["id"], True), (id, False), (secret["id"], False)}
    async with serving(database_url) as api:
        assert await found(api) == everywhere(series["id"])
        assert await found(api, single["tokens"]["host"]) == everywhere(series["id"], id)
        assert (await api.get(f"/v1/sessions/{id}")).json()["visibility"] == "unlisted"
        new = (await api.attack(dice=DICE)).json()["session_id"]
        assert await found(api) == everywhere(series["id"], new)


async def test_what_an_older_program_writes_beside_this_one_is_listed_if_it_is_public(database_url):
    """It writes rows without saying whether they are listed, which are then taken for listed."""
    async with serving(database_url) as api:
        public, secret = await attacked(api), await attacked(api, visibility="unlisted")
        database = open_database(database_url)
        with database.writer.begin() as connection:
            for table in LISTED:
                connection.execute(sa.update(table).values(listed=True))
        database.dispose()
        assert await found(api) == everywhere(public["id"])
        assert await found(api, secret["tokens"]["host"]) == everywhere(public["id"], secret["id"])


async def test_a_row_that_does_not_say_it_is_taken_for_listed(database):
    for table in LISTED:
        (column,) = (each for each in sa.inspect(database.reader).get_columns(table.name) if each["name"] == "listed")
        assert column["default"].strip("'") in ("1", "true")


def test_items_of_lists_have_the_columns_of_their_tables():
    persons = {"player", "name"}  # who they are is read beside the rows
    assert set(get_type_hints(RollListed)) - persons == set(lists.ROLL)
    assert set(get_type_hints(CasualtyListed)) - {"player", "unit_name"} == set(lists.CASUALTY)
    assert set(get_type_hints(CasualtyShown)) == set(store.CASUALTY)
