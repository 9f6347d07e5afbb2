"""A page of a list ends before it has very many bytes; `next` goes on from there, and nothing is left out."""

import pytest

from app.persistence.queries import pages
from app.services.keys import create_key
from tests.client import SEED, bearer

pytestmark = pytest.mark.anyio
FEW = 3000
"""How many bytes a page has here."""


async def walk(api, path, **headers):
    """The pages of a list, each with its size, from its first to its last."""
    found, cursor = [], ""
    while cursor is not None:
        answer = await api.http.get(f"{path}limit=200{cursor and f'&cursor={cursor}'}", headers=headers)
        assert answer.status_code == 200, answer.text
        found.append((answer.json()["items"], len(answer.content)))
        cursor = answer.json()["next"]
    return found


@pytest.fixture
async def session(api, monkeypatch):
    """A series of twelve attacks of a key's, beside attacks of others."""
    monkeypatch.setattr(pages, "PAGE_BYTES", FEW)
    _, key = create_key(api.app.state.context.database, "one")
    body = {"kind": "series", "visibility": "unlisted"}
    opened = await api.http.post("/v1/rulesets/open-forces/sessions", json=body, headers=bearer(key))
    series, token = opened.json(), opened.json()["tokens"]["host"]
    for _ in range(12):
        assert (await api.attack(SEED, token, session_id=series["id"])).status_code == 201
        assert (await api.attack(SEED)).status_code == 201
    return series, bearer(key)


@pytest.mark.parametrize("name", ["actions", "rolls", "sessions"])
async def test_pages_of_lists_end_early_and_leave_nothing_out(api, session, name, monkeypatch):
    _, key = session
    found = await walk(api, f"/v1/{name}?", **key)
    monkeypatch.undo()
    ((whole, _),) = await walk(api, f"/v1/{name}?", **key)
    assert [item for items, _ in found for item in items] == whole
    assert len(found) > 2
    largest = max(len(str(item)) for item in whole)
    assert all(size < 2 * (FEW + largest) for _, size in found)
    lines = (await api.http.get(f"/v1/{name}?format=ndjson", headers=key)).text.splitlines()
    assert len(lines) == len(whole) + 1


async def test_pages_of_the_actions_of_a_session_and_of_its_log_end_early(api, session, monkeypatch):
    series, key = session
    for path in (f"/v1/sessions/{series['id']}/actions?", f"/v1/sessions/{series['id']}/events?"):
        found = await walk(api, path, **key)
        monkeypatch.setattr(pages, "PAGE_BYTES", 4 << 20)
        ((whole, _),) = await walk(api, path, **key)
        monkeypatch.setattr(pages, "PAGE_BYTES", FEW)
        assert [item for items, _ in found for item in items] == whole
        assert len(found) > 2


async def test_whole_lists_are_read_in_pages_of_few_bytes(api, session):
    _, key = session
    lines = (await api.http.get("/v1/actions?format=ndjson", headers=key)).text.splitlines()
    assert len(lines) == 25


def test_of_a_page_no_more_is_read_than_the_row_after_it(monkeypatch):
    monkeypatch.setattr(pages, "PAGE_BYTES", 10)
    rows = iter([4] * 20)
    assert pages.parted(rows, 20, lambda row: row) == ([4, 4, 4], 4)
    assert len(list(rows)) == 16
    assert pages.parted([4] * 3, 20, lambda row: row) == ([4, 4, 4], None)
    assert pages.parted([1] * 9, 3, lambda row: row) == ([1] * 3, 1)
