"""What is kept in memory stays within its bytes, and shows how it serves."""

from functools import lru_cache

import pytest

from app.services.recent import LruCache, usages
from tests.conftest import serving

pytestmark = pytest.mark.anyio


def test_what_was_not_asked_for_the_longest_goes_where_bytes_run_out():
    kept = LruCache("some", 100)
    for number in range(4):
        kept.put(bytes([number]), number, 30)
        assert kept.get(b"\0" if number < 3 else b"\3") is not None
    assert [kept.get(bytes([number])) for number in range(4)] == [0, None, 2, 3]


def test_what_is_put_again_is_counted_once_and_what_is_too_large_is_not_kept():
    kept = LruCache("sizes", 100)
    for _ in range(9):
        kept.put(b"a", "a", 60)
    assert kept.usage().bytes == 60
    kept.put(b"b", "b", 101)
    assert kept.get(b"b") is None
    assert (kept.usage().entries, kept.usage().bytes) == (0, 0)


@lru_cache(maxsize=2)
def kept_elsewhere():
    return None


async def test_caches_are_among_the_metrics_and_no_foreign_one(sqlite_url):
    kept_elsewhere()
    async with serving(sqlite_url, metrics=True) as api:
        session = await api.open()
        for _ in range(2):
            await api.get(f"/v1/sessions/{session['id']}/verification", session["tokens"]["host"])
        lines = (await api.http.get("/metrics")).text.splitlines()
    caches = {each.cache for each in usages()}
    assert {"verdicts", "boards", "services.rulebooks.installed.find_rulebooks"} <= caches
    assert not [cache for cache in caches if "kept_elsewhere" in cache]
    for cache in caches:
        assert [line for line in lines if line.startswith(f'umpire_cache_hits_total{{cache="{cache}"}}')]
    assert [line for line in lines if line.startswith('umpire_cache_bytes{cache="verdicts"}')]
