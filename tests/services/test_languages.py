"""Texts in every language: all of them say everything, and none says a word of another."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from app.api.refusals.sentences import detail_of
from app.errors import Problem
from app.services.documents.wording import entry_text, message_of
from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.messages import SERVICE_MESSAGES
from app.services.rulebooks.own_names import OwnNames, in_words, things_in
from app.services.rulebooks.templates import template_of
from app.services.rulebooks.texts import service_texts
from tests.french import spaced
from tests.languages import LANGUAGES

BOOKS = {slug: book for slug, book in find_rulebooks().items() if book.package.startswith("app.")}
CATALOGUES = {"service": SERVICE_MESSAGES, **{slug: book.messages for slug, book in BOOKS.items()}}
APP = Path(__file__).parents[2] / "app"
GOLDEN = Path(__file__).parents[1] / "golden"
PLURAL = re.compile(r"_(?:zero|one|two|few|many|other)$")
QUOTED = re.compile(r"`[^`]*`|[…/\w.-]*/[\w{}./…?=-]+|\{\"[^}]*\}|\"[a-z]+\": \w+")
WORD = re.compile(r"[^\W\d_]{3,}")
SHARED = {"dpi", "umpire"}


def holes(message):
    return {part.path for hole, _ in template_of(message)[1] for part in hole}


def by_key(messages):
    """The holes of each text; those of its plural forms together."""
    found = {}
    for key, message in messages.items():
        found.setdefault(PLURAL.sub("", key), set()).update(holes(message))
    return found


@pytest.mark.parametrize("name", CATALOGUES)
def test_every_text_stands_in_every_language_with_the_same_holes(name):
    catalogue = CATALOGUES[name]
    assert set(catalogue) == set(LANGUAGES) >= {"en", "de", "fr", "ru"}
    english = by_key(catalogue["en"])
    for language in LANGUAGES:
        own = by_key(catalogue[language])
        assert {key: own.get(key) for key in english} == english, language
        assert own.keys() == english.keys(), language


def french(book):
    """All that is said in French, by its key."""
    rules = Path(book.package.replace(".", "/"), "RULES.fr.md").read_text()
    return {**CATALOGUES["service"]["fr"], **book.messages["fr"], "RULES.fr.md": rules}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Oui !", "Oui\u202f!"),
        ("a : b\u00a0; c?", "a\u00a0: b\u202f; c\u202f?"),
        ("« ici »", "«\u202fici\u202f»"),
        ("{{a; b}} `x: 1` https://example.org", "{{a; b}} `x: 1` https://example.org"),
    ],
)
def test_each_french_mark_has_a_space_of_its_own(text, right):
    assert (spaced(text), spaced(right)) == (right, right)


@pytest.mark.parametrize("slug", BOOKS)
def test_french_marks_stand_behind_the_space_that_each_needs(slug):
    texts = french(BOOKS[slug])
    assert {key: text for key, text in texts.items() if text != spaced(text) or " %" in text} == {}


@pytest.mark.parametrize("slug", BOOKS)
def test_french_apostrophes_are_typographic(slug):
    """Beside letters; what is quoted from the interface or a command is straight."""
    straight = {key: text for key, text in french(BOOKS[slug]).items() if re.search(r"[^\W\d_]'[^\W\d_{`]", text)}
    assert straight == {}


@pytest.mark.parametrize("slug", BOOKS)
def test_every_rule_stands_in_every_language_with_the_same_options(slug):
    book = BOOKS[slug]
    code = re.compile(r"`[^`]+`")
    folder = Path(book.package.replace(".", "/"))
    for language in LANGUAGES[1:]:
        told = book.rules_in(language)
        assert [rule.id for rule in told] == [rule.id for rule in book.rules]
        same = [rule.id for rule, english in zip(told, book.rules, strict=True) if rule.text == english.text]
        assert same == [], language
        own, english = ((folder / f"RULES.{name}").read_text() for name in (f"{language}.md", "md"))
        preamble = english.partition("\n## ")[0]
        english = english.removeprefix(preamble)
        assert sorted(code.findall(own)) == sorted(code.findall(english)), language


def words_of(catalogue):
    """All words of a catalogue's messages, without those of the interface and of holes."""
    text = " ".join(QUOTED.sub(" ", re.sub(r"{{[^}]*}}", " ", message)) for message in catalogue.values())
    return {word.lower() for word in WORD.findall(text)}


@cache
def own_words(slug, language):
    return words_of(SERVICE_MESSAGES[language]) | words_of(BOOKS[slug].messages[language])


