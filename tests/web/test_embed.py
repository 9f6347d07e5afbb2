"""Overlays and frames: late by what is wished, the newest session of a reference, and a picture that outlives the line."""

import time

from tests.web.opening import opened

ATTACK = """async ([id, token, units]) => {
  const send = (path, body) => fetch(path, {method: "POST", body: JSON.stringify(body),
    headers: {"Content-Type": "application/json", Authorization: `Bearer ${token}`}});
  const situation = {attacker: {units: 20, mode: {atk: 1}}, defender: {units, mode: {def: 1}}};
  return (await (await send("/v1/rulesets/open-forces/attacks", {session_id: id, situation, seats: {attacker: 1, defender: 2}})).json()).text;
}"""
DELAY = 1


def attacked(one, session, units=4):
    """The text of a new attack; against another number of units it is another."""
    return one.page.evaluate(ATTACK, [session["id"], session["tokens"]["host"], units])


def shows(page, text):
    """The time at which the overlay shows a text."""
    page.wait_for_function("text => document.querySelector('#last').textContent === text", arg=text)
    return time.monotonic()


def test_an_overlay_is_late_by_its_delay_and_keeps_its_picture_while_the_line_is_down(visitor):
    table, overlay = visitor(), visitor()
    session = opened(table, "open-forces")
    began = time.monotonic()
    first = attacked(table, session)
    page = overlay.go(f"/embed/{session['id']}?delay={DELAY}&parts=players,last,story")
    assert shows(page, first) - began >= DELAY  # what was just before it came is late too
    overlay.context.set_offline(True)
    second = attacked(table, session, 5)
    page.wait_for_timeout(300)
    assert page.inner_text("#last") == first
    assert page.locator("#players li").count() == 2
    overlay.context.set_offline(False)
    shows(page, second)
    began = time.monotonic()
    assert shows(page, attacked(table, session, 6)) - began >= DELAY
    overlay.expects("ERR_INTERNET_DISCONNECTED")


def test_an_overlay_changes_to_the_newest_open_session_of_its_reference(visitor):
    table, overlay = visitor(), visitor()
    opened(table, "open-forces", names=("Anton", "Beatrix"), visibility="public", reference="club/stream/1")
    page = overlay.go("/embed?reference=club/stream/*&parts=players&theme=dark")
    page.wait_for_selector("#players:has-text('Beatrix')")
    opened(table, "x-wing", names=("Cléo", "Дима"), visibility="public", reference="club/stream/2")
    page.wait_for_selector("#players:has-text('Дима')")
    assert "Anton" not in page.inner_text("#players")


def test_parts_theme_and_language_of_an_overlay_are_in_its_address(visitor):
    table, overlay = visitor(), visitor()
    session = opened(table, "storm-over-stalingrad", "sample")
    page = overlay.go(f"/embed/{session['id']}?parts=board&theme=dark&language=ru")
    page.wait_for_selector(".board .battle")
    assert page.evaluate("document.body.style.colorScheme") == "dark"
    assert page.get_attribute("html", "lang") == "ru"
    assert not page.is_visible("#players")
    assert not page.is_visible("#last")
