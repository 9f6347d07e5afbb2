"""A map of one's own for Storm Over Stalingrad: six areas over a photo, by taps and by keys, and a game on it."""

import json
import struct
import zlib

import pytest

from tests import thorough
from tests.thorough import left_out
from tests.web.test_drawing import has_a_first_move, is_for_everybody, made, making, settled

pytestmark = left_out("draws whole maps by hand")

SEEN = """() => {
  const board = document.querySelector(".drawing");
  board.scrollIntoView({block: "center"});
  return board.getBoundingClientRect().toJSON();
}"""
NAUGHTY = "<b>Вокзал\u202e</b>"
SIZES = ((390, 844), (1280, 900))
TOOLS = ("choose", "draw", "beside", "units")


def png():
    """A picture of four by three points."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([90, 140, 200] * 4) for _ in range(3))
    head = struct.pack(">IIBBBBB", 4, 3, 8, 2, 0, 0, 0)
    chunks = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def tap(page, across, down):
    """Tap the map at these shares of its sides."""
    box = page.evaluate(SEEN)
    page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])
    page.wait_for_timeout(40)  # what is tapped is drawn anew a moment later


def take(page, tool):
    page.check(f"[data-key='map/tool/{TOOLS.index(tool)}']")


def draw(page, left, top, *, wide=0.3, high=0.45):
    """Draw a rectangle by its corners, and tap the first one once more."""
    corners = ((0, 0), (wide, 0), (wide, high), (0, high), (0.01, 0.01))
    cells = page.locator(".drawing .cell").count()
    for n, (across, down) in enumerate(corners, 1):
        tap(page, left + across, top + down)
        if n < len(corners):
            page.wait_for_function("n => document.querySelectorAll('.drawing .trace circle').length === n", arg=n)
    page.wait_for_function("n => document.querySelectorAll('.drawing .cell').length === n", arg=cells + 1)


def neighbors(setup):
    return {frozenset((area["id"], other)) for area in setup["areas"] for other in area["adjacent"]}


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES[: thorough.cases(1, len(SIZES))])
def test_a_map_of_six_areas_is_drawn_over_a_photo_and_played(visitor, size):
    one = visitor(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 600)
    one.expects("422")  # a map has two areas at least
    page, sent = making(one, "storm-over-stalingrad"), []
    page.on("request", lambda request: sent.append(request.post_data_buffer or b""))
    page.set_input_files("#photo", {"name": "map.png", "mimeType": "image/png", "buffer": png()})
    page.wait_for_selector("canvas.photo")
    for n in range(6):
        draw(page, 0.05 + 0.3 * (n % 3), 0.05 + 0.45 * (n // 3))
        page.check(f"[data-key='area/area-{n + 1}/side/{n % 2}']")
    setup = made(page)["setup"]
    assert [area["controller"] for area in setup["areas"]] == ["soviet", "german"] * 3
    pairs = {(1, 2), (2, 3), (4, 5), (5, 6), (1, 4), (2, 5), (3, 6)}
    assert neighbors(setup) == {frozenset((f"area-{a}", f"area-{b}")) for a, b in pairs}
    take(page, "beside")
    tap(page, 0.2, 0.15)
    tap(page, 0.2, 0.15)
    assert page.inner_text(".drawing-place [role=status]") == "An area is not adjacent to itself."
    tap(page, 0.2, 0.15)
    tap(page, 0.5, 0.15)
    assert frozenset(("area-1", "area-2")) not in neighbors(made(page)["setup"])
    page.keyboard.press("Control+z")
    assert neighbors(made(page)["setup"]) == neighbors(setup)
    take(page, "units")
    tap(page, 0.2, 0.15)
    page.select_option("[data-key='map/kind']", index=1)
    tap(page, 0.5, 0.15)
    assert [unit["side"] for area in made(page)["setup"]["areas"] for unit in area["units"]] == ["soviet", "german"]
    take(page, "choose")
    tap(page, 0.2, 0.15)
    page.fill("[data-key='area/area-1/name']", NAUGHTY)
    page.keyboard.press("Tab")
    page.wait_for_selector("text=Invisible characters were removed.")
    assert is_for_everybody(page, size[0])
    assert page.inner_text("#told").startswith("A map of 6 areas")
    page.click("text=One phone")
    assert has_a_first_move(page)
    assert not any(png()[:8] in body for body in sent)
    assert page.locator("text=<b>Вокзал</b>").count() > 0


def test_an_area_is_drawn_by_keys_and_its_outline_outlives_the_page(visitor):
    one = visitor()
    one.expects("422")  # a map has two areas at least
    page = making(one, "storm-over-stalingrad")
    for keys in ("", "ArrowRight", "ArrowUp"):
        page.focus("[data-thing=cursor]")
        for _ in range(4 if keys else 0):
            page.keyboard.press(f"Shift+{keys}")
        page.keyboard.press("Enter")
    page.keyboard.press("Control+z")
    assert len(made(page)["drawing"]["trace"]) == 2
    page.keyboard.press("Control+Shift+z")
    page.click("[data-key='map/close']")
    army = made(page)
    (corners,) = army["drawing"]["outlines"].values()
    assert [corners[1]["x"] - corners[0]["x"], corners[2]["y"] - corners[1]["y"]] == [2000, 2000]
    assert "drawing" not in army["setup"]
    page.reload()
    page.wait_for_selector("body.ready .cell")
    assert made(page)["drawing"]["outlines"] == army["drawing"]["outlines"]
    take(page, "choose")
    page.focus("[data-thing=area-1]")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    page.keyboard.press("Control+z")
    (moved,) = made(page)["drawing"]["outlines"].values()
    assert moved == [{"x": corner["x"] - 100, "y": corner["y"]} for corner in corners]


def test_each_sample_is_a_map_that_can_be_changed_and_cards_are_typed(visitor):
    page = making(visitor(), "storm-over-stalingrad")
    page.select_option("#begin", "sample-with-cards")
    page.wait_for_selector("text=Old mill")
    assert page.locator(".cell").count() == 6
    before = made(page)["setup"]
    page.click("[data-key='fold/map/arrivals']")
    page.click("[data-key='arrivals/0/copy']")
    after = made(page)["setup"]
    assert len({each["unit"]["id"] for each in after["arrivals"]}) == len(before["arrivals"]) + 1
    assert after["cards"] == before["cards"]
    page.click("[data-key='fold/map/cards']")
    page.fill("[data-key='cards/0/card_fire']", "9")
    page.keyboard.press("Tab")
    settled(page)
    assert not page.locator("body.stale").count()
    assert made(page)["setup"]["cards"][0]["card_fire"] == {"firepower": 9}
    page.fill("[data-key='kinds/0/movement']", "3")
    page.keyboard.press("Tab")
    page.fill("[data-key='arrivals/0/or_areas']", "Old mill, Depot")
    page.keyboard.press("Tab")
    settled(page)
    assert not page.locator(".fault").count()
    setup = made(page)["setup"]
    assert setup["arrivals"][0]["or_areas"] == ["mill", "depot"]
    assert {unit["movement"] for area in setup["areas"] for unit in area["units"]} == {3, None}
    page.fill("[data-key='arrivals/0/or_areas']", "Nowhere")
    page.keyboard.press("Tab")
    page.wait_for_selector("text=There is no area “Nowhere”.")


def test_a_thousand_areas_beside_themselves_are_shown_and_refused_in_sentences(visitor, tmp_path):
    one = visitor()
    page = making(one, "storm-over-stalingrad")
    area = {"name": NAUGHTY, "terrain_defense": 1, "controller": "german", "units": [{"id": 3, "name": 7}, None]}
    areas = [{**area, "id": f"a{n}", "adjacent": [f"a{n}"]} for n in range(1000)]
    drawing = {"height": 10**9, "outlines": {"a0": [1, 2, 3]}, "kinds": [{"key": {}, "name": 5}], "trace": [3]}
    file = tmp_path / "many.json"
    setup = {"areas": areas, "objectives": {"areas": ["?"]}, "cards": [1, {}], "hand_sizes": ["x"]}
    file.write_text(json.dumps({"ruleset": "storm-over-stalingrad", "setup": setup, "drawing": drawing}))
    page.set_input_files("#file", file)
    page.wait_for_selector(".fault")
    assert page.locator(".cell").count() == 500
    assert page.locator("#told").inner_text() == "50 things are not right yet."
    page.click("[data-key='undo/back']")
    page.wait_for_selector(".cell", state="detached")
    one.expects("422")
