"""Seats bring their own squads and armies on the page: hidden until all lie there, checked, changed, shown, refused."""

import json
import re

import pytest

from app.rulesets.x_wing.game.bringing import FACTIONS
from app.web.assets import assets_path, file_of
from tests.bringing import BLACK, LISTS, RED, army
from tests.rulesets.x_wing.squads import EXPORTS
from tests.thorough import only_thorough
from tests.web.conftest import ODDLY
from tests.web.opening import drawn_anew, opened, sits
from tests.web.test_fits import wider
from tests.web.test_for_everybody import faults

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
YASB, LBN = EXPORTS
ANY = {"1": {}, "2": {}}


def pastes(page, seat, xws):
    """A seat pastes a squad, and it is read."""
    page.fill(f"[data-key='{seat - 1}/xws']", xws if isinstance(xws, str) else json.dumps(xws))
    page.click(f"[data-key='{seat - 1}/read']")
    page.wait_for_selector(".squad-ship")


def lays(page):
    page.click("[data-key=bring]")


def test_two_phones_bring_squads_that_lie_unseen_until_both_do(visitor):
    anton, beatrix = visitor(**PHONE), visitor()
    anton.expects("422")
    session = opened(anton, "x-wing", {}, host=False, bring={"1": {"points": 8, "ships": 3}, "2": {}})
    mine, theirs = sits(anton, session, 1), sits(beatrix, session, 2)
    mine.wait_for_selector(".bringing")
    assert mine.locator(".limits li").all_inner_texts() == ["At most 8 points", "At most 3 ships"]
    assert mine.locator("[data-key=bring][aria-disabled]").count() == 1
    pastes(mine, 1, RED["xws"] | {"name": ODDLY})
    lays(mine)
    mine.wait_for_selector(".fault:has-text('9 points')")
    mine.click("[data-key='0/1/away']")  # the second ship
    mine.wait_for_function("document.querySelectorAll('.squad-ship').length === 1")
    lays(mine)
    mine.wait_for_selector("text=Your list is in, face down.")
    assert f"{ODDLY} · 1 ship · 5 points" in mine.inner_text("#asked")
    theirs.wait_for_selector(".lists:has-text('Anton: the list is in')")
    assert "Wedge" not in theirs.content()
    howlrunner, academy = BLACK["xws"]["pilots"]
    pastes(theirs, 2, BLACK["xws"] | {"pilots": [howlrunner, academy | {"upgrades": {"talent": ["predator"]}}]})
    mine.click("[data-key='bring/change']")
    mine.wait_for_selector("[data-key='0/0/copy']")
    lays(mine)
    mine.wait_for_selector("text=Your list is in, face down.")
    assert theirs.locator(".squad-ship").count() == 2, "what is typed stays while another list comes"
    lays(theirs)
    for page in (mine, theirs):
        page.wait_for_selector(".brought:has-text('Wedge Antilles')")
        page.wait_for_selector("#board .ship-row >> nth=2")
        assert f"Anton · {ODDLY} · 1 ship · 5 points" in page.inner_text(".brought")
        assert "the service does not know any others" in page.inner_text(".brought")
        assert "Academy Pilot: upgrades for the slot talent: 1, slots of that kind: 0." in page.inner_text(".brought")


def test_a_list_is_looked_at_while_it_is_made(visitor):
    anton = visitor(**PHONE)
    anton.expects("422")
    session = opened(anton, "x-wing", {}, host=False, bring={"1": {"ships": 2}, "2": {}})
    page = sits(anton, session, 1)
    page.wait_for_selector(".bringing")
    academy = {"id": "academypilot", "upgrades": {"talent": ["predator"]}}
    pastes(page, 1, {"pilots": [{"id": "howlrunner"}, academy]})
    page.wait_for_selector(".squad-ship >> nth=1 >> text=Academy Pilot: upgrades for the slot talent: 1")
    page.click("[data-key='0/1/copy']")
    page.wait_for_selector(".fault:has-text('3 ships')")
    page.click("[data-key='0/1/away']")
    page.wait_for_selector(".fault", state="detached")
    page.click("[data-key='0/1/away']")
    page.wait_for_selector(".noted", state="detached")
    assert wider(page, "bringing") == []


