"""While the service is made, the garbage collection waits, and it never walks what is there then."""

import gc

from app.cli.gc_freeze import without_gc


def test_no_garbage_is_looked_for_meanwhile() -> None:
    before = gc.isenabled()
    with without_gc():
        assert not gc.isenabled()
    assert gc.isenabled() == before


def test_what_is_made_meanwhile_is_never_walked() -> None:
    with without_gc():
        made: list[object] = [[]]
    assert not any(known is made for known in gc.get_objects())
