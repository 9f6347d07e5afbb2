"""Every setting has a sentence for a wrong value."""

from app.settings import EXPECTED, Settings


def test_every_setting_says_what_it_takes():
    assert EXPECTED.keys() == Settings.model_fields.keys()
