"""Whole games in the browser: the board beside the question, pieces to tap, a field to walk on, a replay."""

import pytest

from app.web.assets import assets_path
from tests.web.opening import answer_first, opened, sits
from tests.web.test_at_the_table import PHONE


def open_game(one, ruleset, setup, phones="one"):
    page = one.go("/play")
    page.wait_for_selector("body.ready")
    page.check(f"[name=ruleset][value={ruleset}]")
    page.select_option("#setup", setup)
    for seat, name in ((1, "Anton"), (2, "Beatrix")):
        page.fill(f"#name-{seat}", name)
    page.check(f"#phones-{phones}", force=True)
    page.click("text=Open the table")
    page.wait_for_url("**/play/*")
    page.wait_for_selector(".board" if phones == "one" else ".invite")  # the code stands alone until the other is there
    return page


def uncover(page):
    page.wait_for_selector(".cover, .question")
    if page.query_selector(".cover"):
        page.click(".cover button")
    page.wait_for_selector(".question")


PLACE = """([across, down]) => {
  const field = document.querySelector(".battle");
  if (!field) return null;
  const { x, y, width, height } = field.viewBox.baseVal;
  const place = new DOMPoint(x + width * across, y + height * down).matrixTransform(field.getScreenCTM());
  return [place.x, place.y];
}"""


def tap_field(page, across, down):
    """Click the field at this share of its width and its height; it may be drawn anew meanwhile."""
    page.mouse.click(*page.wait_for_function(PLACE, arg=[across, down]).json_value())


NAMES = {"infantry 1": "infantry-1", "infantry 2": "infantry-2", "mortars": "mortar", "tank": "tank"}
GROUPS = {
    f"{color} {name}": f"{seat}-{id}"
    for seat, color in zip("ab", ("Red", "Blue"), strict=True)
    for name, id in NAMES.items()
}
"""The groups of the sample, by their names."""


def test_where_nothing_is_drawn_nobody_is_told_to_tap_the_field(visitor):
    page = open_game(visitor(), "open-forces", "sample")
    uncover(page)
    page.click(".question .choice >> nth=0")
    page.wait_for_selector("text=Mode 2")
    page.click("text=Mode 2")
    page.wait_for_selector("text=Stay")
    assert page.locator(".walk").count() == 0


def test_a_group_is_tapped_walks_over_the_field_and_is_seen_again_in_the_replay(visitor):
    one = visitor()
    page = open_game(one, "open-forces", "sample-with-positions")
    uncover(page)
    first = page.inner_text(".question .choice >> nth=0")
    mine = next(id for name, id in GROUPS.items() if first.endswith(name))
    assert page.locator(".question .choice").count() == 5
    page.click(f'.battle [data-item="{mine}"] .unit >> nth=0')
    page.wait_for_selector(".reach-move")  # the held group shows how far it goes
    assert page.locator(".question .choice").count() == 1
    page.click(".question .choice")
    page.wait_for_selector("text=Mode 2")
    page.click("text=Mode 2")
    page.wait_for_selector(".walk")
    page.wait_for_selector(".reach-move")
    tap_field(page, 0.6, 0.5)
    page.click("[data-key=walk]")
    page.wait_for_function("() => document.querySelector('#story').textContent.includes('10\u00a0cm')")
    page.goto(page.url.replace("/play/", "/sessions/"))
    page.wait_for_selector(".battle")
    last = page.locator(f'.battle [data-item="{mine}"] .unit').first.get_attribute("cy")
    page.focus("#place")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(
        "([mine, last]) => document.querySelector(`.battle [data-item='${mine}'] .unit`).getAttribute('cy') !== last",
        arg=[mine, last],
    )


def test_modes_are_dice_with_their_values_and_movements_show_where_the_group_would_stand(visitor):
    page = open_game(visitor(), "open-forces", "sample-with-positions")
    uncover(page)
    page.click(".question .choice >> nth=0")
    page.wait_for_selector(".mode-values")
    shown = page.locator(".question .choice")
    assert [" ".join(each.split()) for each in shown.locator(".shown").all_inner_texts()] == [
        "Hold SPD 6 ATK 1 DEF 2 RNG 30",
        "Advance SPD 10 ATK 1 DEF 0 RNG 20",
        "Run SPD 20 ATK – DEF −1 RNG –",
    ]
    assert shown.locator("b").all_inner_texts() == ["1", "2", "30", "1", "20"]  # the best of each value
    assert [len(each.query_selector_all(".die .mark")) for each in shown.element_handles()] == [1, 2, 3]
    hold = page.get_by_role("button", name="Mode 1 “Hold”: ATK 1, RNG 30\u00a0cm; DEF 2, SPD 6\u00a0cm", exact=True)
    assert hold.count() == 1  # a screen reader says what the figures mean
    shown.nth(1).click()
    page.wait_for_selector(".way-of")
    assert shown.locator(".way-of b").first.inner_text() == "10"
    group = page.locator(".group.held .unit")
    shown.nth(2).hover()
    page.wait_for_selector(".ghosts circle")
    assert page.locator(".ghosts circle").count() == group.count() > 1
    shown.nth(0).hover()
    page.wait_for_selector(".ghosts circle", state="detached")  # the group stays


