"""A rulebook is checked when it is loaded: each of these mistakes started normally once, and answered 500 later."""

import importlib
import itertools
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import pytest
from babel import Locale

from app.domain.board import Board
from app.domain.dice import Die
from app.domain.table import Question
from app.rulesets import open_forces
from app.services.rulebooks.check import WrongRulebooks, check, check_rulebooks, load_ruleset
from app.services.rulebooks.check.names import shared_names
from app.services.rulebooks.check.sizes import RULE
from app.services.rulebooks.check.texts import plural_forms
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.registry import Rulebook

ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests" / "toys" / "coin_duel"
NUMBERS = itertools.count()


@pytest.fixture
def duel(tmp_path, monkeypatch):
    """Makes a coin duel in which some words of its sources are others, and gives its faults."""
    monkeypatch.syspath_prepend(tmp_path)

    def faults_with(*changes, file="__init__.py", texts=None, german=None):
        package = f"duel_{next(NUMBERS)}"
        shutil.copytree(TOY, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
        source = tmp_path / package / file
        text = source.read_text()
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        source.write_text(text)
        for language, messages in (("en", texts), ("de", german)):
            if messages is not None:
                (tmp_path / package / "locales" / f"{language}.json").write_text(json.dumps(messages))
        importlib.invalidate_caches()
        loaded = load_ruleset(package)
        return [loaded] if isinstance(loaded, str) else check(Rulebook(loaded, package))

    return faults_with


def english():
    """The texts of the coin duel."""
    return json.loads((TOY / "locales" / "en.json").read_text())


def only(faults, *words):
    """There is one fault, and it says these words."""
    assert len(faults) == 1, faults
    for word in words:
        assert word in faults[0]


def test_a_right_rulebook_has_no_faults(duel):
    assert duel() == []


@pytest.mark.parametrize("slug", sorted(find_rulebooks()))
def test_every_rulebook_that_is_served_has_no_faults(slug):
    assert check(find_rulebooks()[slug]) == []


SHOUTED = ("    hits = heads", '    table.note(Shouted(heads), rule="CD-2")\n    hits = heads')
SHOUT = (
    "class CoinDuelOutcome:",
    "class Shouted:\n    heads: int\n\n\n@dataclass(frozen=True)\nclass CoinDuelOutcome:",
)


def test_a_fact_that_is_noted_is_registered(duel):
    faults = duel(SHOUT, SHOUTED)
    only(faults, "coin-duel: the fact Shouted is noted (duel_", "/__init__.py:", "Add its class to `facts`")


def test_a_fact_in_a_variable_or_from_a_function_is_registered(duel):
    variable = ("    hits = heads", '    told = Shouted(heads)\n    table.note(told, rule="CD-2")\n    hits = heads')
    only(duel(SHOUT, variable), "the fact Shouted is noted")
    made = ("def prepare(", "def shouted(heads: int) -> Shouted:\n    return Shouted(heads)\n\n\ndef prepare(")
    only(
        duel(SHOUT, made, ("    hits = heads", '    table.note(shouted(heads), rule="CD-2")\n    hits = heads')),
        "Shouted",
    )


def test_what_is_noted_is_a_class_of_its_own(duel):
    only(duel(("    hits = heads", '    table.note("again", rule="CD-2")\n    hits = heads')), "the fact str is noted")


def test_a_question_that_is_asked_is_registered(duel):
    faults = duel(("questions=(RaiseShields,)", "questions=()"))
    assert any(
        "the question RaiseShields (duel_" in fault and "Add its class to `questions`" in fault for fault in faults
    )


def test_a_die_that_is_rolled_is_registered(duel):
    only(duel(("dice=(COIN,)", "dice=()")), "the die `coin` (duel_", "Add it to `dice`")


def test_a_die_that_is_made_in_a_function_is_registered(duel):
    made = ("def prepare(", 'def bag() -> Die:\n    return Die("bag", (1, 2))\n\n\ndef prepare(')
    only(duel(made), "the die `bag`")


@pytest.mark.parametrize("id", ["ABCDEFGHIJKLMNOPQRSTUVWX", "CD-12345678901234567", "second rule", "cd-2"])
def test_a_rule_id_can_be_stored(duel, id):
    faults = duel(('rule="CD-2"', f'rule="{id}"'), ('"too-many-shields", "CD-2"', f'"too-many-shields", "{id}"'))
    assert any(f"the rule id `{id}` (duel_" in fault and f"at most {RULE} characters" in fault for fault in faults)


def test_a_rule_that_is_named_is_told(duel):
    only(duel(('rule="CD-3"', 'rule="CD-3" if heads else "CD-4"')), "the rule CD-4 (duel_", "`## CD-4`")
    only(duel(("table.checkpoint(heads)", 'rule = "CX-3"')), "the rule CX-3")


def test_a_rule_that_is_told_is_named(duel):
    only(duel(("## CD-3", "## CD-3\nA hit.\n\n## CD-4"), file="RULES.md"), "RULES.md tells CD-4, which no code names")


def test_a_rule_is_told_once_and_under_a_rule_id(duel):
    faults = duel(("## CD-3", "## CD-2\nAgain.\n\n## Shields\nThey.\n\n## CD-3"), file="RULES.md")
    assert any("tells CD-2 twice" in fault for fault in faults)
    assert any("`## Shields` of RULES.md is no rule id" in fault for fault in faults)


@pytest.mark.parametrize(
    "key",
    [
        "outcome",
        "fact.casualty",
        "chose.raise-shields",
        "question.raise-shields",
        "choice.raise-shields",
        "reason.too-many-shields",
        "reason.never-enough",
    ],
)
def test_a_text_that_can_be_needed_is_there(duel, key):
    only(duel((f'"{key}"', '"word.other"'), file="locales/en.json"), f"`{key}`", "Add", "locales/en.json")


def test_a_variant_needs_its_text_or_the_one_for_all(duel):
    varied = ("    hits: int\n", "    varied_by = 'won'\n    hits: int = 0\n    won: bool = True\n")
    assert duel(varied) == []
    text = english()
    text["outcome_true"] = text.pop("outcome")
    faults = duel(varied, texts=text)
    only(faults, "no text `outcome`, nor outcome_false. Add it, or all of these")


def test_a_text_has_no_hole_that_nothing_fills(duel):
    only(duel(("{{hits}}", "{{kills}}"), file="locales/en.json"), "`outcome`", "{{kills}}", "which nothing fills")


def test_a_file_of_texts_is_json(duel):
    only(duel(('"outcome"', "outcome"), file="locales/en.json"), "no JSON")


def test_a_file_of_texts_has_each_key_once(duel):
    only(duel(('"outcome"', '"outcome": "Hits.", "outcome"'), file="locales/en.json"), "`outcome`", "twice")


def test_a_second_language_has_the_same_texts_and_holes(duel):
    texts = english()
    texts["outcome"] = "Treffer: {{hits_}}."
    del texts["choice.raise-shields"]
    texts["word.heads"] = "Kopf"
    faults = duel(german=texts)
    assert len(faults) == 3
    assert any(
        "`choice.raise-shields` is missing in duel_" in fault and "/locales/de.json" in fault for fault in faults
    )
    assert any("`outcome`" in fault and "has other holes" in fault for fault in faults)
    assert any("`word.heads`" in fault and "is not in en.json" in fault for fault in faults)


@pytest.mark.parametrize("language", ["ar", "cy", "de", "fr", "ga", "gv", "kw", "lt", "mt", "pl", "ru", "sl"])
def test_numbers_up_to_a_thousand_have_no_other_plural_forms_than_those_asked(language):
    form_of = Locale.parse(language).plural_form
    assert set(plural_forms(language)) == {form_of(number) for number in range(1000)}


def test_plural_forms_are_those_of_each_language(duel):
    counted = ("    hits: int\n", "    counted_by = 'hits'\n    hits: int\n")
    one_other, few_many = english(), english()
    del one_other["outcome"], few_many["outcome"]
    one_other |= {"outcome_one": "A hit.", "outcome_other": "{{count}} hits."}
    few_many |= {
        "outcome_one": "{{count}}",
        "outcome_few": "{{count}}",
        "outcome_many": "{{count}}",
        "outcome_other": "",
    }
    assert duel(counted, texts=one_other, german=few_many) == []
    del one_other["outcome_other"]
    assert any("the text `outcome` is missing" in fault for fault in duel(counted, texts=one_other))


def test_a_question_says_what_its_choices_are(duel):
    faults = duel(("(Question[Raised])", "(Question)"))
    assert any("the question RaiseShields" in fault and "`Question[...]`" in fault for fault in faults)


def test_choices_are_dataclasses(duel):
    faults = duel(("(Question[Raised])", "(Question[bool])"))
    assert any("Wrap the value in a dataclass" in fault for fault in faults)


def test_two_facts_have_two_names(duel):
    other = (
        "class CoinDuelOutcome:",
        "class Casualty:\n    unit: str\n\n\n@dataclass(frozen=True)\nclass CoinDuelOutcome:",
    )
    faults = duel(
        other,
        ("facts=()", "facts=(Casualty,)"),
        ("    Casualty,\n", ""),
    )
    assert any("two facts are called `casualty`: " in fault and "another name" in fault for fault in faults)


def test_two_dice_have_two_names(duel):
    only(duel(("dice=(COIN,)", "dice=(COIN, COIN)")), "two dice are called `coin`")


def test_there_is_a_policy(duel):
    only(duel(("dice=(COIN,)", "dice=(COIN,), policies={}")), "`policies` is empty", "Give at least one")


def test_every_option_has_a_default(duel):
    faults = duel(("needed: Annotated[int, Ge(0), Le(9)] = 0", "needed: Annotated[int, Ge(0), Le(9)]"))
    assert any("CoinDuelOptions.needed has no default" in fault for fault in faults)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('slug="coin-duel"', 'slug="Coin duel"', "is not kebab-case"),
        ('slug="coin-duel"', f'slug="{"c" * 65}"', "has 65 characters. Use at most 64"),
        ('Die("coin"', f'Die("{"c" * 33}"', "has 33 characters. Use at most 32"),
        ("examples=(CoinDuelAttack(3, 1),)", "examples=()", "`examples` is empty"),
        ("examples=(CoinDuelAttack(3, 1),)", "examples=(3,)", "example 0 is no CoinDuelAttack"),
        ('measures={"hits": lambda outcome: outcome.hits}', "measures={}", "`measures` is empty"),
        ("dice=(COIN,)", 'dice=(COIN,), better_for={"kills": Role.DEFENDER}', "`better_for` names `kills`"),
        ("dice=(COIN,)", 'dice=(COIN,), best_by=("kills",)', "`best_by` names `kills`, which is no measure"),
        ("dice=(COIN,)", 'dice=(COIN,), presets={"hard": 1}', "the preset `hard` is no CoinDuelOptions"),
        ("options.needed > situation.coins", "situation.coins", "`prepare` refuses example 0: never-enough (CD-1)"),
        ("options.needed > situation.coins", "situation.cards", "`prepare` fails on example 0 with AttributeError"),
        ("hits: int", "hits: int\n    counted_by = 'kills'", "CoinDuelOutcome.counted_by names `kills`"),
    ],
)
def test_the_parts_of_a_ruleset_fit_together(duel, old, new, words):
    assert any(words in fault for fault in duel((old, new)))


