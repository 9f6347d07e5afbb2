"""Every setting is in the README with its default, and has a sentence for a wrong value."""

from pathlib import Path

from app.settings import EXPECTED, PREFIX, Settings

README = (Path(__file__).parents[2] / "README.md").read_text()


def test_every_setting_says_what_it_takes():
    assert EXPECTED.keys() == Settings.model_fields.keys()


def test_every_setting_is_in_the_table_of_the_readme():
    for name, field in Settings.model_fields.items():
        row = next(line for line in README.splitlines() if line.startswith(f"| `{PREFIX}{name.upper()}` |"))
        default = str(field.default).removesuffix(".0")
        assert field.default in (None, "") or f"| `{default.lower()}` |" in row
