"""What the suite of conformance promises."""

import pytest

from app.conformance import CHECKS, Nonconforming, faults_of
from app.services.rulebooks.check import check
from app.services.rulebooks.installed import find_rulebooks
from tests.conformance import test_broken_attacks, test_broken_boards
from tests.conformance.changes import duel, game


def test_every_check_has_a_toy_that_it_refuses():
    assert {*test_broken_attacks.BROKEN, *test_broken_boards.BROKEN} == {check.__name__ for check in CHECKS}


def test_a_check_raises_its_sentence_without_a_test_runner(broken):
    book = broken(*game("(state.turn,) if", "(state.turn + 7,) if"))
    failed = [check for check in CHECKS if check.__name__ == "whoever_is_asked_has_a_seat"]
    with pytest.raises(Nonconforming, match="names seat 8"):
        failed[0](book)


@pytest.mark.parametrize("toy", ["coin_duel", "pebbles"])
def test_a_right_rulebook_passes(broken, toy):
    book = broken(toy)
    assert [*check(book), *faults_of(book)] == []


def test_faults_of_several_checks_are_told_once_each(broken):
    told = list(faults_of(broken(*game("covers[state.next_seat - 1]", "covers[state.next_seat]"))))
    assert len(told) == len(set(told)) == 1
    assert told[0].startswith("pebbles: the setup `two` with 2 seats stops after")


def test_a_board_that_lists_some_moves_only_may_take_others(broken):
    some = ("range(min(options.most, state.pebbles), 0, -1)", "range(min(options.most, state.pebbles), 1, -1)")
    assert list(faults_of(broken(*game(*some, "setups={", "lists_every_move=False,\n    setups={")))) == []


def test_one_language_is_enough_whichever_it_is(broken):
    book = broken(*duel('language="en"', 'language="de"'))
    texts = book.messages["en"] | {"outcome": "Treffer: {{hits}}."}
    book.__dict__["messages"] = {"de": texts}
    assert [*check(book), *faults_of(book)] == []
    for language in ("de", "en", "ru"):
        assert book.texts(language).find("outcome", {"hits": 2}) == "Treffer: 2."


def test_a_text_that_the_only_language_lacks_is_missed_there(broken):
    book = broken("coin_duel")
    book.__dict__["messages"] = {"de": {key: text for key, text in book.messages["en"].items() if key != "outcome"}}
    assert check(book) == [f"coin-duel: the text `outcome` is missing. Add it to {book.package}/locales/de.json."]


def test_a_value_that_is_not_there_is_told_in_the_readers_language():
    german = find_rulebooks()["open-forces"].texts("de")
    assert german.find("reason.no-groups-left", {"seat": None}) == "keins hat keine Gruppen mehr."