def test_a_further_measure_is_none_of_every_odds(duel):
    further = 'dice=(COIN,), further=FurtherMeasures({"hits": lambda outcome: outcome.hits})'
    imported = ("    Ruleset,\n", "    FurtherMeasures,\n    Ruleset,\n")
    only(duel(("dice=(COIN,)", further), imported), "`further` names `hits`", "Give it another name")


IMPORTED = ("    Casualty,\n", "    Casualty,\n    Completion,\n    Note,\n")


def test_what_is_completed_is_something_that_is_sent(duel):
    never = "dice=(COIN,), completions={CoinDuelOutcome: Completion(lambda sent: sent, {})}"
    only(duel(("dice=(COIN,)", never), IMPORTED), "`completions` names CoinDuelOutcome", "Name the class")


def test_a_note_has_a_text(duel):
    noted = 'completions={CoinDuelAttack: Completion(lambda sent: sent, {}, lambda _: [Note("odd", "CD-1")])}'
    only(duel(("dice=(COIN,)", f"dice=(COIN,), {noted}"), IMPORTED), "the text `note.odd` of a note", "Add it to")


def test_all_faults_are_told_at_once(duel):
    assert len(duel(("dice=(COIN,)", "dice=(), policies={}"), SHOUT, SHOUTED)) == 3


