"""Values of a ruleset are read from the database as strictly each time."""

import pytest
from pydantic import ValidationError

from app.services.rulebooks.installed import find_rulebooks

OPTIONS = find_rulebooks()["open-forces"].codec.options


def test_options_are_remembered_by_how_they_are_spelled():
    """To Python 1 and true are equal, so what is remembered must not be found by equality."""
    stored = OPTIONS.dump(OPTIONS.kind(cover_percent=1))
    assert OPTIONS.load(dict(stored)) is OPTIONS.load(stored)
    with pytest.raises(ValidationError):
        OPTIONS.load(stored | {"cover_percent": True})
