"""Cards of a player's own deck, laid once in a siege, are offered again to whoever laid them, and to nobody else."""

from tests.web.opening import opened, sits
from tests.web.test_at_the_table import PHONE
from tests.web.test_hidden import SMALL, lay

KEPT = "() => localStorage.getItem('umpire:laid:castle-rampage')"
FULL = """() => {
  const keep = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (key.startsWith("umpire:laid:")) throw new DOMException("full", "QuotaExceededError");
    keep.call(this, key, value);
  };
}"""
BEFORE = ".moves [data-key^='laid-before/']:not([data-key$='forget'])"


def small_siege(one, *seats, **more):
    page = sits(one, opened(one, "castle-rampage", {**SMALL, "gate": 2, "hand": 3, **more}), *seats)
    page.wait_for_selector(".cover, .moves")
    return page


def offered(page):
    """What the cards that were laid before are called on their buttons."""
    return [each.get_attribute("aria-label") for each in page.query_selector_all(BEFORE)]


def test_a_card_that_was_typed_once_is_offered_again_in_this_siege_and_in_the_next(visitor):
    one = visitor(**PHONE)
    page = small_siege(one, 1)
    assert offered(page) == []
    lay(page, "Gate", "Höhle", 2, 9)
    page.wait_for_selector(BEFORE)
    assert offered(page) == ["Höhle: gate 2, castle 9"]
    page.tap("[data-key='lay/4-2']")
    page.tap("[data-key='laid-before/0']")
    page.wait_for_selector("[data-key='laid/1']")
    assert page.locator(".moves .chip").all_inner_texts() == ["Gate 4/2 ×", "Castle Höhle ×"]
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.tap("text=Lay 2 cards face down")
    page.wait_for_selector(".structure .card.back >> nth=2")
    laid = [each["card"] for each in sent.value.post_data_json["move"]["cards"]]
    assert [(card["card"], card["gate_defense"], card["castle_defense"]) for card in laid] == [
        ("4/2", 4, 2),
        ("Hoehle", 2, 9),
    ]
    page = small_siege(one, 2)
    assert offered(page) == ["Höhle: gate 2, castle 9"]  # the printed values have buttons of their own
    page.tap("text=Forget these cards")
    page.wait_for_selector(BEFORE, state="detached")
    assert page.evaluate(KEPT) is None


def test_a_card_that_is_typed_is_laid_with_those_that_were_tapped(visitor):
    page = small_siege(visitor(**PHONE), 1)
    page.tap("[data-key='lay/4-2']")
    page.fill("[data-key='card/name']", "Höhle")
    page.tap("text=Add this card")
    page.wait_for_selector("[data-key='laid/1']")
    assert page.input_value("[data-key='card/name']") == ""
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.tap("text=Lay 2 cards face down")
    assert [each["card"]["card"] for each in sent.value.post_data_json["move"]["cards"]] == ["4/2", "Hoehle"]


def test_no_more_cards_are_taken_than_there_are_places_and_it_is_said(visitor):
    page = small_siege(visitor(**PHONE), 1, gate=1)
    for _ in range(4):
        page.tap("[data-key='lay/4-2']")
    page.wait_for_selector("text=All places are taken")
    assert page.locator(".moves .chip").count() == 2
    page.tap("[data-key='laid/0']")
    page.wait_for_selector("text=All places are taken", state="detached")


def test_cards_that_are_tapped_before_their_places_are_known_are_no_more_than_these(visitor):
    one, held = visitor(**PHONE), []
    one.page.route("**/state", lambda route: held.append(route))
    page = small_siege(one, 1, gate=1)
    for _ in range(4):
        page.tap("[data-key='lay/4-2']")
    page.wait_for_selector(".moves .chip >> nth=3")
    for route in held:
        route.continue_()
    page.wait_for_selector("text=All places are taken")
    assert page.locator(".moves .chip").all_inner_texts() == ["Gate 4/2 ×", "Castle 4/2 ×"]


def test_a_card_that_was_laid_before_is_laid_by_one_tap_in_a_turn_too(visitor):
    one, other = visitor(**PHONE), visitor()
    session = opened(one, "castle-rampage", {**SMALL, "hand": 3})
    page, theirs = sits(one, session, 1), sits(other, session, 2)
    page.wait_for_selector(".moves")
    for structure in ("Gate", "Castle"):
        lay(page, structure, "moat", 5, 7)
        theirs.get_by_role("button", name="gate 1, castle 1").click()
    theirs.get_by_role("button", name="Lay 2 cards face down").click()
    page.get_by_text("Lay a card face down").click()
    assert offered(page) == ["moat: gate 5, castle 7"]
    page.tap("[data-key='laid-before/0']")
    page.wait_for_selector("[data-key='laid-before/0'][aria-pressed=true]")
    assert page.input_value("[data-key='card/name']") == "moat"
    assert page.input_value("[data-key='card/castle=']") == "7"
    assert offered(theirs) == []


def test_a_seat_is_not_offered_what_the_other_one_laid_at_the_same_phone(visitor):
    one = visitor(**PHONE)
    page = small_siege(one, 1, 2, gate=1)
    for name in ("Anton", "Beatrix"):
        page.get_by_role("button", name=f"I am {name}").click()
        page.wait_for_selector(".moves")
        assert offered(page) == []
        lay(page, "Gate", f"Gate of {name}", 3, 9)
        page.wait_for_selector(BEFORE)
        assert offered(page) == [f"Gate of {name}: gate 3, castle 9"]
        lay(page, "Castle", f"Castle of {name}", 3, 9)
    assert page.evaluate(KEPT) is None
    page = small_siege(one, 1)
    assert offered(page) == []


def test_a_browser_that_has_no_room_for_it_offers_it_while_the_page_is_open(visitor):
    page = small_siege(visitor(**PHONE), 1)
    page.evaluate(FULL)
    lay(page, "Gate", "moat", 2, 9)
    page.wait_for_selector(BEFORE)
    assert offered(page) == ["moat: gate 2, castle 9"]
    page.reload()
    page.wait_for_selector(".moves")
    assert offered(page) == []
