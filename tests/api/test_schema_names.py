"""The names of schemas follow from slugs and classes alone: no rulebook changes those of another."""

import importlib
import json
import shutil
from dataclasses import fields, is_dataclass, make_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from app.api.schemas.inline import ITEM
from app.api.schemas.shapes import INPUT
from app.main import create_app
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.names import BUILT, built_names, own_classes, schema_name
from app.services.rulebooks.registry import Rulebook
from app.settings import Settings
from tests.thorough import only_thorough

TOY = Path(__file__).parents[1] / "toys" / "coin_duel"
BOOKS = find_rulebooks()
GROWING = {"Action", "OtherAction", "StateDocument", "OtherState"}
"""The unions of all rulesets, which get members, and their open members, which say what they are not."""
CLASSES = [kind for book in BOOKS.values() for kind in own_classes(book.ruleset)]


@pytest.fixture(scope="module")
def schemas_with():
    """The schemas of the document with some rulebooks, each as its text."""

    def schemas_of(books):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("app.main.find_rulebooks", lambda: books)
            schemas = create_app(Settings(database_url="sqlite:////tmp/none.db")).openapi()["components"]["schemas"]
        return {name: json.dumps(schema) for name, schema in schemas.items()}

    return schemas_of


@pytest.fixture(scope="module")
def schemas(document):
    """The schemas of the document with every rulebook that is installed."""
    return {name: json.dumps(schema) for name, schema in document["components"]["schemas"].items()}


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """A ruleset like the coin duel whose classes are its own, and are called the same."""
    shutil.copytree(TOY, tmp_path / "copied_duel", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    return importlib.import_module("copied_duel").RULESET


def named(name, members):
    """A dataclass with a name, whose fields have these types."""
    made = make_dataclass(name, list(members.items()), frozen=True)
    made.__module__ = __name__
    return made


def names_classes(hint):
    """Whether a type names a class that has a schema."""
    is_one = isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, Enum))
    return is_one or any(names_classes(argument) for argument in get_args(hint))


def twin(kind):
    """Another class of the same name, with the same schema too where that names no other class."""
    if issubclass(kind, Enum):
        made = Enum(kind.__name__, {name: member.value for name, member in kind.__members__.items()}, type=str)
        made.__doc__ = kind.__doc__
        return made
    hints = get_type_hints(kind, include_extras=True)
    if any(names_classes(hint) for hint in hints.values()):
        return named(kind.__name__, {"value": int})
    made = named(kind.__name__, {field.name: hints[field.name] for field in fields(kind)})
    made.__doc__ = kind.__doc__
    return made


def test_no_name_is_a_path_and_no_title_says_it_again(schemas):
    for name, schema in schemas.items():
        assert "title" not in json.loads(schema)
        assert name.isidentifier()
        assert "_" not in name


def test_the_schemas_of_a_rulebook_begin_with_its_slug(schemas):
    for slug, title in (("open-forces", "OpenForces"), ("x-wing", "XWing"), ("coin-duel", "CoinDuel")):
        ruleset = BOOKS[slug].ruleset
        known = {schema_name(slug, kind.__name__) for kind in own_classes(ruleset)} | set(built_names(ruleset))
        rest = {name for name in schemas if name.startswith(title)} - known
        assert all(any(map(name.startswith, known)) for name in rest), rest
        others = {name for name in rest if "enum" not in json.loads(schemas[name])}
        assert all(name.endswith((ITEM, INPUT)) for name in others), others
        named = [kind for kind in own_classes(ruleset) if not issubclass(kind, Enum)]  # a choice may stand in its field
        bringing = ruleset.board and ruleset.board.bringing
        elsewhere = {bringing.limits, bringing.list} if bringing else set()  # in `game.brings` of the ruleset
        shown = [kind.__name__ for kind in named if kind not in elsewhere]
        assert {schema_name(slug, name) for name in shown} <= schemas.keys()
    assert {"OpenForcesAttack", "CastleRampageAttack", "XWingAttack"} <= set(schemas)
    assert {"StormOverStalingradAttackRequest", "CasualtyShown"} <= set(schemas)


@only_thorough("makes the document twice")
def test_a_rulebook_that_is_added_changes_no_schema_of_another(schemas_with, schemas, copied):
    without = schemas_with({slug: book for slug, book in BOOKS.items() if slug != "coin-duel"})
    assert {name for name in schemas if name not in without and not name.startswith("CoinDuel")} <= GROWING
    names = {name: named(name, {"value": int}) for name in schemas} | {kind.__name__: twin(kind) for kind in CLASSES}
    for name in BUILT:
        names.pop(name, None)  # a rulebook whose class is called so is refused
    for kind in own_classes(copied):
        del names[kind.__name__]
    outcome = named("Everything", {f"field_{n}": kind for n, kind in enumerate(names.values())})
    made_up = replace(copied, slug="made-up", outcome=outcome)
    with_all = schemas_with({"made-up": Rulebook(made_up, "copied_duel"), **BOOKS})
    for fewer, more in ((without, schemas), (schemas, with_all)):
        assert {name for name in fewer if more[name] != fewer[name]} <= GROWING
    added = with_all.keys() - schemas.keys() - GROWING
    assert {f"MadeUp{name}" for name, kind in names.items() if not issubclass(kind, Enum)} <= added
    assert all(name.startswith("MadeUp") for name in added)


@pytest.mark.parametrize(
    ("slug", "name", "public"),
    [
        ("open-forces", "GameEnded", "OpenForcesGameEnded"),
        ("open-forces", "OpenForcesAttack", "OpenForcesAttack"),
        ("coin", "Coin", "Coin"),
        ("coin", "Coinage", "CoinCoinage"),
        ("x-wing", "Range0", "XWingRange0"),
        ("d6-duel", "D6DuelRoll", "D6DuelRoll"),
    ],
)
def test_a_public_name_begins_with_the_slug_once(slug, name, public):
    assert schema_name(slug, name) == public
