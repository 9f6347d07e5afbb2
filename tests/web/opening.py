"""Tables that are opened by requests instead of the form, and seats that a browser holds from the start: it is faster."""

from playwright.sync_api import Error

from app.services.rulebooks.installed import find_rulebooks
from tests import thorough

OPEN = """async ([slug, body, setup]) => {
  if (typeof setup === "string") setup = (await (await fetch(`/v1/rulesets/${slug}`)).json()).game.setups[setup];
  if (setup) Object.assign(body, {kind: "game", setup});
  return (await fetch(`/v1/rulesets/${slug}/sessions`, {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify(body)})).json();
}"""
HOLD = "([id, held]) => localStorage.setItem(`umpire:session:${id}`, JSON.stringify(held))"
MOVE = """async ([session, seat, action]) => {
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${session.tokens.seats[seat]}`};
  const {seq} = await (await fetch(`/v1/sessions/${session.id}`, {headers})).json();
  const path = `/v1/rulesets/${session.ruleset}/sessions/${session.id}/actions`;
  return (await (await fetch(path, {method: "POST", headers, body: JSON.stringify({seen: seq, move: action})})).json()).status;
}"""
NAMES = ("Anton", "Beatrix")
BOOKS = ("open-forces", "castle-rampage", "x-wing", "storm-over-stalingrad")
BOARDS = [
    (slug, setup)
    for slug in BOOKS
    for setup in list(find_rulebooks()[slug].ruleset.board.setups)[: thorough.cases(1, 9)]
]
"""The first setup of each board, and with --thorough all of them."""


def some(all_, *, first=0, count=1):
    """So many of all from this one on, and with --thorough all of them: the tests of a plain run share the rulebooks."""
    turned = [*all_[first:], *all_[:first]]
    return turned[: thorough.cases(count, len(turned))]


def players(slug, setup):
    """A name for each seat of a setup."""
    board = find_rulebooks()[slug].ruleset.board
    return [f"Player {seat}" for seat in range(1, (board.seats(board.setups[setup]) if board.seats else 2) + 1)]


def opened(one, slug, setup=None, names=NAMES, **more):
    """A new session: a game of a setup, which may be named, else a series."""
    if one.page.url == "about:blank":
        one.go("/join")
    body = {"kind": "series", "visibility": "unlisted", "seats": [{"name": name} for name in names], **more}
    return one.page.evaluate(OPEN, [slug, body, setup])


def sits(one, session, *seats):
    """The page of a session for who plays these seats: one phone goes round where there are several."""
    tokens = session["tokens"]
    held = {
        "ruleset": session["ruleset"],
        "seats": {str(seat): tokens["seats"][str(seat)] for seat in seats},
        "host": tokens["host"] if len(seats) > 1 else None,
        "one": len(seats) > 1,
        "commitment": session["fairness"]["commitment"],
    }
    if one.page.url == "about:blank":
        one.go("/join")
    one.page.evaluate(HOLD, [session["id"], held])
    page = one.go(f"/play/{session['id']}")
    page.wait_for_selector("#seats li")
    return page


def moves(one, session, seat, action):
    """A seat makes a move of a game by a request."""
    assert one.page.evaluate(MOVE, [session, seat, action]) == "resolved"


def answer_first(page):
    """Take the first choice of the question at a seat; returns once the page has drawn what came of it.

    Where damage is distributed by a form, the dice decide whether it is asked, and the list is folded away.
    """
    while True:
        choice = page.wait_for_selector(".question .choice", state="attached")
        try:
            choice.evaluate("each => { const fold = each.closest('details'); if (fold) fold.open = true; }")
            choice.click()
        except Error as failed:
            if "not attached" not in str(failed):  # else choices were drawn anew, as figures
                raise
        else:
            drawn_anew(page, choice)
            return


def drawn_anew(page, old):
    """Wait until something is no longer there, and nothing is under way."""
    page.wait_for_function("old => !old.isConnected && !document.body.classList.contains('busy')", arg=old)
    page.wait_for_timeout(100)