def test_a_package_that_cannot_be_loaded_is_a_sentence(duel):
    only(duel(("dice=(COIN,)", "dice=(PENNY,)")), "cannot be loaded, NameError", "PENNY", "__init__.py:")
    only(duel(("RULESET = Ruleset(", "RULES = Ruleset(")), "cannot be loaded, AttributeError")
    only(duel(("RULESET = Ruleset(", "RULESET = dict(")), "RULESET is no Ruleset")


def shared_faults(*books):
    """The faults of rulebooks that only show beside each other."""
    return list(shared_names(books))


def other_book(duel, slug, *changes):
    """A right rulebook with another slug, in a package of its own."""
    assert duel(('slug="coin-duel"', f'slug="{slug}"'), *changes) == []
    package = f"duel_{next(NUMBERS) - 1}"
    return Rulebook(load_ruleset(package), package)


def test_faults_of_one_rulebook_and_of_several_are_told_together(duel):
    book = find_rulebooks()["coin-duel"]
    with pytest.raises(WrongRulebooks) as wrong:
        check_rulebooks([book, Rulebook(book.ruleset, "app.rulesets.open_forces")], ["a: cannot be loaded."])
    assert wrong.value.faults[0] == "a: cannot be loaded."
    assert any("the slug coin-duel is too like coin-duel" in fault for fault in wrong.value.faults)


