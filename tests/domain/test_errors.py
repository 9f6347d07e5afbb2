"""Refusals are told together, as many as anybody reads."""

from itertools import count

import pytest

from app.domain.errors import MOST_TOLD, IllegalSituation, raise_all


def test_no_more_refusals_are_looked_for_than_are_told():
    endless = (IllegalSituation("wrong", "X-1", "units", n) for n in count())
    with pytest.raises(IllegalSituation) as refused:
        raise_all(endless)
    assert refused.value.field == ("units", 0)
    assert [one.field[1] for one in refused.value.more] == list(range(1, MOST_TOLD))


def test_nothing_is_raised_where_nothing_is_refused():
    raise_all(())
