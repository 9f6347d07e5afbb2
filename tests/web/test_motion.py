"""What moved goes there on the board, and is marked until the next move."""

from collections import Counter
from itertools import pairwise

import pytest

from tests.web.opening import opened, sits

WATCH = """() => {
  globalThis.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (frames[0].translate) moved.push(this.dataset.item);
    return animate.call(this, frames, how);
  };
}"""
LOADED = "() => performance.getEntriesByType('resource').some(({name}) => name.endsWith('/motion.js'))"
FIRE = """async (session) => {
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${session.tokens.host}`};
  for (;;) {
    const {items: [question]} = await (await fetch(`/v1/sessions/${session.id}/questions`, {headers})).json();
    const seat = {...headers, Authorization: `Bearer ${session.tokens.seats[question.seat]}`};
    const fire = question.choices?.find(({choice}) => choice.kind === "fire") ?? question.choices?.[0];
    const answer = question.kind === "roll" ? {faces: Array(question.count).fill(6)} : {[question.answer.member]: fire.choice};
    const sent = await fetch(question.answer.path, {method: "POST", headers: seat, body: JSON.stringify({seen: question.seen, ...answer})});
    const action = await sent.json();
    if (!sent.ok) throw new Error(JSON.stringify(action));
    if (action.status === "resolved") return action.casualties.filter(({lost}) => lost).map(({unit}) => unit);
  }
}"""
NORTH = """([what, name]) => {
  const {top, per} = document.querySelector(".battle").dataset;
  const all = [...document.querySelectorAll(what)].flatMap((each) => each.getAttribute(name).match(/-?[\\d.]+/g).map(Number));
  return (name === "d" ? [all[1], all[3]] : [all.reduce((sum, y) => sum + y) / all.length]).map((y) => Number(top) - y / Number(per));
}"""
"""How far north units stand in the mean, or where a way begins and ends, in the game's own lengths."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_group_walks_and_its_way_stays_until_the_next_one(visitor, motion):
    one = visitor()
    one.page.emulate_media(reduced_motion=motion)
    session = opened(one, "open-forces", "sample-with-positions")
    page = sits(one, session, 1, 2)
    page.wait_for_selector(".battle .unit")
    page.wait_for_function(LOADED)
    page.evaluate(WATCH)
    page.click(".question .choice >> nth=0")
    page.wait_for_selector(".mode-values")
    page.click(".question .choice >> nth=2")
    page.wait_for_selector(".way-of")
    group = page.get_attribute(".group.held", "data-item")
    unit = f'.battle [data-item="{group}"] .unit'
    (was,) = page.evaluate(NORTH, [unit, "cy"])
    assert page.locator(".trail").count() == 0
    page.click(".question .choice >> nth=1")
    page.wait_for_selector(".trail", state="attached")
    (now,) = page.evaluate(NORTH, [unit, "cy"])
    assert page.evaluate("moved") == ([group] if motion == "no-preference" else [])
    assert page.evaluate(NORTH, [".trail", "d"]) == pytest.approx([was, now], abs=1)
    page.click(".question .choice >> nth=0")
    page.wait_for_selector(".mode-values")  # the other player begins; the board is drawn anew with a group that is held
    page.wait_for_selector(".group.held")
    assert page.evaluate(NORTH, [".trail", "d"]) == pytest.approx([was, now], abs=1)
    page.evaluate("moved.length = 0")
    page.reload()
    page.wait_for_selector(".trail", state="attached")
    assert page.evaluate(NORTH, [".trail", "d"]) == pytest.approx([was, now], abs=1)
    assert page.locator(".measured").count() == 0


def test_a_board_that_is_not_shown_meanwhile_is_drawn_anew(visitor):
    one = visitor()
    page = sits(one, opened(one, "open-forces", "sample-with-positions", take_back="free"), 1, 2)
    page.wait_for_selector(".battle .unit")
    page.wait_for_function(LOADED)
    for style in ("display: none", "width: 0; height: 0; overflow: hidden"):
        held = page.evaluate("() => document.querySelector('.group.held')?.dataset.item")
        page.eval_on_selector(".battle", "(each, style) => { each.parentElement.style = style; }", style)
        page.click(".question .choice >> nth=1")
        page.wait_for_function(
            "held => { const it = document.querySelector('.group.held'); return it && it.dataset.item !== held; }",
            arg=held,
        )
        page.click("[data-key=step-back]")
        page.wait_for_selector(".group.held", state="detached")


def test_what_falls_leaves_a_cross_where_it_stood(visitor):
    one = visitor()
    session = opened(one, "storm-over-stalingrad", "sample", dice={"source": "physical"})
    page = sits(one, session, 1, 2)
    pieces = page.wait_for_selector(".battle .piece") and page.locator(".battle .piece")
    before = {each.get_attribute("data-item") for each in pieces.element_handles()}
    page.wait_for_function(LOADED)
    fallen = page.evaluate(FIRE, session)
    page.wait_for_selector(".fallen-here", state="attached")
    assert len(fallen) == page.locator(".fallen-here").count() > 0
    assert set(fallen) <= before - {each.get_attribute("data-item") for each in pieces.element_handles()}
    assert page.locator(".last-move + .piece, .last-move ~ .piece").count() > 0  # below the pieces


AIM = """(ids) => {
  const matrix = document.querySelector(".battle").getScreenCTM();
  const [from, to] = document.querySelector(".shot").getAttribute("d").match(/-?[\\d.]+/g).map(Number).reduce((all, one, n) => (n % 2 ? all.at(-1).push(one) : all.push([one]), all), []);
  return [from, to].map(([x, y], n) => {
    const box = document.querySelector(`.cell[data-item="${ids[n]}"] polygon`).getBoundingClientRect();
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return point.x > box.left && point.x < box.right && point.y > box.top && point.y < box.bottom;
  });
}"""


def test_a_line_goes_from_who_fires_to_the_target_until_the_next_move(visitor):
    one = visitor()
    session = opened(one, "storm-over-stalingrad", "sample", dice={"source": "physical"})
    page = sits(one, session, 1, 2)
    page.wait_for_selector(".battle .piece")
    page.wait_for_function(LOADED)
    assert page.locator(".shot").count() == 0
    page.evaluate(FIRE, session)
    page.wait_for_selector(".shot", state="attached")
    record = page.evaluate(
        "async (id) => (await (await fetch(`/v1/sessions/${id}/actions/2`)).json()).record", session["id"]
    )
    fired = next(entry["data"] for entry in record if entry.get("fact") == "fire-declared")
    assert page.evaluate(AIM, [fired["firing_area"], fired["target_area"]]) == [True, True]
    faces = [face for entry in record if entry["kind"] == "rolled" for face in entry["faces"]]
    page.wait_for_selector(".dice-here", state="attached")  # they fall after the line was drawn
    assert page.locator(".dice-here .die").count() == len(faces) > 0
    assert page.locator(".dice-here .die .mark").count() == sum(faces)  # pips
    page.click(".question .choice:has-text('Pass') >> nth=0")
    page.wait_for_selector(".shot", state="detached")
    page.goto(page.url.replace("/play/", "/sessions/") + "#move=2")
    page.wait_for_selector(".shot", state="attached")
    page.click("#step-back")
    page.wait_for_selector(".shot", state="detached")
    page.click("#step-back")
    page.click("#step-back")  # before the first move there is nothing
    page.click("#step-on")
    page.click("#step-on")
    page.wait_for_selector(".shot", state="attached")


TURNS = """() => {
  globalThis.turned = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (frames[0].transform?.startsWith("rotateY")) turned += 1;
    return animate.call(this, frames, how);
  };
  const stacks = () => [...document.querySelectorAll("#board .stack")].map((stack) =>
    [...stack.children].map((card) => (card.classList.contains("back") ? "" : card.innerText.trim())));
  globalThis.boards = [[stacks(), 0]];
  new MutationObserver(() => boards.push([stacks(), turned])).observe(document.querySelector("#board"), {childList: true});
}"""
"""Keeps each board that is shown as its stacks, a card that lies face down as nothing, with how many have turned by then."""
PLAY = """async ([session, moves]) => {
  const headers = {"Content-Type": "application/json"};
  const by = (seat) => ({...headers, Authorization: `Bearer ${session.tokens.seats[seat]}`});
  for (let n = 0; n < moves; n += 1) {
    const open = await Promise.all([1, 2].map(async (seat) => (await (await fetch(`/v1/sessions/${session.id}/questions`, {headers: by(seat)})).json()).items.find((each) => each.seat === seat && each.choices?.length)));
    const question = open.find(Boolean);
    if (!question) return;
    const attack = question.choices.find(({leads_to}) => leads_to?.traits?.some(({trait}) => trait === "attacks")) ?? question.choices[0];
    const sent = await fetch(question.answer.path, {method: "POST", headers: by(question.seat), body: JSON.stringify({seen: question.seen, [question.answer.member]: attack.choice})});
    if (!sent.ok) throw new Error(await sent.text());
  }
}"""


def test_a_card_that_is_revealed_turns_over(visitor):
    one = visitor()
    session = opened(one, "castle-rampage", "siege")
    for _ in range(16):  # both lay their cards
        one.page.evaluate(PLAY, [session, 1])
    page = one.go(f"/sessions/{session['id']}")
    page.wait_for_selector("#board .stack")
    page.wait_for_function(LOADED)
    page.evaluate(TURNS)
    expected = 0
    for move in range(18, 48):
        page.evaluate(PLAY, [session, 1])
        page.wait_for_function("move => document.querySelector('#story h2').innerText.endsWith(` ${move}`)", arg=move)
    boards = page.evaluate("boards")
    for (was, _), (now, turned) in pairwise(boards):
        for before, cards in zip(was, now, strict=True):
            new = Counter(card for card in cards if card) - Counter(card for card in before if card)
            expected += new.total() if "" in before else 0
        assert turned == expected
    assert expected > 0
