"""What a host does alone, who may be a player too: whoever sees the session sees it."""

from tests.web.opening import opened

ALONE = """async ([session, closes]) => {
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${session.tokens.host}`};
  const path = `/v1/sessions/${session.id}`;
  const looked = (await fetch(`${path}/state?seat=2`, {headers})).status;
  const body = JSON.stringify({result: {winner: 1}, abandon: true});
  return [looked, (await fetch(`${path}/close`, {method: "POST", headers, body})).status];
}"""
TOGETHER = """async (session) => {
  const body = JSON.stringify({result: {winner: 1}});
  for (const token of Object.values(session.tokens.seats)) await fetch(`/v1/sessions/${session.id}/close`, {method: "POST", body,
    headers: {"Content-Type": "application/json", Authorization: `Bearer ${token}`}});
}"""


def test_a_look_of_the_host_and_a_game_that_it_closed_alone_are_told_to_everybody(visitor):
    one, stranger = visitor(), visitor()
    session = opened(one, "storm-over-stalingrad", "sample-with-cards")
    assert one.page.evaluate(ALONE, [session, True]) == [200, 200]
    page = stranger.go(f"/sessions/{session['id']}")
    page.wait_for_selector("#host li >> nth=1")
    looked, closed = page.locator("#host li").all_inner_texts()
    assert "viewed hidden information of Beatrix" in looked
    assert "host alone closed the table and said that Anton has won" in closed


def test_a_game_that_all_seats_closed_was_not_closed_by_the_host(visitor):
    one, stranger = visitor(), visitor()
    session = opened(one, "open-forces", "sample")
    one.page.evaluate(TOGETHER, session)
    page = stranger.go(f"/sessions/{session['id']}")
    page.wait_for_selector("#about:has-text('Won by Anton')")
    page.wait_for_selector("#where:not(:empty)")
    assert page.locator("#host li").count() == 0