def test_rulebooks_may_have_classes_of_the_same_name(duel):
    assert shared_faults(find_rulebooks()["coin-duel"], other_book(duel, "penny-duel")) == []


@pytest.mark.parametrize("slug", ["coin-duel", "coinduel", "co-in-duel"])
def test_two_slugs_differ_by_more_than_hyphens(duel, slug):
    only(
        shared_faults(find_rulebooks()["coin-duel"], other_book(duel, slug)),
        f"the slug {slug} is too like coin-duel, the slug of coin_duel",
        "give the rulebook another slug",
    )


def test_schemas_differ_where_one_slug_begins_another(duel):
    clashing = other_book(duel, "coin", ("CoinDuelOutcome", "DuelOutcome"))
    faults = shared_faults(find_rulebooks()["coin-duel"], clashing)
    assert any("the schema CoinDuelOutcome is also one of coin_duel" in fault for fault in faults)


def test_a_class_belongs_to_one_rulebook():
    book = find_rulebooks()["coin-duel"]
    faults = shared_faults(book, Rulebook(replace(book.ruleset, slug="penny-duel"), "penny_duel"))
    assert any("coin_duel.CoinDuelOutcome is also a class of coin_duel" in fault for fault in faults)


def test_two_classes_of_a_rulebook_have_two_public_names(duel):
    twice = (
        "class CoinDuelOutcome:",
        "class Attack:\n    n: int\n\n\n@dataclass(frozen=True)\nclass CoinDuelOutcome:",
    )
    faults = duel(twice, ("    hits: int", "    hits: int\n    again: Attack | None = None"))
    only(faults, "CoinDuelAttack and duel_", "are both called CoinDuelAttack")


def test_no_class_has_the_name_of_a_schema_that_is_built(duel):
    only(
        duel(("CoinDuelOptions", "AttackRequest")),
        "AttackRequest is called CoinDuelAttackRequest, as one that is built",
    )