def test_what_was_shown_is_refused_before_the_first_move_and_nobody_wins(visitor):
    anton, beatrix = visitor(), visitor(**PHONE)
    session = opened(anton, "open-forces", {}, host=False, bring=ANY)
    mine, theirs = sits(anton, session, 1), sits(beatrix, session, 2)
    for page in (mine, theirs):
        page.wait_for_selector(".data-card")
        lays(page)
    theirs.click("[data-key='bring/refuse']")
    theirs.click(".sure [data-key=back]")
    assert theirs.locator(".brought").count() == 1
    theirs.click("[data-key='bring/refuse']")
    theirs.click(".sure [data-key=sure]")
    for page in (mine, theirs):
        page.wait_for_selector(".over:has-text('Beatrix refused the lists. Nobody has won.')")


def test_a_phone_that_goes_round_shows_no_list_to_the_other_player(visitor):
    one = visitor(**PHONE)
    page = sits(one, opened(one, "x-wing", {}, bring=ANY), 1, 2)
    page.click(".cover:has-text('Anton') button")
    pastes(page, 1, RED["xws"])
    lays(page)
    page.wait_for_selector(".cover:has-text('Beatrix')")
    assert "Wedge" not in page.content()
    assert "wedge" not in page.content()
    page.click("[data-key='change/1']")
    page.wait_for_selector("#asked:has-text('Wedge Antilles')")
    page.click("[data-key='bring/leave']")
    page.click(".cover:has-text('Beatrix') button")
    pastes(page, 2, BLACK["xws"])
    assert "wedge" not in page.content().lower()
    lays(page)
    page.wait_for_selector(".brought:has-text('Wedge Antilles')")


def test_a_list_is_chosen_from_what_this_browser_keeps_or_from_a_file(visitor):
    one = visitor()
    session = opened(one, "x-wing", {}, bring=ANY)
    kept = {"ruleset": "x-wing", "name": ODDLY, "options": {}, "setup": {"squads": [RED, BLACK]}}
    one.page.evaluate("kept => localStorage.setItem(`umpire:army:x-wing:${kept.name}`, JSON.stringify(kept))", kept)
    page = sits(one, session, 2)
    page.click("[data-key='fold/bring/mine']")
    assert [ODDLY in text for text in page.locator(".bringing .choice").all_inner_texts()] == [True, True]
    page.click(f"[data-key='mine/{ODDLY}/1']")
    page.wait_for_selector(".squad-ship:has-text('Howlrunner')")

    def opens(found):
        text = found if isinstance(found, str) else json.dumps(found)
        page.set_input_files("#bring-file", {"name": "a.json", "mimeType": "application/json", "buffer": text.encode()})

    for wrong in ("<b>", {"squads": 7}, {"ruleset": "open-forces", "setup": {}}, "[" * 300_000):
        opens(wrong)
        page.wait_for_selector(".bringing [role=alert]")
        assert page.locator(".squad-ship:has-text('Howlrunner')").count() == 1
    opens(LBN("falcon"))
    page.wait_for_selector(".squad-ship:has-text('Chewbacca')")
    opens({"squads": [RED, BLACK]})
    page.click("[data-key='several/0']")
    page.wait_for_selector(".squad-ship:has-text('Wedge')")
    page.reload()
    page.wait_for_selector(".squad-ship:has-text('Wedge')")
    lays(page)
    page.click("summary:has-text('Save in this browser')")
    page.click("[data-key='bring/keep']")
    page.wait_for_selector("text=Red is saved in this browser.")
    page.goto(one.address + "/make/x-wing?army=Red")
    page.wait_for_selector(".squad-ship:has-text('Wedge')")


def test_an_army_is_typed_at_the_table_with_all_its_faults_at_their_places(visitor):
    one = visitor(**PHONE)
    one.expects("422")
    session = opened(one, "open-forces", {}, bring={"1": {"points": 20, "groups": 1}, "2": {}})
    page = sits(one, session, 1)
    page.wait_for_selector(".data-card")
    page.fill("[data-key='card/0/name']", "Infanterie")
    page.fill("[data-key='card/0/army_value']", "5")
    page.click("[data-key='army/0/0/copy']")
    lays(page)
    page.wait_for_selector(".army .fault >> nth=1")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    told = page.inner_text(".army")
    assert "50" in told
    assert "20" in told
    page.click("[data-key='army/0/1/away']")
    page.fill("[data-key='army/0/0/units']", "4")
    page.keyboard.press("Tab")
    lays(page)
    page.wait_for_selector("text=Your list is in, face down.")
    page.wait_for_selector("#asked li:has-text('4 × Infanterie')")
    assert page.inner_text("#asked ul >> nth=0") == "4 × Infanterie"