def test_a_command_takes_three_taps(visitor):
    page = open_game(visitor(**PHONE), "open-forces", "sample-with-positions")
    uncover(page)
    page.wait_for_selector(".with-ways")
    row = page.locator(".with-ways").first
    group = next(id for name, id in GROUPS.items() if row.locator(".choice").inner_text().endswith(name))
    assert row.locator(".way-on .die").count() == row.locator(".way-on").count() > 1
    before = page.locator(f'.battle [data-item="{group}"] .unit').first.get_attribute("cx")
    row.locator(".way-on").nth(1).click()
    page.wait_for_selector(".walk")
    tap_field(page, 0.6, 0.5)
    page.click("[data-key=walk]")
    page.wait_for_function(
        "([group, before]) => document.querySelector(`.battle [data-item='${group}'] .unit`)?.getAttribute('cx') !== before",
        arg=[group, before],
    )
    page.wait_for_selector("#story .step:has-text('shows 2')", state="attached")


def test_units_that_may_fire_are_counters_with_their_firepower(visitor):
    page = open_game(visitor(), "storm-over-stalingrad", "sample")
    uncover(page)
    page.click("text=Fire from Steppe at Station")
    page.wait_for_selector(".firepower")
    shown = page.locator(".question .choice")
    for each in shown.all():
        firepower = int(each.locator(".firepower").inner_text())
        values = [int(one.partition("–")[0]) for one in each.locator(".counter-small").all_inner_texts()]
        assert sum(values) == firepower
        assert f"(firepower {firepower})" in each.inner_text()
        assert each.locator(".counter-small.german.fresh").count() == len(values)


def test_a_card_in_hand_is_tapped_and_its_choices_are_small_cards_with_its_value(visitor):
    page = open_game(visitor(), "castle-rampage", "whole-sample")
    uncover(page)
    page.wait_for_selector(".card-small")
    shown = page.locator(".question .choice:not([hidden])")
    before = shown.count()
    hand = page.locator(".hand [data-item]")
    name, item = hand.first.locator("bdi").inner_text(), hand.first.get_attribute("data-item")
    hand.first.click(position={"x": 8, "y": 60})
    page.wait_for_selector(".narrowed")
    assert 0 < shown.count() < before
    own = page.locator(f".question .choice[data-choice*='{item}']")
    assert own.count() == shown.count()
    for each in own.all():
        assert name in each.inner_text()
        assert each.locator(".card-small b").inner_text() == each.inner_text().rpartition(" ")[2]


def test_groups_are_placed_where_the_field_is_tapped_or_where_a_choice_says(visitor):
    one = visitor()
    one.expects("409")
    page = open_game(one, "open-forces", "sample-to-place")
    uncover(page)
    assert page.locator(".battle .unit").count() == 0
    assert page.locator(".battle .zone").count() == 2
    page.click("text=Place group Red tank")
    page.wait_for_selector(".walk")
    tap_field(page, 0.1, 0.2)
    page.wait_for_selector(".ghosts circle", state="attached")
    page.click("[data-key=walk]")
    page.wait_for_selector("text=outside of where its group may be placed")
    tap_field(page, 0.1, 0.9)
    page.click("[data-key=walk]")
    page.wait_for_selector('.battle [data-item="a-tank"] .unit')
    page.click("text=Place group Blue tank")
    page.wait_for_selector("text=no attack in the first round")
    page.click(".question .choice >> nth=0")
    page.wait_for_selector('.battle [data-item="b-tank"] .unit')
    one, other = (page.locator(f'.battle [data-item="{id}"] .unit').get_attribute("cx") for id in ("a-tank", "b-tank"))
    assert one != other


UNCOVERED = """(what) => [...document.querySelectorAll(what)].every((one) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return [0.05, 0.5, 0.95].every((part) => one.closest("svg").contains(document.elementFromPoint(left + width / 2, top + height * part)));
})"""