def test_a_slug_begins_with_a_letter(duel):
    only(duel(('slug="coin-duel"', 'slug="2-coins"')), "the slug `2-coins` is not kebab-case", "first a letter")


# Boards


@dataclass(frozen=True)
class Jump:
    kind: Literal["pass"]


@dataclass(frozen=True)
class Shout:
    loud: bool


class RoundBegan:
    pass


@dataclass(frozen=True)
class ChooseMode(Question[Shout]):
    def options(self):
        yield Shout(True)

    def check(self, choice):
        pass


BOARD: Board = open_forces.RULESET.board


def faults_with_board(**changes):
    ruleset = replace(open_forces.RULESET, board=replace(BOARD, **changes))
    return check(Rulebook(ruleset, "app.rulesets.open_forces"))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"asked": lambda state: (7,)}, "`asked` names seat 7 in the setup `sample`, which has the seats (1, 2)"),
        ({"legal": lambda *_: ()}, "for which `legal` has no move"),
        ({"actions": (*BOARD.actions, Shout)}, 'Give it a field `kind: Literal["shout"]`'),
        ({"actions": (*BOARD.actions, Jump)}, "two moves are of the kind `pass`"),
        ({"actions": ()}, "`board.actions` is empty"),
        ({"state": tuple}, "`board.state` is no dataclass"),
        ({"facts": (*BOARD.facts, RoundBegan)}, "two facts are called `round-began`"),
        ({"questions": (*BOARD.questions, ChooseMode)}, "two questions are called `choose-mode`"),
        (
            {"facts": tuple(fact for fact in BOARD.facts if fact.__name__ != "RoundBegan")},
            "the fact RoundBegan is noted (app/rulesets/open_forces/game/rounds.py:",
        ),
        (
            {"questions": tuple(question for question in BOARD.questions if question.__name__ != "ChooseMode")},
            "the question ChooseMode (app/rulesets/open_forces/game/",
        ),
        ({"rule": "OF-99"}, "the rule OF-99 (board.rule) is not told"),
        ({"setups": {"nobody": None}}, "the setup `nobody` is no OpenForcesSetup"),
        ({"prepare": lambda *_: 1 // 0}, "ZeroDivisionError"),
    ],
)
def test_a_board_fits_its_ruleset(changes, words):
    assert any(words in fault for fault in faults_with_board(**changes))


def test_a_move_has_its_text():
    @dataclass(frozen=True)
    class Retire:
        kind: Literal["retire"]

    faults = faults_with_board(actions=(*BOARD.actions, Retire))
    only(faults, "the text `choice.act` is missing", "locales/en.json")


def test_dice_without_faces_are_a_fault():
    ruleset = replace(open_forces.RULESET, dice=(*open_forces.RULESET.dice, Die("ghost", ())))
    only(check(Rulebook(ruleset, "app.rulesets.open_forces")), "the die `ghost` has no faces")


# The service


def test_the_service_does_not_start_with_a_wrong_rulebook(tmp_path):
    shutil.copytree(TOY, tmp_path / "coin_duel")
    shutil.copytree(TOY.parent / "coin_duel-1.0.dist-info", tmp_path / "coin_duel-1.0.dist-info")
    source = tmp_path / "coin_duel" / "__init__.py"
    source.write_text(source.read_text().replace("dice=(COIN,)", "dice=(), policies={}"))
    database = tmp_path / "umpire.db"
    served = subprocess.run(
        [sys.executable, "-c", "import sys; from app.cli import main; sys.exit(main(['serve', '--port', '0']))"],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
            "UMPIRE_DATABASE_URL": f"sqlite:///{database}",
        },
        check=False, capture_output=True, text=True, timeout=300, cwd=tmp_path,
    )  # fmt: skip
    assert served.returncode == 2
    assert [line.partition(":")[0] for line in served.stderr.splitlines()] == ["coin-duel"] * 2
    assert not database.exists()