def test_an_army_that_chooses_from_the_cards_of_the_game_has_none_to_type(visitor):
    one, other = visitor(), visitor()
    card = army()["cards"][0]
    setup = {"cards": [{**card, "id": "other", "name": "Andere"}, {**card, "id": "common", "name": "Garde"}]}
    session = opened(one, "open-forces", setup, bring={"1": {"cards": ["common"]}, "2": {}})
    page, theirs = sits(one, session, 1), sits(other, session, 2)
    page.wait_for_selector(".bringing .army")
    assert page.locator(".data-card").count() == 0
    assert page.locator(".army option").all_inner_texts() == ["Garde"]
    lays(page)
    page.wait_for_selector("#asked li:has-text('5 × Garde')")
    theirs.wait_for_selector(".data-card")
    lays(theirs)
    theirs.wait_for_selector(".brought:has-text('5 × Garde')")


def opens(page, slug):
    """The form that opens a table, for a game to which each brings a list."""
    page.wait_for_selector("body.ready")
    page.check(f"[name=ruleset][value={slug}]", force=True)
    page.select_option("#setup", "bring")


def joins(one, page):
    """Somebody who knows nothing but the link that another phone shows takes the seat."""
    there = one.page
    there.goto(page.wait_for_selector(".invite input").input_value())
    there.click("#take")
    there.wait_for_selector(".bringing")
    return there


def test_a_table_is_opened_for_lists_within_limits_of_the_rulebook_that_is_chosen(visitor):
    one = visitor(**PHONE)
    page = one.go("/play")
    opens(page, "x-wing")
    assert page.is_visible("#most-ships")
    assert not page.is_visible("#most-groups")
    assert not page.is_visible("#phones-service")
    page.fill("#most-points", "99999")
    page.check("[name=ruleset][value=castle-rampage]", force=True)
    assert page.locator("#setup option[value=bring]").count() == 0
    assert not page.is_visible("#bring")
    opens(page, "open-forces")
    page.fill("#most-points", "50")
    page.fill("#most-groups", "3")
    page.select_option("#battlefield", "in-turn")
    page.check("#phones-one", force=True)
    page.click("text=Open the table")
    page.click(".cover button")
    page.wait_for_selector(".limits")
    assert page.locator(".limits li").all_inner_texts() == ["At most 50 points", "At most 3 groups"]
    for seat in (1, 2):
        page.wait_for_selector(f".army.seat-{seat}")
        lays(page)
        if seat == 1:
            page.click(".cover:has-text('Player 2') button")
    page.wait_for_selector(".brought")
    page.locator(".cover button, .question .choice").first.wait_for()


@only_thorough("two phones from a link to a flown game")
def test_two_who_know_nothing_but_a_link_fly_two_pasted_squads(visitor):
    anton, beatrix = visitor(**PHONE), visitor()
    page = anton.go("/play")
    opens(page, "x-wing")
    page.fill("#most-points", "200")
    page.click("text=Open the table")
    theirs = joins(beatrix, page)
    pastes(page, 1, YASB("rebels in T-65s"))
    pastes(theirs, 2, LBN("vader and swarm"))
    lays(theirs)
    theirs.wait_for_selector("text=Your list is in, face down.")
    lays(page)
    both = (page, theirs)
    for one in both:
        one.wait_for_selector(".brought >> text=Refuse these lists")
        one.wait_for_selector("#board .ship-row >> nth=9")
        assert "r2astromech" not in one.inner_text("#board")
    page.wait_for_function(IN_SIGHT)
    for _ in both:
        mover = moving(both)
        old = mover.wait_for_selector(".question .choice:has-text('All maneuvers are chosen: end the Planning Phase')")
        old.click()
        drawn_anew(mover, old)
    for one in both:
        one.wait_for_selector(".brought", state="detached")