UNITS = re.compile(r"(?:[0-9]|\}\}) (?:%|cm|см|Zoll|kB|ko|КБ|ms|\{\{unit\}\}|\$\{unit)(?![\w-])")
"""A number, or a hole for one, that a line may end behind, though its unit follows."""


@pytest.mark.parametrize("file", sorted(APP.rglob("locales/*.json")), ids=lambda file: str(file.relative_to(APP)))
def test_no_line_ends_between_a_number_and_its_unit(file):
    texts = json.loads(file.read_text("utf-8"))
    assert {key: text for key, text in texts.items() if UNITS.search(text)} == {}


THINGS = {"unit", "group", "groups", "card", "area", "token", "seen_by", "nearest", "target", "ship", "ships"}


@pytest.mark.parametrize("file", sorted(APP.rglob("locales/de.json")), ids=lambda file: str(file.relative_to(APP)))
def test_no_name_of_a_thing_stands_right_behind_the_german_von_which_would_bend_it(file):
    texts = json.loads(file.read_text("utf-8"))
    bent = {key: re.findall(r"\b[Vv]o[nm] \{\{(\w+)", text) for key, text in texts.items()}
    assert {key: texts[key] for key, names in bent.items() if THINGS & {*names}} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_in_the_line_of_a_mode_stands_behind_its_letters(language):
    texts = BOOKS["open-forces"].messages[language]
    for variant in ("no-attack", "in-range", "as-agreed"):
        line = texts[f"choice.choose-mode_{variant}"]
        shown = re.findall(r"([A-Z]{3}) \{\{(\w+)", line)
        letters = {
            "no-attack": ["DEF", "SPD"],
            "in-range": ["ATK", "RNG", "DEF", "SPD"],
            "as-agreed": ["ATK", "DEF", "SPD"],
        }
        assert [name for name, _ in shown] == letters[variant], line


def test_the_seat_of_the_service_has_a_name_that_no_case_changes():
    files = [APP / "web" / "locales" / f"{language}.json" for language in LANGUAGES]
    assert {json.loads(file.read_text("utf-8"))["play.the_service"] for file in files} == {"Umpire"}


def test_no_module_of_a_page_writes_a_number_that_a_line_may_end_behind():
    modules = [*APP.rglob("assets/**/*.js"), *APP.rglob("pages/*.js")]
    assert len(modules) > 100
    assert [
        file.name
        for file in modules
        if re.search(r"\} (?:%|cm\b|ms`|kB\b|\$\{unit(?:Of\(|\}))", file.read_text("utf-8"))
    ] == []


@cache
def foreign_words(slug, language):
    """The words that only other languages have."""
    others = [own_words(slug, other) for other in LANGUAGES if other != language]
    return set().union(*others) - own_words(slug, language)


def said_in(value):
    """Every text of a client or of a record: ids, names, words."""
    if isinstance(value, dict):
        return [text for key, one in value.items() if key in SAID for text in strings(one)] + [
            text for one in value.values() for text in said_in(one)
        ]
    return [text for one in value for text in said_in(one)] if isinstance(value, list) else []


SAID = ("id", "name", "unit", "units", "card", "attacker", "defender", "area", "group", "adjacent")


def strings(value):
    if isinstance(value, str):
        return [value]
    return [text for one in value for text in strings(one)] if isinstance(value, list) else []


def without_names(text, names):
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return text


def require_one_language(text, slug, language, names):
    bare = QUOTED.sub(" ", without_names(text, names))
    strange = {word for word in map(str.lower, WORD.findall(bare)) if word in foreign_words(slug, language)}
    assert (language, strange - SHARED) == (language, set()), text
    if language == "ru":
        latin = re.findall(r"[A-Za-z]{4,}", bare)
        assert latin == [], text
    else:
        assert re.search("[а-яА-Я]", bare) is None, text


