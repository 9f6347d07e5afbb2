"""Who may import whom, and what keeps the pure parts pure."""

import ast
import re
from pathlib import Path

import pytest

APP = Path(__file__).parents[1] / "app"
PURE = sorted([*(APP / "domain").glob("*.py"), *(APP / "drawing").glob("*.py"), *(APP / "rulesets").rglob("*.py")])
RULES = sorted(file for file in (APP / "rulesets").rglob("*.py") if "pages" not in file.parts)
"""All of the rulebooks but what draws their boards, which counts in floats."""
STANDARD = {
    "collections",
    "copy",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "hmac",
    "itertools",
    "json",
    "math",
    "operator",
    "struct",
    "types",
    "typing",
    "unicodedata",
}


def imports(file):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.mark.parametrize("file", PURE, ids=lambda file: str(file.relative_to(APP)))
def test_the_pure_parts_import_only_what_is_pure(file):
    own = ("app.domain", "app.rulebook")
    if "pages" in file.parts or file.is_relative_to(APP / "drawing"):
        own = (*own, "app.drawing")
    if file.is_relative_to(APP / "rulesets") and file.parent != APP / "rulesets":
        book = file.relative_to(APP / "rulesets").parts[0]
        allowed = (*own, f"app.rulesets.{book}")
    else:
        allowed = own
    for name in imports(file):
        top = name.partition(".")[0]
        assert top in STANDARD | {"annotated_types", "rapidfuzz"} or name.startswith(allowed), name


SLUGS = sorted(folder.name for folder in (APP / "rulesets").iterdir() if (folder / "__init__.py").is_file())
PAGES = sorted(file for file in (APP / "web").rglob("*.*") if file.suffix in (".py", ".js", ".html", ".css", ".json"))


@pytest.mark.parametrize("slug", SLUGS)
def test_the_pages_name_no_rulebook(slug):
    """What is of one rulebook stands in its own folder `pages/`."""
    name = re.compile(slug.replace("_", "[-_ ]?"), re.IGNORECASE)
    assert [str(file.relative_to(APP)) for file in PAGES if name.search(file.read_text())] == []


@pytest.mark.parametrize("file", RULES, ids=lambda file: str(file.relative_to(APP)))
def test_rules_have_no_try_no_floats_and_name_their_rule_at_every_table_call(file):
    for node in ast.walk(ast.parse(file.read_text())):
        assert not isinstance(node, ast.Try)
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not isinstance(node, ast.Set | ast.SetComp)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            target = node.func.value
            if isinstance(target, ast.Name) and target.id == "table" and node.func.attr in ("roll", "ask", "note"):
                assert "rule" in {keyword.arg for keyword in node.keywords}, ast.unparse(node)
