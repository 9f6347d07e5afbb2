"""The way through a record: the list of moves, one step at a time, keys."""

from tests.web.opening import opened, sits
from tests.web.test_motion import FIRE

LISTED = (
    "() => [...document.querySelectorAll('.move-list li')].map((each) => each.innerText.replace(/\\s+/g, ' ').trim())"
)


TAKE_BACK = """async ({id, tokens}) => {
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${tokens.host}`};
  const sent = await fetch(`/v1/sessions/${id}/actions/2/void`, {method: "POST", headers, body: JSON.stringify({reason: "wrong area"})});
  return (await sent.json()).status;
}"""


def shows(page, move):
    """Wait until a move is shown."""
    page.wait_for_function("move => document.querySelector('#story h2')?.innerText.endsWith(` ${move}`)", arg=move)


def test_the_list_of_moves_says_what_each_did_and_shows_it(visitor):
    one = visitor()
    session = opened(one, "storm-over-stalingrad", "sample", dice={"source": "physical"})
    sits(one, session, 1, 2).evaluate(FIRE, session)
    page = one.go(f"/sessions/{session['id']}")
    page.wait_for_selector("#story h2")
    assert page.locator(".move-list").count() == 0  # it is made once somebody wants it
    page.click("text=All moves")
    page.wait_for_selector(".move-list li")
    listed = page.evaluate(LISTED)
    record = page.evaluate(
        "async (id) => (await (await fetch(`/v1/sessions/${id}/actions/2`)).json()).record", session["id"]
    )
    casualties = [entry["text"] for entry in record if entry.get("fact") == "casualty"]
    assert [line.split()[0] for line in listed] == ["1", "2"]
    assert listed[1].removeprefix("2 ").startswith(casualties[0])
    assert page.locator(".move-list [aria-current=step]").count() == 1
    page.click(".move-list button >> nth=0")
    shows(page, 1)
    assert page.evaluate("location.hash") == "#move=1"
    assert page.get_attribute(".move-list button >> nth=0", "aria-current") == "step"
    page.keyboard.press("ArrowRight")
    shows(page, 2)
    page.keyboard.press("ArrowRight")  # there is no further one
    page.keyboard.press("ArrowLeft")
    shows(page, 1)
    page.keyboard.press("Alt+ArrowRight")  # of the browser
    page.focus("#place")
    page.keyboard.press("ArrowRight")  # once, by the slider itself
    shows(page, 2)


def test_a_move_that_was_taken_back_is_struck_through(visitor):
    one = visitor()
    session = opened(one, "storm-over-stalingrad", "sample", dice={"source": "physical"})
    page = sits(one, session, 1, 2)
    page.evaluate(FIRE, session)
    assert page.evaluate(TAKE_BACK, session) == "void"
    page = one.go(f"/sessions/{session['id']}")
    page.click("text=All moves")
    page.wait_for_selector(".move-list li")
    assert page.locator(".move-list s").count() == 1
    assert page.evaluate(LISTED)[1].endswith("does not count")
