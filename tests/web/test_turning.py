"""What happened, at a glance: the verdict and its dice first, then what mattered, how it turned, and all lines folded."""

import pytest

from tests.web.opening import opened, sits


def rolled(visitor, **settings):
    """An attack of Open Forces that was rolled on the page where attacks are tried, once its course is drawn."""
    page = visitor(**settings).go("/try/open-forces")
    page.wait_for_selector(".chart .bar")
    page.click("#roll")
    page.wait_for_selector("#curve .curve")
    return page


def test_the_verdict_and_large_dice_come_first_and_the_lines_are_folded(visitor):
    page = rolled(visitor)
    assert page.locator("#story > *").first.locator(".verdict, .thrown").count() == 2
    assert page.locator(".thrown .die").count() == 9
    assert 1 <= page.locator(".mattered li").count() <= 3
    assert page.locator("#story .step:visible").count() == 0
    page.click("#story summary")
    assert page.locator("#story .step:visible").count() > 6


@pytest.mark.parametrize(("wish", "seconds"), [("no-preference", "0.4s"), ("reduce", "0s")])
def test_dice_fall_for_0_4_s_and_not_at_all_for_who_wants_no_motion(visitor, wish, seconds):
    page = rolled(visitor, reduced_motion=wish)
    page.evaluate("document.querySelector('.thrown').classList.add('falling')")
    fall = "getComputedStyle(document.querySelector('.thrown .die')).animationDuration"
    assert page.evaluate(fall) == seconds
    page.click(".thrown")
    assert page.locator(".falling").count() == 0


def test_the_curve_is_walked_line_by_line_and_has_an_equal_table(visitor):
    page = rolled(visitor)
    page.focus("[data-key=line]")
    page.keyboard.press("Home")
    page.wait_for_selector(".at-line:has-text('Line 0 of')")
    before = page.inner_text(".at-line")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("before => document.querySelector('.at-line').innerText !== before", arg=before)
    assert page.locator("#story .step.held").count() == 1
    page.click("#curve summary")
    assert page.locator("#curve tbody tr").count() == page.locator("#curve circle").count() == 3


def test_a_record_is_walked_by_attack_and_by_line(visitor):
    one = visitor()
    page = sits(one, opened(one, "open-forces"), 1, 2)
    page.click("#attack")
    page.wait_for_selector(".verdict")
    page.goto(page.url.replace("/play/", "/sessions/"))
    page.wait_for_selector("#story .verdict")
    assert page.get_attribute("#place", "max") == "1"
    page.click("[data-key='line/-1']")
    page.wait_for_function("() => /^#move=1\\.\\d+$/.test(location.hash)")
    assert page.locator("#story .verdict").count() == 0
    lines = page.locator("#story .step:visible").count()
    page.click("[data-key='line/-1']")
    page.wait_for_function("lines => document.querySelectorAll('#story .step').length === lines - 1", arg=lines)