def test_the_whole_field_is_seen_beside_the_question_where_to_place_a_group(visitor):
    page = open_game(visitor(viewport={"width": 1280, "height": 900}), "open-forces", "sample-to-place")
    uncover(page)
    page.click("text=Place group Red infantry 1")
    page.wait_for_selector(".walk")
    page.wait_for_function(UNCOVERED, arg=".battle .edge, .battle .zone rect")
    tap_field(page, 0.5, 0.95)
    page.wait_for_selector(".ghosts circle", state="attached")


def test_two_phones_play_a_fire_of_stalingrad_while_a_third_watches(visitor):
    anton, beatrix, cleo = visitor(**PHONE), visitor(**PHONE), visitor()
    session = opened(anton, "storm-over-stalingrad", "sample")
    mine, theirs = sits(anton, session, 1), sits(beatrix, session, 2)
    watched = cleo.go(f"/sessions/{session['id']}")
    watched.wait_for_selector(".battle .piece")
    theirs.wait_for_selector(".waiting")
    mine.click("text=Fire from steppe at Station")
    mine.click(".question .choice:has-text('firepower 14')")
    for _ in range(30):  # with few damage points their owner is asked where they go
        theirs.wait_for_selector(".question")
        if theirs.query_selector(".question .ask:has-text('what do you do')"):
            break
        answer_first(theirs)
    for one in (mine, theirs, watched):
        one.wait_for_function("() => document.querySelectorAll('.piece.german.spent').length === 3")
    theirs.wait_for_selector(".question .ask:has-text('what do you do')")
    mine.wait_for_selector(".waiting")


ATTACK = """async ([session, token]) => {
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${token}`};
  const {examples} = await (await fetch("/v1/rulesets/open-forces")).json();
  const body = JSON.stringify({situation: examples[0], session_id: session, seats: {attacker: 1, defender: 2}});
  return (await fetch("/v1/rulesets/open-forces/attacks", {method: "POST", headers, body})).status;
}"""


def test_what_happens_while_a_watcher_still_reads_is_told_once(visitor):
    anton, cleo = visitor(), visitor()
    session = opened(anton, "open-forces")
    watched = cleo.go(f"/sessions/{session['id']}")
    watched.wait_for_selector("#where:not(:empty)")

    first, come = [], []

    def attack():
        assert anton.page.evaluate(ATTACK, [session["id"], session["tokens"]["host"]]) == 201

    def slowly(route):
        if not first:
            first.append(route.request)
            attack()
            watched.wait_for_timeout(500)
        route.continue_()

    watched.on("requestfinished", lambda request: come.append(request))
    watched.route("**/events?*", slowly)
    attack()
    watched.wait_for_function("() => Number(document.getElementById('place').max) >= 2")
    while first[0] not in come:
        watched.wait_for_timeout(50)
    watched.wait_for_timeout(300)  # until the slow answer is read too
    assert watched.locator("#place").get_attribute("max") == "2"


def test_a_table_for_attacks_is_still_one(visitor):
    one = visitor()
    page = sits(one, opened(one, "x-wing"), 1, 2)
    page.wait_for_selector("#attack:visible")
    assert page.locator("#board:visible").count() == 0


DRAWN = """async ([base, attacker]) => {
  const {wholeStory} = await import(base + "/story.js");
  const session = {kind: "game", seats: [{seat: 1}, {seat: 2}]}, defender = 3 - attacker;
  const rolled = (by, face) => ({kind: "rolled", rule: null, by, die: "d6", faces: [face], source: "service", text: `${by} rolls`});
  const record = [{kind: "noted", rule: null, fact: "seated", data: {attacker, defender}, text: "begins"}, rolled("attacker", 6), rolled("defender", 5),
    {kind: "noted", rule: null, fact: "pairs-compared", data: {pairs: [{attacker: 6, defender: 5, sum: 11, kills: true}]}, text: "compared"}];
  const die = (face) => [{face, rolled: face, canceled: false}];
  const action = {number: 1, ruleset: "open-forces", status: "resolved", text: "over", record, outcome: {attack_dice: die("hit"), defense_dice: die("evade")},
    situation: {defender: {units: 1}}, casualties: [{lost: true}]};
  const host = document.createElement("div");
  host.append(...wholeStory(action, [], new Set(), session, null).filter(Boolean));
  return [...host.querySelectorAll(".die, .figure")].map((each) => each.getAttribute("class").split(" ").find((name) => name.startsWith("seat-")) || "none");
}"""


@pytest.mark.parametrize("attacker", [1, 2])
def test_whatever_a_player_throws_and_loses_has_the_color_of_the_seat(visitor, attacker):
    own, other = f"seat-{attacker}", f"seat-{3 - attacker}"
    drawn = visitor().go("/join").evaluate(DRAWN, [assets_path(), attacker])
    assert drawn == [own, other, other, own, other, other, own]
