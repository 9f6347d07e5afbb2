"""A map of one's own as a table: areas are made, joined, filled and taken away without drawing."""

from tests.web.test_at_the_table import PHONE
from tests.web.test_drawing import is_for_everybody, made, making, settled


def types(page, key, value):
    page.fill(f"[data-key='{key}']", value)
    page.keyboard.press("Tab")


def area(page, n):
    return made(page)["setup"]["areas"][n]


def test_a_map_is_made_without_drawing(visitor):
    one = visitor(**PHONE)
    page = making(one, "storm-over-stalingrad")
    page.click("[data-key='fold/map/areas']")
    for n, name in enumerate(("Station", "Park", "Silo")):
        page.click("[data-key='areas/add']")
        types(page, f"areas/{n}/name", name)
        if n == 0:
            page.wait_for_selector("#told:has-text('A map needs at least two areas.')")
    types(page, "areas/0/beside", "Park, Silo")
    types(page, "areas/1/terrain_defense", "4")
    page.select_option("[data-key='areas/1/controller']", index=1)
    page.check("[data-key='areas/2/wanted']")
    page.check("[data-key='areas/2/ferry']")
    assert page.input_value("[data-key='areas/1/beside']") == "Station"
    kind = page.locator("[data-key='map/kind'] option, [data-key='area/area-1/add'] option").all_inner_texts()
    types(page, "areas/1/units", "2 × German 3–7/6, Soviet 3–7/6")
    settled(page)
    assert page.input_value("[data-key='areas/1/units']") == "1 × Soviet 3–7/6, 2 × German 3–7/6", kind
    assert [unit["side"] for unit in area(page, 1)["units"]] == ["soviet", "german", "german"]
    assert (area(page, 1)["terrain_defense"], area(page, 2)["ferry"]) == (4, True)
    assert made(page)["setup"]["objectives"]["areas"] == ["area-3"]
    assert page.inner_text("#told").startswith("A map of 3 areas. The German side: 2 units")
    types(page, "areas/1/beside", "")
    types(page, "areas/1/units", "German 3–7/6")
    settled(page)
    assert [page.input_value(f"[data-key='areas/{n}/beside']") for n in range(3)] == ["Silo", "", "Station"]
    assert [unit["side"] for unit in area(page, 1)["units"]] == ["german"]
    types(page, "areas/0/beside", "Moon")
    page.wait_for_selector("text=There is no area “Moon”.")
    types(page, "areas/0/beside", "Park")
    types(page, "areas/1/units", "2 × Tanks")
    page.wait_for_selector("text=There is no kind of unit “2 × Tanks”.")
    types(page, "areas/1/units", "")
    page.click("[data-key='areas/1/copy']")
    page.click("[data-key='areas/0/away']")
    settled(page)
    setup = made(page)["setup"]
    assert [(each["name"], each["terrain_defense"]) for each in setup["areas"]] == [
        ("Park", 4),
        ("A", 4),
        ("Silo", 1),
    ]
    assert [each["adjacent"] for each in setup["areas"]] == [[], [], []]
    types(page, "areas/2/name", "")
    settled(page)
    assert page.input_value("[data-key='areas/2/name']") == "B"  # in texts it is “area B”
    outlines = made(page)["drawing"]["outlines"]
    assert len({str(corners) for corners in outlines.values()}) == 3
    assert is_for_everybody(page, 390)


LATE = """(typed) => {
  const find = ([key]) => document.querySelector(`[data-key="${key}"]`);
  const drawn = typed.map(find);
  typed.forEach((one, n) => {
    const field = n % 2 ? find(one) : drawn[n];
    field.value = one[1];
    field.dispatchEvent(new Event("change", {bubbles: true}));
  });
}"""
"""Types into fields, each second one into a field as it stood before the page was drawn again."""


def test_what_is_typed_into_a_table_stays_though_the_next_field_was_drawn_before(visitor):
    page = making(visitor(), "storm-over-stalingrad")
    page.select_option("#begin", "sample")
    settled(page)
    page.click("[data-key='fold/map/areas']")
    page.click("[data-key='fold/map/arrivals']")
    page.evaluate(LATE, [["areas/1/name", "Mill"], ["areas/0/beside", "River bank"], ["areas/2/terrain_defense", "7"]])
    page.evaluate(LATE, [["arrivals/0/turn", "3"], ["arrivals/1/turn", "4"], ["arrivals/0/turn", "5"]])
    settled(page)
    setup = made(page)["setup"]
    assert page.input_value("[data-key='areas/0/beside']") == "River bank"
    assert (setup["areas"][1]["name"], setup["areas"][2]["terrain_defense"]) == ("Mill", 7)
    assert [each["turn"] for each in setup["arrivals"]] == [5, 4]
