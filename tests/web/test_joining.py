"""A link that hands a seat over, where it is opened oddly: in an open tab, in the window of a chat, twice."""

import pytest

from tests.web.opening import opened, some

CLAIM = """async ([id, seat, token]) => {
  const made = await fetch(`/v1/sessions/${id}/seats/${seat}/claims`, {method: "POST", body: "{}",
    headers: {Authorization: `Bearer ${token}`, "Content-Type": "application/json"}});
  return `/join#${(await made.json()).claim}.${id}.${seat}`;
}"""
DENIED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {get() { throw new DOMException("denied", "SecurityError"); }});
delete Navigator.prototype.clipboard;"""
FULL = 'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };'
STILL = ("/", "/rules/x-wing", "/developers")
PAGES = (*STILL, "/try/x-wing", "/play", "/organise", "/tables", "/history", "/players")


def link_of(one, session, seat):
    return one.page.evaluate(CLAIM, [session["id"], seat, session["tokens"]["host"]])


def test_another_link_in_an_open_tab_is_another_seat_and_one_cut_short_is_none(visitor):
    anton, beatrix = visitor(), visitor()
    session = opened(anton, "open-forces")
    page = beatrix.go(link_of(anton, session, 1))
    page.wait_for_selector("#whose:has-text('Anton')")
    other = link_of(anton, session, 2)
    page.evaluate("link => { location.href = link; }", other)
    page.wait_for_selector("#whose:has-text('Beatrix')")
    page.reload()
    page.wait_for_selector("#whose:has-text('Beatrix')")
    page.evaluate("link => { location.href = link; }", other.rpartition(".")[0])
    page.wait_for_selector("#refusal:has-text('not complete')")
    assert page.is_hidden("#take")


def test_a_link_that_a_preview_has_opened_still_gives_the_seat_and_opened_again_leads_to_the_table(visitor):
    anton, preview, beatrix = visitor(), visitor(), visitor()
    session = opened(anton, "open-forces")
    link = link_of(anton, session, 2)
    preview.go(link).wait_for_selector("#take:visible")
    for _ in range(2):
        page = beatrix.go(link)
        page.click("#take")
        page.wait_for_url("**/play/*")
        page.wait_for_selector("#seats li:has-text('you')")
        page.goto("about:blank")
    beatrix.expects("410")


@pytest.mark.thorough
@pytest.mark.parametrize("refuses", some([DENIED, FULL]))
def test_where_nothing_is_kept_no_seat_is_taken_and_the_link_goes_on_elsewhere(visitor, refuses):
    anton, chat, beatrix = visitor(), visitor(), visitor()
    session = opened(anton, "open-forces")
    link = link_of(anton, session, 2)
    chat.context.add_init_script(refuses)
    sent = []
    chat.page.on("request", lambda request: sent.append(request.method))
    page = chat.go(link)
    page.wait_for_selector("#refusal:has-text('does not save data')")
    assert page.is_hidden("#take")
    assert page.url == chat.address + link  # whoever opens it elsewhere by a menu opens all of it
    shown = page.input_value("#elsewhere input")
    beatrix.page.goto(shown)
    beatrix.page.click("#take")
    beatrix.page.wait_for_selector("#seats li:has-text('you')")
    assert set(sent) == {"GET"}


@pytest.mark.thorough
@pytest.mark.parametrize("refuses", some([DENIED, FULL]))
def test_every_page_is_shown_where_nothing_is_kept_and_no_table_is_opened_there(visitor, refuses):
    one = visitor()
    session = opened(one, "open-forces", "sample")["id"]
    one.context.add_init_script(refuses)
    for path in (*PAGES, f"/sessions/{session}"):
        page = one.go(path)
        page.wait_for_selector("body.ready" if path not in STILL else "body")
        assert page.locator("#refusal p").all_inner_texts() == [], path
    page = one.go(f"/play/{session}")
    page.wait_for_selector("#refusal:has-text('does not save data')")
    page = one.go("/play")
    page.wait_for_selector("body.ready")
    page.click("text=Open the table")
    page.wait_for_selector("#refusal:has-text('does not save data')")