def test_limits_are_told_by_name_and_what_is_not_agreed_is_not_found_but_refused(visitor):
    one = visitor(**PHONE)
    one.expects("422")
    cards = ["wedgeantilles", "predator", "juke", "marksmanship"]
    limits = {"factions": ["rebelalliance"], "cards": cards, "printed": True}
    page = sits(one, opened(one, "x-wing", {}, bring={"1": limits, "2": {}}), 1)
    page.wait_for_selector(".limits:has-text('Wedge Antilles')")
    assert page.locator(".limits li").all_inner_texts() == [
        "Upgrades must fit the slots, and limited cards the number of their dots (•), as on the newest cards",
        "Only these factions: Rebel Alliance",
        "Only these cards: Wedge Antilles, Predator, Juke, Marksmanship",
    ]
    page.fill("[data-key='0/pilot']", "antilles")
    page.wait_for_selector(".found button")
    assert page.locator(".found button").count() == 1
    page.keyboard.press("Enter")
    page.click("[data-key='0/0/slot/talent']")
    page.wait_for_selector(".found button")
    found = [each.split(" ")[0] for each in page.locator(".found button").all_inner_texts()]
    assert sorted(found) == ["Juke", "Marksmanship", "Predator"]
    crowded = {"talent": ["predator", "juke", "marksmanship"]}
    page.click("[data-key='fold/0/paste']")
    pastes(page, 1, {"pilots": [{"id": "wedgeantilles", "upgrades": crowded}, {"id": "academypilot"}]})
    page.wait_for_selector("text=Academy Pilot")
    lays(page)
    first, second = page.locator(".squad-ship").all()
    first.locator(".fault:has-text('Upgrades for the slot talent: 3')").wait_for()
    told = " ".join(second.locator(".fault").all_inner_texts())
    assert "none of the factions that were agreed on" in told
    assert "The card Academy Pilot is not among" in told


KEPT = """(all) => {
  for (const [name, squads] of Object.entries(all))
    localStorage.setItem(`umpire:army:x-wing:${name}`, JSON.stringify({ruleset: "x-wing", name, options: {}, setup: {squads}}));
}"""
NO_SHIP = {"xws": {"name": None, "faction": None, "pilots": []}}


def keeps(one, path):
    """A page in a browser that keeps the list of one seat, and a setup with both."""
    one.go("/join").evaluate(KEPT, {ODDLY: [RED, NO_SHIP], "Both": [RED, BLACK]})
    return one.go(path)


def test_the_list_of_one_seat_is_offered_where_lists_are_wanted_and_no_whole_setup(visitor):
    page = keeps(visitor(**PHONE), "/play")
    opens(page, "x-wing")
    assert page.locator("#setup optgroup option").all_inner_texts() == ["Both"]
    assert page.locator("#reserve option").all_inner_texts()[:4] == ["–", f"{ODDLY}", "Both · 1", "Both · 2"]
    page.select_option("#setup", "own:Both")
    page.wait_for_selector("#own:has-text('2 ships')")
    page.click("#own summary")
    one_seat = {"ruleset": "x-wing", "name": "Solo", "setup": {"squads": [NO_SHIP, BLACK]}}
    file = {"name": "a.json", "mimeType": "application/json", "buffer": json.dumps(one_seat).encode()}
    page.set_input_files("#own-file", file)
    page.wait_for_selector("text=“Solo” is the list of one player.")
    assert page.input_value("#setup") == "bring"
    assert page.locator("#reserve option[value='own:1:Solo']").inner_text() == "Solo"


def test_the_service_brings_what_is_in_reserve_and_has_to_keep_to_the_limits(visitor):
    one = visitor(**PHONE)
    one.expects("422")
    page = keeps(one, "/play")
    opens(page, "x-wing")
    page.fill("#most-points", "8")
    page.select_option("#reserve", f"own:0:{ODDLY}")
    page.wait_for_selector("[role=status]:has-text('9 points')")
    page.fill("#most-points", "9")
    page.keyboard.press("Tab")
    page.wait_for_selector("[role=status]:has-text('A game for 2 players.')")
    page.select_option("#deadline", "3600")
    page.check("#printed")
    page.check("#phones-service", force=True)
    page.click("text=Open the table")
    page.wait_for_selector(".lists:has-text('Umpire: the list')")
    page.wait_for_selector("#until time")
    page.wait_for_selector(".limits:has-text('Upgrades must fit the slots')")
    assert "Wedge" not in page.content()
    pastes(page, 1, BLACK["xws"] | {"pilots": BLACK["xws"]["pilots"][:1]})
    lays(page)
    page.wait_for_selector(".brought:has-text('Wedge Antilles')")


def chosen(page, word):
    """A pilot or an upgrade is found by a part of its name, and taken."""
    page.fill("[data-key='bring/card']", word)
    page.click(f".found button:has-text('{word}') >> nth=0")
    return page.wait_for_selector(f".choosing .chip:has-text('{word}')")


