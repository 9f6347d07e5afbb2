"""Somebody who has not seen the forms makes a game of their own on a phone, and a second phone joins it by the link."""

from tests.thorough import left_out
from tests.web.opening import drawn_anew
from tests.web.test_map import SEEN, TOOLS, tap

pytestmark = left_out("a whole evening")

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
NAMES = ("Вокзал", "Depot", "Mühle", "الرصيف", "Park", "Station")
ACROSS, DOWN = (0.04, 0.35, 0.66, 0.97), (0.05, 0.5, 0.95)
SHEET = """Karte;Anzahl;Tor;Burg;Angriff;Kosten
Wache;20;4;2;1;0
Ritter;16;2;4;3;1
Тролль;12;6;6;5;2
"""


class Thumb:
    """One thumb on a phone, whose taps are counted; what the keyboard of the phone types is not."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def on(self, what):
        self.taps += 1
        self.page.click(what)

    def ticks(self, key):
        self.taps += 1
        self.page.check(f"[data-key='{key}']", force=True)

    def types(self, key, text):
        self.taps += 1
        self.page.click(f"[data-key='{key}']")
        self.page.keyboard.insert_text(text)  # where something else stood before, it is gone
        self.page.keyboard.press("Tab")

    def on_map(self, across, down):
        self.taps += 1
        tap(self.page, across, down)


def making(one, slug):
    page = one.go(f"/make/{slug}")
    page.wait_for_selector("body.ready")
    return Thumb(page)


def joined(thumb, other):
    """The pages of both players: one opens the table, the other has nothing but the link."""
    thumb.on("#opening button[value=two]")
    link = thumb.page.wait_for_selector(".invite input").input_value()
    there = other.go(link.removeprefix(other.address))
    there.click("#take")
    for page in (thumb.page, there):
        page.wait_for_selector("#board > *")
    return thumb.page, there


def play(pages, moves):
    """Whoever is asked takes the first choice, so many times; returns whose moves they were."""
    asked, choice = [], ".question .choice >> visible=true"
    while len(asked) < moves:
        for n, page in enumerate(pages):
            if page.locator(choice).count():
                old = page.wait_for_selector(choice)
                page.click(choice)
                drawn_anew(page, old)
                asked.append(n)
                break
        else:
            pages[0].wait_for_timeout(50)
    return asked


LABELS = """names => names.map(name => {
  const label = [...document.querySelectorAll("#board text")].find(each => each.textContent.includes(name));
  const { x, y, width } = label.getBoundingClientRect();
  return { x: x + width / 2, y };
})"""
"""Where the names of areas stand on the board of a page."""


def as_drawn(labels):
    """Whether six labels stand in two rows of three, in order."""
    (upper, lower) = labels[:3], labels[3:]
    in_order = all(row[0]["x"] < row[1]["x"] < row[2]["x"] for row in (upper, lower))
    return in_order and max(each["y"] for each in upper) < min(each["y"] for each in lower)


def test_a_map_of_six_areas_is_drawn_on_a_phone_and_played_by_two(visitor):
    one, other = visitor(**PHONE), visitor(**PHONE)
    one.expects("422")  # a map has two areas at least
    thumb = making(one, "storm-over-stalingrad")
    for n, name in enumerate(NAMES):
        (left, right), (top, bottom) = ACROSS[n % 3 : n % 3 + 2], DOWN[n // 3 : n // 3 + 2]
        for across, down in ((left, top), (right, top), (right, bottom), (left, bottom), (left, top)):
            thumb.on_map(across, down)
        thumb.types(f"area/area-{n + 1}/name", name)
        if n == 2:
            thumb.ticks(f"area/area-{n + 1}/side/1")
    thumb.on("[data-key='area/area-6/terrain+']")
    thumb.ticks(f"map/tool/{TOOLS.index('units')}")
    for place in ((0.2, 0.2), (0.2, 0.2), (0.5, 0.7)):
        thumb.on_map(*place)
    thumb.page.select_option("[data-key='map/kind']", index=1)
    for place in ((0.8, 0.2), (0.8, 0.2), (0.8, 0.7)):
        thumb.on_map(*place)
    thumb.page.wait_for_selector("[data-key='area/area-6/side/1']:checked")  # who stands alone in an area controls it
    assert thumb.page.evaluate(SEEN)["width"] > 300
    told = "A map of 6 areas. The German side: 3 units on the map. The Soviet side: 3 units on the map."
    thumb.page.wait_for_selector(f"#told:has-text('{told}')")
    thumb.page.wait_for_selector("#notes:has-text('after the last turn the game is a draw')")  # nothing counts
    pages = joined(thumb, other)
    assert thumb.taps < 60
    for page in pages:
        assert as_drawn(page.evaluate(LABELS, NAMES))
    first = pages[0].wait_for_selector(".question .choice >> visible=true").inner_text()
    assert first == "Fire from Station at Park"
    assert len(set(play(pages, 5))) == 2
    assert "german-1" not in pages[0].inner_text("main"), "units without a name are called by their side"


def test_a_castle_of_ones_own_values_is_pasted_from_a_spreadsheet_and_played_by_two(visitor):
    one, other = visitor(**PHONE), visitor(**PHONE)
    thumb = making(one, "castle-rampage")
    thumb.on("[data-key='fold/cards/sheet']")
    thumb.types("cards/sheet/text", SHEET)  # its columns have names of their own
    thumb.on("[data-key='cards/sheet/take']")
    thumb.page.wait_for_selector("#told:has-text('A whole game with 48 cards of 3 kinds')")
    assert thumb.page.locator(".refused, .fault").count() == 0
    pages = joined(thumb, other)
    assert thumb.taps < 10
    texts = []
    for page in pages:
        page.wait_for_selector(".question, .waiting")
        texts += page.locator(".question .choice").all_inner_texts()
    assert all(any(name in text for name in ("Wache", "Ritter", "Тролль")) for text in texts if "defends" in text)
    assert sorted(set(play(pages, 18))) == [0, 1]
    for page in pages:
        page.wait_for_selector(".structure .card.back >> nth=7")


def test_a_siege_is_opened_on_a_phone_and_real_cards_are_laid_by_two(visitor):
    one, other = visitor(**PHONE), visitor(**PHONE)
    thumb = making(one, "castle-rampage")
    thumb.ticks("kind/1")
    thumb.page.wait_for_selector("#told:has-text('4 cards at the gate')")
    pages = joined(thumb, other)
    for page in pages:
        player = Thumb(page)
        page.wait_for_selector(".moves")
        for n in range(8):
            player.on("[data-key='lay/4-2']")
            page.wait_for_selector(f"[data-key='laid/{n}']")
        player.on("text=Lay 8 cards face down")
        page.wait_for_selector(".moves [data-key='laid/0']", state="detached")
        assert player.taps == 9
    for page in pages:
        page.wait_for_selector(".structure .card.back >> nth=15")
    thumb.page.locator(".question .choice, .question .moves, .waiting").first.wait_for()
