"""Games of one's own that are drawn: a battlefield with two armies, by hand, by keys and from a spreadsheet."""

import json

from tests.web.test_for_everybody import faults

SHEET = """Card\tValue\tBase\tMode\tSPD\tDEF\tATK\tSPL\tRNG\tSight\tName
Стрелки <b>\t5\t1\t1\t6\t2\t1\t\t30\t1\tВ укрытии
\t\t\t2\t20\t−1\t\t\t\t1
Mortar\t12\t1,5\t1\t0\t1\t2 / 1\t4\t80\t0"""
SEEN = """what => {
  const node = document.querySelector(what);
  node.scrollIntoView({block: "center"});
  return node.getBoundingClientRect().toJSON();
}"""
KEPT = "JSON.parse(Object.entries(sessionStorage).find(([key]) => key.endsWith(':army'))[1])"


def making(one, slug):
    page = one.go(f"/make/{slug}")
    page.wait_for_selector("body.ready")
    return page


def number(page, key):
    return float(page.input_value(f"[data-key='{key}']"))


def pull(page, what, right, up):
    """Hold something on a drawing and pull it so many pixels."""
    box = page.evaluate(SEEN, what)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y - up / 2)
    page.mouse.move(x + right, y - up)
    page.mouse.up()
    page.wait_for_timeout(60)  # what was held is let go before the drawing is another one


def made(page):
    """What is made, as this tab keeps it."""
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    return page.evaluate(KEPT)


def settled(page):
    """Wait until the service has looked at what was changed last."""
    page.wait_for_timeout(400)  # it is asked a moment after the last change
    page.wait_for_selector("body:not(.checking)")


def is_for_everybody(page, width):
    """Axe finds nothing on the page, and nothing is wider than its window."""
    settled(page)
    page.set_viewport_size({"width": width, "height": 4000})  # the bar at the lower edge covers nothing
    assert page.evaluate("document.documentElement.scrollWidth") == width
    return faults(page, dark=True) == []


def has_a_first_move(page):
    """The table is open, and whose turn it is may do something."""
    page.wait_for_url("**/play/*")
    return page.wait_for_selector(".question .choice").is_visible()


def test_a_battlefield_is_drawn_by_hand_and_by_keys_and_played(visitor):
    page = making(visitor(), "open-forces")
    page.click("text=+ Circle")
    x, y, radius = (number(page, f"thing/obstacle-1/{name}") for name in ("x", "y", "radius"))
    pull(page, "[data-thing=obstacle-1] > circle", 70, 30)
    assert number(page, "thing/obstacle-1/x") > x
    assert number(page, "thing/obstacle-1/y") > y
    assert number(page, "thing/obstacle-1/x") % 1 == 0  # it snaps to whole centimeters
    pull(page, "[data-thing=obstacle-1] .handle", 40, 0)
    assert number(page, "thing/obstacle-1/radius") > radius
    before = made(page)
    page.focus("[data-thing=obstacle-1]")
    for key in ("ArrowRight", "Shift+ArrowDown", "+"):
        page.keyboard.press(key)
    thing, moved = before["setup"]["obstacles"][0], made(page)["setup"]["obstacles"][0]
    assert moved["at"] == {"x": thing["at"]["x"] + 100, "y": thing["at"]["y"] - 500}
    assert moved["radius"] == thing["radius"] + 100
    for _ in range(3):
        page.keyboard.press("Control+z")
    assert made(page)["setup"] == before["setup"]
    page.keyboard.press("Delete")
    assert made(page)["setup"]["obstacles"] == []
    page.click("[data-key='undo-drawing/back']")
    assert made(page)["setup"] == before["setup"]
    page.check("[data-key='field/beginning/1']")  # as drawn
    pull(page, "[data-thing=a-1] .unit", 60, 5)
    settled(page)
    page.click("text=One phone")
    assert has_a_first_move(page)


def test_a_phone_draws_with_a_finger_and_axe_finds_nothing(visitor):
    one = visitor(viewport={"width": 390, "height": 844}, has_touch=True)
    page = making(one, "open-forces")
    for shape in ("Rectangle", "Area", "Wall"):
        page.click(f"text=+ {shape}")
    page.fill("[data-key='thing/obstacle-3/kind']", "<i>забор</i>\u202e")
    page.keyboard.press("Tab")
    page.wait_for_selector("text=Invisible characters were removed.")
    page.wait_for_selector(".numbers h3:has-text('забор')")
    assert page.inner_text(".numbers h3") == "<i>забор</i>"
    assert is_for_everybody(page, 390)


def test_what_was_drawn_is_there_again_after_a_game_on_a_real_table(visitor):
    page = making(visitor(), "open-forces")
    page.click("text=+ Wall")
    drawn = made(page)["setup"]["obstacles"]
    page.check("[data-key='field/beginning/2']")  # on a real table
    assert page.locator(".drawing").count() == 0
    assert made(page)["setup"]["obstacles"] == []
    page.reload()
    page.wait_for_selector("body.ready")
    page.check("[data-key='field/beginning/0']")  # placed in turn
    assert made(page)["setup"]["obstacles"] == drawn
    assert len(drawn) == 1


def test_data_cards_come_from_a_spreadsheet_or_not_at_all(visitor):
    page = making(visitor(), "open-forces")
    page.click("[data-key='fold/cards/sheet']")
    page.fill("[data-key='cards/sheet/text']", SHEET.replace("\t30\t", "\t=A1\t").replace("\t80\t", "\tfar\t"))
    page.click("[data-key='cards/sheet/take']")
    page.wait_for_selector(".refused p >> nth=1")  # drawn once the field that was left is done
    lines = page.locator(".refused p").all_inner_texts()
    assert [line.split(":")[0] for line in lines] == ["Row 1, RNG", "Row 3, RNG"]
    page.fill("[data-key='cards/sheet/text']", SHEET)
    page.click("[data-key='cards/sheet/take']")
    setup = made(page)["setup"]
    rifles, mortar = setup["cards"]
    assert {group["card"] for army in setup["armies"] for group in army["groups"]} == {rifles["id"]}
    assert [rifles["name"], mortar["name"], mortar["base"]] == ["Стрелки <b>", "Mortar", 150]
    assert [(mode["mode"], mode["def"], mode["atk"], mode["rng"]) for mode in rifles["modes"]] == [
        (1, 2, 1, 30),
        (2, -1, None, None),
    ]
    assert [mode["name"] for mode in (*rifles["modes"], *mortar["modes"])] == ["В укрытии", None, None]
    assert (mortar["modes"][0]["atk_base"], mortar["modes"][0]["atk"]) == (2, 1)
    assert mortar["modes"][0]["needs_line_of_sight"] is False


def test_a_file_with_a_thousand_shapes_is_shown_and_refused_in_a_sentence(visitor, tmp_path):
    one = visitor()
    page = making(one, "open-forces")
    setup = made(page)["setup"]
    thing = {"radius": 100, "kind": "wood"}
    setup["obstacles"] = [{"id": f"o-{n}", "at": {"x": n * 10, "y": n}, **thing} for n in range(1000)]
    file = tmp_path / "many.json"
    file.write_text(json.dumps({"ruleset": "open-forces", "name": "many", "setup": setup}))
    page.set_input_files("#file", file)
    page.wait_for_selector("text=Things here: 1,000; a game can have at most 100.")
    assert page.locator(".obstacle").count() == 1000
    one.expects("422")