def test_factions_and_cards_are_chosen_by_name_and_each_seat_has_a_reserve_of_its_own(visitor):
    one = visitor(**PHONE)
    one.expects("422")
    page = keeps(one, "/play")
    opens(page, "x-wing")
    page.click("[data-key='fold/bring/choosing']")
    page.check("[data-key='bring/faction/rebelalliance']")
    chosen(page, "Predator")
    chosen(page, "Wedge Antilles").click()
    page.wait_for_selector(".choosing .chip:has-text('Wedge')", state="detached")
    page.select_option("#reserve", f"own:0:{ODDLY}")
    page.wait_for_selector("[role=status]:has-text('Wedge Antilles is not among those that were agreed on')")
    page.click(".choosing .chip")
    page.select_option("#reserve-2", "own:1:Both")
    page.wait_for_selector("[role=status]:has-text('none of the factions that were agreed on')")
    page.check("[data-key='bring/faction/galacticempire']")
    page.wait_for_selector("[role=status]:has-text('A game for 2 players.')")
    page.check("#phones-service", force=True)
    page.click("text=Open the table")
    page.wait_for_selector(".limits:has-text('Only these factions: Rebel Alliance, Galactic Empire')")
    pastes(page, 1, RED["xws"])
    lays(page)
    page.wait_for_selector(".brought:has-text('Howlrunner')")
    page.go_back()
    opens(page, "x-wing")
    page.wait_for_selector("summary:text-is('Factions and cards')")  # nothing of the table before is left


def test_all_choose_from_the_data_cards_of_an_army(visitor):
    page = visitor(**PHONE).go("/play")
    opens(page, "open-forces")
    page.click("[data-key='fold/bring/choosing']")
    page.select_option("[data-key='bring/from']", index=1)
    count = page.wait_for_selector(".choosing .chip") and page.locator(".choosing .chip").count()
    page.click(".choosing .chip >> nth=0")
    page.wait_for_function("count => document.querySelectorAll('.choosing .chip').length < count", arg=count)
    names = [each.removesuffix(" ×") for each in page.locator(".choosing .chip").all_inner_texts()]
    page.check("#phones-one", force=True)
    page.click("text=Open the table")
    page.click(".cover button")
    page.wait_for_selector(f".limits:has-text('Only these cards: {', '.join(names)}')")
    assert page.locator(".bringing table").count() == 1, "there are no cards to type"


def test_the_factions_that_a_form_offers_are_those_of_the_service():
    text = file_of("rulesets/x_wing/pages/choose").read_text()
    listed = re.findall(r'"(\w+)"', text[text.index("FACTIONS = ") :].split("]")[0])
    assert sorted(listed) == sorted(FACTIONS)


def test_a_squad_alone_is_looked_at_while_it_is_made_and_the_other_seat_brings_its_own(visitor):
    anton, beatrix = visitor(**PHONE), visitor()
    anton.expects("422")
    page = anton.go("/make/x-wing")
    page.wait_for_selector("body.ready")
    pastes(page, 1, RED["xws"])
    page.wait_for_selector("#told:has-text('Player 2: bring your list')")
    page.click("#left summary")
    page.fill("#most-points", "8")
    page.click("#opening button[value=two]")
    page.wait_for_selector("#refusal:has-text('9 points')")
    page.fill("#most-points", "9")
    page.click("#opening button[value=two]")
    page.wait_for_selector(
        "text=Your list is in, face down.", state="attached"
    )  # code and link are shown until the other is there
    theirs = joins(beatrix, page)
    assert "Wedge" not in theirs.content()
    pastes(theirs, 2, BLACK["xws"])
    lays(theirs)
    for each in (page, theirs):
        each.wait_for_selector(".brought:has-text('Wedge Antilles')")


def test_an_army_is_shown_to_the_one_who_brings_the_other_only_where_that_is_wished(visitor):
    page = visitor(**PHONE).go("/make/open-forces")
    page.wait_for_selector("body.ready")
    for is_seen in (False, True):
        page.click("[data-key='army/1/leave']")
        page.wait_for_selector("#told:has-text('Player 2: bring your list')")
        page.set_checked("#unseen", not is_seen)
        page.click("text=One phone")
        page.click(".cover:has-text('Player 2') button")
        page.wait_for_selector(".army.seat-2")
        assert page.locator(".lists li").count() == (1 if is_seen else 2), "a list that all can read is not brought"
        lays(page)
        page.wait_for_selector(".brought")
        page.go_back()
        page.wait_for_selector("body.ready")
        page.click("[data-key='army/1/make']")


