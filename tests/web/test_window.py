"""The window of a game: the board fills it, the question stands beside it or below it, and each name can be read."""

import pytest

from tests.languages import LANGUAGES
from tests.web.opening import BOARDS, BOOKS, drawn_anew, opened, players, sits, some
from tests.web.test_games import uncover

DESKTOP, PHONE, TURNED = {"width": 1280, "height": 800}, {"width": 390, "height": 844}, {"width": 844, "height": 390}
FIRST = {
    "open-forces": "sample-with-positions",
    "castle-rampage": {"starting_seat": 1, "gate": 3, "castle": 3},
    "x-wing": "ships",
    "storm-over-stalingrad": "sample",
}
LONG = "Maximilian-Konstantin Грандиозный von und zu Überlingen"
SHAPES = """() => {
  const rect = (selector) => { const {left, top, right, bottom} = document.querySelector(selector).getBoundingClientRect(); return {left, top, right, bottom}; };
  return { board: rect("#board"), column: rect(".column"), asked: rect("#asked .ask"), choice: rect("#asked :is(.choice, .primary, button, input, textarea)"),
    page: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight], window: [innerWidth, innerHeight] };
}"""
BOARD = "() => JSON.stringify(document.querySelector('#board').getBoundingClientRect())"
SHIFTS = """() => { window.shifts = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value; }).observe({type: "layout-shift", buffered: true}); }"""


def seated(one, slug, setup=None, names=("Anton", "Beatrix")):
    """A seat of a new game whose board is drawn, with a question."""
    session = opened(one, slug, setup or FIRST[slug], names=names)
    page = sits(one, session, *range(1, len(names) + 1))
    uncover(page)
    page.wait_for_selector("#board .board")
    page.wait_for_selector("#asked :is(.choice, .primary, button, input, textarea)")
    return page


@pytest.mark.parametrize("slug", BOOKS)
def test_the_board_fills_the_window_and_the_first_choice_is_in_sight(visitor, slug):
    page = seated(visitor(viewport=DESKTOP), slug)
    for size in (DESKTOP, PHONE, TURNED):
        page.set_viewport_size(size)
        shape = page.evaluate(SHAPES)
        board, column, (width, height) = shape["board"], shape["column"], shape["window"]
        assert max(shape["page"]) <= 0, "the page is not scrolled"
        assert shape["asked"]["top"] >= 0
        assert shape["choice"]["bottom"] <= height or size == TURNED
        if size == PHONE:
            assert (board["left"], board["right"]) == (0, width)
            assert board["bottom"] - board["top"] >= 320
            assert column["top"] >= board["bottom"] - 1
        else:
            assert (board["left"], board["top"], board["bottom"]) == (0, 0, height)
            assert column["left"] >= board["right"] - 1
            assert column["right"] - column["left"] <= 424


@pytest.mark.parametrize(("slug", "size"), [(slug, size) for slug in BOOKS for size in ("desktop", "phone")])
def test_nothing_moves_while_a_table_is_loaded_and_answered(visitor, slug, size):
    one = visitor(viewport=DESKTOP if size == "desktop" else PHONE)
    one.page.add_init_script(f"({SHIFTS})()")
    page = seated(one, slug)
    assert page.evaluate("shifts") <= 0.05
    before = page.evaluate(BOARD)
    if choice := page.query_selector("#asked .choice:not(summary)"):
        choice.click()
        page.wait_for_function("(old) => !old.isConnected", arg=choice)
    assert page.evaluate(BOARD) == before


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_nothing_moves_while_the_seat_of_a_series_is_loaded(visitor, size):
    one = visitor(viewport=size)
    one.page.add_init_script(f"({SHIFTS})()")
    page = sits(one, opened(one, "open-forces"), 1)
    page.wait_for_selector("#attack:visible")
    page.wait_for_selector("#form :is(input, button)")
    page.evaluate(SETTLED)
    assert page.evaluate("shifts") <= 0.05


