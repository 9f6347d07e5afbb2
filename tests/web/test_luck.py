"""The luck after a game: by player and by kind of roll, on the page of the end and on that of the session."""

import pytest

from tests.web.opening import moves, opened, sits


def test_after_a_whole_game_the_luck_of_each_player_is_told_with_what_is_unknown(visitor):
    one = visitor()
    session = opened(one, "storm-over-stalingrad", "sample")
    fire = {"kind": "fire", "area": "steppe", "target": "station"}
    assert one.page.evaluate(FIRE, [session, fire]) == "resolved"
    moves(one, session, 2, {"kind": "concede"})
    page = sits(one, session, 1)
    page.wait_for_selector(".luck .lines li")
    told = page.inner_text(".luck")
    assert "Anton" in told
    assert "Damage points" in told
    assert "SS-11 × 2: sum" in told
    assert page.get_attribute(".luck .lines a", "href").endswith("/rules/storm-over-stalingrad#SS-11")
    assert "Beatrix" not in told  # who made no attack and threw no die
    assert min(page.eval_on_selector_all(".luck, .row.rematch", MARGINS)) >= 12
    page.goto(page.url.replace("/play/", "/sessions/"))
    page.wait_for_selector("#luck .lines li")
    assert "SS-11 × 2: sum" in page.inner_text("#luck")
    assert page.inner_text("#luck-title") == "Luck"


@pytest.mark.parametrize("setup", ["siege"])
def test_a_game_without_dice_and_odds_says_that_nothing_can_be_told(visitor, setup):
    one = visitor()
    session = opened(one, "castle-rampage", setup)
    moves(one, session, 1, {"kind": "concede"})
    page = sits(one, session, 1)
    page.wait_for_selector(".luck .hint")
    assert "There is nothing to say about luck" in page.inner_text(".luck")


MARGINS = "all => all.map((one) => parseFloat(getComputedStyle(one).marginTop))"

FIRE = """async ([session, move]) => {
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${session.tokens.host}`};
  const path = `/v1/sessions/${session.id}`;
  const ask = async (where, body) => (await fetch(where, {method: "POST", headers, body: JSON.stringify(body)})).json();
  const {seq} = await (await fetch(path, {headers})).json();
  let action = await ask(`${path}/actions`, {seen: seq, move});
  while (action.status === "pending")
    action = await ask(`${path}/actions/${action.number}/answers`, {seen: action.pending.seen, pick: 0});
  return action.status;
}"""
"""A move of a game, of whose questions each is answered by its first choice."""