FILES = sorted(GOLDEN.glob("*/v*/*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(GOLDEN)))
def test_a_golden_is_told_in_one_language(file):
    book, golden = BOOKS[file.parts[-3]], json.loads(file.read_text())
    said = {*said_in(golden["situation"]), *said_in(golden["entries"])}
    names = {*said, *map(in_words, said), *card_names(book)}
    for language in LANGUAGES:
        texts = book.texts(language).naming(OwnNames(things_in(golden["situation"])))
        told = [entry_text(book, entry, texts) for entry in golden["entries"]]
        told.append(message_of(book.ruleset.outcome, "outcome", golden["outcome"], golden["outcome"], texts))
        for text in told:
            assert text
            assert "{{" not in text
            require_one_language(text, book.slug, language, names)


GAMES = sorted(GOLDEN.glob("*/v*/*.ndjson"))
AS_STORED = re.compile(r"\b(?:true|false|null|unknown)\b|[a-z]_[a-z]|[{}]")
"""What stands in a text where a record is shown instead of told."""


def opened(node, parts):
    """A part of an event with its private parts as they are known; what is hidden is unknown."""
    if isinstance(node, dict) and node.keys() == {"private"}:
        return parts.get(node["private"], {"unknown": True})
    if isinstance(node, dict):
        return {name: opened(each, parts) for name, each in node.items()}
    return [opened(each, parts) for each in node] if isinstance(node, list) else node


def test_a_thing_called_like_the_number_of_a_seat_gives_it_no_other_name():
    texts = service_texts("en").naming(OwnNames({"units": {"1": "Anton", "seat-1": "Berta"}}))
    assert texts.find("hidden.rolled", {"by": "seat-1"}, varied="seat") == "Player 1 rolls in secret."


@pytest.mark.parametrize(
    ("name", "shown"), [("Anton", "Anton"), ("Åsa 7", "Åsa 7"), ("\u05d0\u05d1 7", "\u2068\u05d0\u05d1 7\u2069")]
)
def test_a_name_from_right_to_left_does_not_reorder_its_sentence(name, shown):
    texts = service_texts("en").naming(OwnNames(players={"seat-1": name}))
    assert texts.find("hidden.rolled", {"by": "seat-1"}, varied="seat") == f"{shown} rolls in secret."


def test_things_of_one_sort_with_one_name_are_numbered():
    hill, mill = {"id": "a1", "name": "Hill", "units": [{"id": "u1", "name": "Guards", "state": "fresh"}]}, {"id": "a2"}
    lost = {"id": "u2", "name": "Guards", "state": "spent"}
    other = {"id": "u3", "name": "Hill", "state": "spent"}
    texts = service_texts("en").naming(OwnNames(things_in({"areas": [hill, mill], "losses": [lost, other]})))
    told = [texts.names.of(id, "unit") for id in ("u1", "u2", "u3", "a1", "a2")]
    assert told == ["Guards 1", "Guards 2", "Hill", "Hill", "a2"]


def test_a_thing_without_a_name_is_not_taken_for_one_that_is_called_like_it():
    areas = [{"id": "Hill", "name": None}, {"id": "a2", "name": "Hill"}]
    assert things_in({"areas": areas})["areas"] == {"Hill": "Hill", "a2": "Hill 2"}


@pytest.mark.parametrize(
    ("id", "words"),
    [("area-2", "Area 2"), ("b-infantry-1", "B infantry 1"), ("область_2", "Область 2")]
    + [(id, id) for id in ("g1", "Hill", "2/2", "-1", "a-", "")],
)
def test_an_id_is_told_in_words_where_it_is_made_of_several(id, words):
    assert in_words(id) == words
    if id:
        assert things_in({"areas": [{"id": id, "name": None}, {"id": "x", "name": "old-mill"}]})["areas"][id] == words
        assert things_in({"areas": [{"id": "x", "name": "old-mill"}]})["areas"]["x"] == "old-mill"


def test_an_id_in_words_is_no_name_that_another_thing_has():
    ships = [{"id": id, "name": name} for id, name in (("red-1", None), ("b", "Red 1"), ("red_1", None))]
    told = things_in({"ships": ships})["ships"]
    assert [told[id] for id in ("red-1", "b", "red_1")] == ["Red 1 (2)", "Red 1", "Red 1 (3)"]


def test_a_thing_keeps_its_number_wherever_it_is_found():
    things = [{"id": f"wing-{n}", "name": "Red"} for n in (10, 2, 9)]
    for one in (things, things[::-1], [things[1], things[0], things[2]]):
        told = things_in({"ships": one})["ships"]
        assert [told[id] for id in ("wing-2", "wing-9", "wing-10")] == ["Red 1", "Red 2", "Red 3"]


def test_a_number_that_another_thing_has_in_its_name_is_left_out():
    ships = [{"id": id, "name": name} for id, name in (("a", "Red"), ("b", "Red 1"), ("c", "Red"))]
    assert [things_in({"ships": ships})["ships"][id] for id in "abc"] == ["Red 2", "Red 1", "Red 3"]


def test_a_thing_has_one_number_in_the_game_and_in_each_attack():
    ships = [{"id": f"wing-{n}", "name": "Red"} for n in range(3)]
    things = OwnNames(things_in({"ships": ships}, {"attacker": ships[2], "defender": ships[1]}))
    assert [things.of("wing-2", about) for about in ("attacker", "ship", "")] == ["Red 3"] * 3


def test_a_group_without_a_name_is_called_as_its_card():
    cards = [{"id": "rifles", "name": "Rifles"}, {"id": "tank", "name": None}]
    groups = [{"id": id, "name": None, "card": card} for id, card in (("a", "rifles"), ("b", "rifles"), ("c", "tank"))]
    told = things_in({"cards": cards, "armies": [{"groups": groups}]})["groups"]
    assert told == {"a": "Rifles 1", "b": "Rifles 2", "c": "c"}


def test_units_are_called_as_their_group_also_once_they_have_fallen():
    units = [{"id": f"a-{n}", "at": None} for n in (1, 3)]
    group = {"id": "a", "card": "rifles", "name": None, "units": units}
    state = {"cards": [{"id": "rifles", "name": "Rifles"}], "groups": [group], "fallen": []}
    names = OwnNames(things_in(state, {"attacker": {"unit_ids": ["a-1", "a-2", "b-1"]}}))
    assert [names.of(id, "unit") for id in ("a-1", "a-2", "a-3", "b-1")] == [
        "Rifles (1)",
        "Rifles (2)",
        "Rifles (3)",
        "B 1",
    ]


def stored_entries(file, *, is_known=True):
    """The entries of a golden."""
    if file.suffix == ".json":
        return json.loads(file.read_text())["entries"]
    lines = [json.loads(line) for line in file.read_text().splitlines()[:-1]]
    private = [part for line in lines for part in line["private"]]
    parts = {part["digest"]: json.loads(part["bytes"]) for part in private} if is_known else {}
    bodies = [json.loads(line["body"]) for line in lines]
    return [opened(entry, parts) for body in bodies for entry in body.get("entries", [])]


@pytest.mark.parametrize("file", [*FILES, *GAMES], ids=lambda file: str(file.relative_to(GOLDEN)))
def test_a_thing_called_like_a_role_or_a_face_gives_it_no_other_name(file):
    book = BOOKS[file.parts[-3]]
    entries = stored_entries(file)
    texts = book.texts("en")
    faces = {face for die in book.ruleset.dice for face in die.faces if isinstance(face, str)}
    ids = {*said_in(entries), "focus", "evade"}  # which are tokens, too
    words = sorted({"attacker", "defender", *faces} - ids)
    named = texts.naming(OwnNames({"things": dict.fromkeys(words, "Anton")}))
    told = [(entry_text(book, entry, named), entry_text(book, entry, texts)) for entry in entries]
    assert [pair for pair in told if pair[0] != pair[1]] == []


@pytest.mark.parametrize("is_known", [True, False], ids=["known", "hidden"])
@pytest.mark.parametrize("file", GAMES, ids=lambda file: str(file.relative_to(GOLDEN)))
def test_no_line_of_a_game_shows_a_record_as_it_is_stored(file, is_known):
    book = BOOKS[file.parts[-3]]
    entries = stored_entries(file, is_known=is_known)
    for language in LANGUAGES:
        told = [entry_text(book, entry, book.texts(language)) for entry in entries]
        assert [text for text in told if AS_STORED.search(text or "")] == [], language


def card_names(book):
    """The names of cards, which are printed in one language, and those of effects that are spelled out."""
    return names_in_catalogue(book.slug)


@cache
def names_in_catalogue(slug):
    catalogue = BOOKS[slug].ruleset.catalogue
    return frozenset(entry.name for entry in catalogue.entries()) if catalogue else frozenset()


@pytest.mark.parametrize("slug", BOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_told_in_one_language(slug, language):
    book = BOOKS[slug]
    texts = book.texts(language)
    for key in book.messages[language]:
        if not key.startswith("reason.") or PLURAL.search(key):
            continue
        reason, _, rule = key.removeprefix("reason.").partition(".")
        params = {path[0]: 3 for path in holes(book.messages[language][key])}
        problem = Problem("illegal-situation", reason=reason, rule=rule or None, params=params)
        told = detail_of(texts, problem)
        assert "{{" not in told
        require_one_language(told, slug, language, card_names(book))


def test_a_word_of_another_language_is_found():
    with pytest.raises(AssertionError):
        require_one_language("Anton wählt ein Ziel: none.", "open-forces", "de", {"Anton"})
    with pytest.raises(AssertionError):
        require_one_language("The стреляющий игрок rolls.", "storm-over-stalingrad", "ru", set())