LABELS = """() => {
  const field = document.querySelector("#board .battle");
  const all = [...field.querySelectorAll("text")].filter((text) => text.textContent.trim() && text.checkVisibility({visibilityProperty: true}));
  const found = [];
  const whole = field.getBoundingClientRect();
  const boxes = all.map((text) => ({ name: text.textContent.trim(), box: text.getBoundingClientRect(), size: parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, of: text.parentElement }));
  for (const { name, box, size } of boxes) {
    if (size < 10.99) found.push(["small", name, size]);
    if (box.left < whole.left - 1 || box.right > whole.right + 1 || box.top < whole.top - 2 || box.bottom > whole.bottom + 2) found.push(["outside", name]);
  }
  const meet = (a, b, by) => a.left + by < b.right - by && b.left + by < a.right - by && a.top + by < b.bottom - by && b.top + by < a.bottom - by;
  for (const [n, one] of boxes.entries()) for (const other of boxes.slice(0, n)) if (one.of !== other.of && meet(one.box, other.box, 1.5)) found.push(["meet", one.name, other.name]);
  for (const wall of field.querySelectorAll(".obstacle .wall, .walls line")) {
    const matrix = wall.getScreenCTM();
    for (let n = 0; n <= 40; n += 1) {
      const { x, y } = wall.getPointAtLength((wall.getTotalLength() * n) / 40).matrixTransform(matrix);
      for (const { name, box } of boxes) if (x > box.left + 2 && x < box.right - 2 && y > box.top + 3 && y < box.bottom - 3) found.push(["struck through", name]);
    }
  }
  return { found, count: boxes.length };
}"""
SETTLED = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
)
PICTURES = [(slug, setup) for slug, setup in BOARDS if slug in ("open-forces", "storm-over-stalingrad")]
LONGEST = sorted(LANGUAGES, key="de ru fr en".find)
FULL_FIELD = ("open-forces", "crowded")


def crowded(one):
    """A field of four armies that stand close together, with long names and a wall between them."""
    setup = one.page.evaluate(
        "async () => (await (await fetch('/v1/rulesets/open-forces')).json()).game.setups['sample-with-positions']"
    )
    setup["armies"] = [
        {
            "groups": [
                {
                    "id": f"g{seat}-{n}",
                    "name": f"Schwere Panzergrenadiere {seat}.{n} Сталинградская",
                    "card": setup["cards"][0]["id"],
                    "mode": 1,
                    "units": 3,
                    "positions": [{"x": 300 + n * 900 + unit * 210, "y": 400 + seat * 700} for unit in range(3)],
                }
                for n in range(5)
            ]
        }
        for seat in range(1, 5)
    ]
    setup["obstacles"] = [
        {"id": "w", "kind": "wall", "name": "Ford wall", "blocks_sight": False, "def": 2,
         "at": {"x": 200, "y": 1450}, "corners": [{"x": 4600, "y": 1450}], "radius": 20},
    ]  # fmt: skip
    return setup


@pytest.mark.parametrize("language", some(LONGEST))
@pytest.mark.parametrize(("slug", "setup"), [*PICTURES, FULL_FIELD])
def test_each_name_on_a_board_can_be_read_and_none_meets_another(visitor, slug, setup, language):
    one = visitor(locale=language, viewport=DESKTOP)
    one.go("/join")
    names = [f"Player {n}" for n in range(1, 5)] if setup == "crowded" else players(slug, setup)
    page = seated(one, slug, crowded(one) if setup == "crowded" else setup, names)
    if not page.query_selector("#board .battle"):
        pytest.skip("this board is a list")
    wrong = []
    for size in (DESKTOP, PHONE, TURNED, {"width": 1920, "height": 1080}, {"width": 320, "height": 640}):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size(size)
            page.evaluate(SETTLED)
            shown = page.evaluate(LABELS)
            wrong += [(size["width"], scheme, *each) for each in shown["found"]]
            assert shown["count"] > 3
    assert wrong == []


