"""Firefox and WebKit, for the phones of this world are not all Chromium: an attack, a seat by its code, a setup."""

from contextlib import contextmanager

import httpx
import pytest

from tests.thorough import left_out
from tests.waiting import wait_until
from tests.web.conftest import HOST, Hall, Visitor
from tests.web.firefox import FIREFOX, firefox
from tests.web.webkit import IS_THERE, webkit

pytestmark = left_out("drives two more browsers")

LINES = "document.querySelectorAll('.step').length"
CHOICES = "[...document.querySelectorAll('.question .choice')]"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class Firefox:
    """A page of Firefox, with what a page of WebKit can do."""

    def __init__(self, visitor):
        self._visitor, self.page = visitor, visitor.page

    def go(self, path):
        self._visitor.go(path)
        self.see("body.ready")

    def see(self, what):
        self.page.locator(what).locator("visible=true").first.wait_for()

    def tap(self, what):
        self.page.locator(what).locator("visible=true").first.click()

    def write(self, what, text):
        self.page.fill(what, text)

    def ask(self, expression):
        return self.page.evaluate(expression)


@contextmanager
def in_firefox(address):
    if FIREFOX is None:
        pytest.skip("NO FIREFOX: the pages are not tried in it")
    with firefox(HOST) as browser:
        visitor = Visitor(Hall(address, browser), **PHONE)
        yield Firefox(visitor)
        visitor.context.close()
        assert (visitor.unexpected(), visitor.elsewhere) == ([], [])


@contextmanager
def in_webkit(address):
    if not IS_THERE:
        pytest.skip("NO WEBKIT: the pages are not tried in it")
    with webkit(address) as page:
        yield page
        page.hear()
        assert page.complaints == []


@pytest.fixture(scope="module", params=[in_firefox, in_webkit])
def one(request):
    """A page on a phone, at an address that is not trusted."""
    with request.param(request.getfixturevalue("address")) as page:
        yield page


def request(address, method, path, token=None, **body):
    """What the service answers to another program."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = httpx.request(method, address.replace(HOST, "127.0.0.1") + path, json=body or None, headers=headers)
    assert answer.is_success, answer.text
    return answer.json()


def wait(one, expression):
    """Until an expression of JavaScript is true."""
    wait_until(lambda: one.ask(expression), expression)


def fits(one):
    return one.ask("document.documentElement.scrollWidth - innerWidth") <= 0


def test_an_attack_is_tried_and_its_dice_check(one):
    assert one.ask("isSecureContext") is False
    one.go("/try/x-wing")
    one.see(".chart .bar")
    assert fits(one)
    one.tap("#roll")
    for _ in range(30):
        one.see(".question .choice, .check")
        lines = one.ask(LINES)
        if not one.ask("document.querySelectorAll('.question .choice').length"):
            break
        one.tap(".question .choice")
        wait(one, f"{LINES} > {lines}")
    one.see(".check.proven")
    assert fits(one)


def test_a_seat_is_taken_by_its_code_and_plays(one, address):
    book = "/v1/rulesets/storm-over-stalingrad"
    setup = request(address, "GET", book)["game"]["setups"]["sample"]
    seats = [{"name": "Anton"}, {"name": "Beatrix"}]
    session = request(address, "POST", f"{book}/sessions", kind="game", setup=setup, seats=seats)
    path = f"/v1/sessions/{session['id']}/seats/1/claims"
    claim = request(address, "POST", path, session["tokens"]["host"], code=True)
    one.go("/join")
    one.write("#letters", claim["code"].lower())
    one.tap("#spoken button")
    one.see("#board .board")
    assert fits(one)
    for text in ("Fire from", "firepower 14"):
        wait(one, f"{CHOICES}.some((each) => each.innerText.includes('{text}'))")
        one.ask(f"{CHOICES}.find((each) => each.innerText.includes('{text}')).dataset.wanted = '{text}'")
        one.tap(f"[data-wanted='{text}']")
    one.see(".waiting")
    assert "Beatrix" in one.ask("document.querySelector('.waiting').innerText")
    assert fits(one)


def test_a_setup_is_made_and_its_table_opened(one):
    one.go("/make/storm-over-stalingrad")
    one.ask("document.querySelector('#begin').value = 'sample'")
    one.ask("document.querySelector('#begin').dispatchEvent(new Event('change', {bubbles: true}))")
    one.see("#seen .board")
    one.see("body:not(.checking)")
    assert fits(one)
    one.tap("#opening button[value=two]")
    one.see(".invite .letters")
    assert fits(one)