IN_SIGHT = "document.querySelector('.brought').getBoundingClientRect().top < innerHeight / 2"
"""A phone shows what was brought, below a board that is longer than its window."""


def moving(pages):
    """The page of whoever is asked."""
    while True:
        for page in pages:
            if page.locator(".question .choice").count():
                return page
        pages[0].wait_for_timeout(50)


@only_thorough("two phones from a link to a placed army")
def test_two_who_know_nothing_but_a_link_place_two_typed_armies_on_a_battlefield_of_their_own(visitor):
    anton, beatrix = visitor(), visitor(**PHONE)
    page = anton.go("/make/open-forces")
    page.wait_for_selector("body.ready")
    page.click("[data-key='field/add/round']")
    page.fill("#name", "Wald")
    page.click("#keep")
    page.wait_for_selector("#armies li")
    page = anton.go("/play")
    opens(page, "open-forces")
    page.select_option("#battlefield", "own:Wald")
    page.click("text=Open the table")
    theirs = joins(beatrix, page)
    for one in (page, theirs):
        one.wait_for_selector("#asked .battle .obstacle")
        assert one.locator("#asked .battle .zone").count() == 2
    for seat, one, name in ((1, page, "Garde"), (2, theirs, "مشاة")):
        one.fill("[data-key='card/0/name']", name)
        one.fill(f"[data-key='army/{seat - 1}/0/units']", "3")
        one.keyboard.press("Tab")
        one.wait_for_selector(f".data-card legend:has-text('{name}')")
        lays(one)
    both = (page, theirs)
    for one in both:
        told = one.wait_for_selector(".brought").text_content()
        assert "3 × Garde" in told
        assert "3 × مشاة" in told
    for _ in range(2):
        mover = moving(both)
        old = mover.wait_for_selector(".question .choice")
        old.click()
        drawn_anew(mover, old)
    page.wait_for_selector("#board .battle")
    assert "a-1" not in page.inner_text("main"), "a group without a name is called as its card"


AS_TEXT = """async (base) => {
  const {ListForm} = await import(`${base}/bringing/list-form.js`);
  const module = await import(`${base}/bringing/any.js`);
  const order = {setup: {}, options: {}, bring: {1: {}}};
  const of = {ruleset: "toy", seat: 1, text: "Anton?", limits: {}, opened: {}, options: {}, details: {}, module, order};
  document.body.append(new ListForm({...of, send: (list) => { globalThis.sent = list; }, leave: null}).host);
}"""


def test_a_list_of_a_rulebook_without_a_form_is_typed_as_text(visitor):
    page = visitor().go("/play/none")
    page.wait_for_selector("body.ready")
    page.route("**/v1/rulesets/toy/setups", lambda route: route.fulfill(json={"notes": []}))
    page.evaluate(AS_TEXT, assets_path())
    for wrong in ("{", "[]", "7"):
        page.fill("[data-key=list]", wrong)
        page.keyboard.press("Tab")
        page.wait_for_selector(".bringing .fault")
        assert page.get_attribute("[data-key=bring]", "aria-disabled") == "true"
    page.fill("[data-key=list]", '{"name": "<b>"}')
    with page.expect_response("**/setups"):
        page.keyboard.press("Tab")
    page.wait_for_selector(".bringing .fault", state="detached")
    page.click("[data-key=bring]")
    assert page.evaluate("sent") == {"name": "<b>"}


@pytest.mark.thorough
@pytest.mark.parametrize("slug", LISTS)
def test_everybody_can_use_the_form_in_any_window(visitor, slug):
    language = {"x-wing": "ru", "open-forces": "de"}[slug]
    anton, beatrix = visitor(locale=language, reduced_motion="reduce"), visitor()
    session = opened(anton, slug, {}, host=False, bring={"1": {"points": 500}, "2": {}})
    mine, theirs = sits(anton, session, 1), sits(beatrix, session, 2)
    for seat, page in ((1, mine), (2, theirs)):
        page.wait_for_selector(".bringing")
        if slug == "x-wing":
            pastes(page, seat, YASB("rebels in T-65s"))
    wrong = [*faults(mine, dark=True), *wider(mine, "form")]
    lays(mine)
    mine.wait_for_selector("[data-key='bring/change']")
    wrong += [*faults(mine), *wider(mine, "lies")]
    lays(theirs)
    mine.wait_for_selector(".brought")
    mine.wait_for_selector("#board > *")
    assert [*wrong, *faults(mine), *wider(mine, "shown")] == []