def test_a_name_without_a_place_is_shown_when_its_thing_is_touched(visitor):
    one = visitor(viewport=PHONE)
    one.go("/join")
    page = seated(one, "open-forces", crowded(one), [f"Player {n}" for n in range(1, 5)])
    page.evaluate(SETTLED)
    left_out = page.wait_for_selector("#board .group > .left-out", state="attached")
    assert not left_out.is_visible()
    left_out.evaluate_handle("(text) => text.parentElement.querySelector('.unit')").as_element().hover()
    assert left_out.is_visible()


OFFERED = ".question .choice:not(summary)"
IN_SIGHT = """(each) => {
  const { left, top, bottom } = each.getBoundingClientRect();
  return each === document.activeElement && each.contains(document.elementFromPoint(left + 20, (top + bottom) / 2));
}"""
VIEW = "() => document.querySelector('#board .battle').getAttribute('viewBox').split(' ').map(Number)"
MIDDLE = "() => { const {left, top, width, height} = document.querySelector('#board .battle').getBoundingClientRect(); return [left + width / 2, top + height / 2]; }"


def test_the_wheel_and_a_double_click_show_a_part_of_the_board_and_the_mouse_moves_it(visitor):
    page = seated(visitor(viewport=DESKTOP), "open-forces")
    x, y, width, height = page.evaluate(VIEW)
    across, down = page.evaluate(MIDDLE)
    page.mouse.move(across, down)
    page.mouse.wheel(0, -400)
    page.wait_for_function(
        "(all) => document.querySelector('#board .battle').viewBox.baseVal.width < all * 0.6", arg=width
    )
    before = page.evaluate(VIEW)
    page.mouse.down()
    page.mouse.move(across - 60, down - 40, steps=4)
    page.mouse.up()
    after = page.evaluate(VIEW)
    assert after[0] > before[0] + 10
    assert after[1] > before[1] + 10
    assert page.locator(".marked, .narrowed").count() == 0, "a move of the picture taps nothing"
    page.evaluate(SETTLED)
    assert page.evaluate(LABELS)["found"] == []
    page.mouse.wheel(0, 4000)
    page.wait_for_function("(all) => document.querySelector('#board .battle').viewBox.baseVal.width >= all", arg=width)
    assert page.evaluate(VIEW) == [x, y, width, height]
    page.mouse.dblclick(across, down)
    page.wait_for_function(
        "(all) => document.querySelector('#board .battle').viewBox.baseVal.width < all * 0.6", arg=width
    )
    assert page.evaluate("scrollY") == 0


def test_two_fingers_make_the_board_larger(visitor):
    one = visitor(viewport=PHONE, has_touch=True)
    page = seated(one, "storm-over-stalingrad", "sample")
    _, _, width, _ = page.evaluate(VIEW)
    across, down = page.evaluate(MIDDLE)
    touch = one.context.new_cdp_session(page)
    for kind, far in (("touchStart", 20), ("touchMove", 40), ("touchMove", 60), ("touchEnd", None)):
        points = (
            [] if far is None else [{"x": across - far, "y": down, "id": 1}, {"x": across + far, "y": down, "id": 2}]
        )
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_function(
        "(all) => document.querySelector('#board .battle').viewBox.baseVal.width < all * 0.5", arg=width
    )
    assert page.locator(".narrowed").count() == 0


@pytest.mark.parametrize("slug", BOOKS)
def test_keys_alone_reach_a_choice_and_take_it(visitor, slug):
    page = seated(visitor(viewport=DESKTOP), slug, "whole-sample" if slug == "castle-rampage" else None)
    for _ in range(2):
        choice = page.wait_for_selector(OFFERED)
        for _ in range(40):
            if choice.evaluate("each => each === document.activeElement"):
                break
            page.keyboard.press("Tab")
        assert choice.evaluate(IN_SIGHT), "who comes to a choice by keys sees it"
        page.keyboard.press("Enter")
        drawn_anew(page, choice)
        uncover(page)
