"""A game of one's own: made on a phone, checked while it is typed, handed on, and played."""

import base64
import hashlib
import json
import re
import zlib
from pathlib import Path

import pytest

from app.rulesets.castle_rampage.game.catalogue import PlayedEffectKind
from app.rulesets.castle_rampage.game.samples import PAIRS
from app.rulesets.castle_rampage.model import EffectKind
from app.web.assets import assets_path, file_of
from tests.rulesets.x_wing.squads import EXPORTS
from tests.services.test_told_in_games import BOOKS as RULEBOOKS
from tests.thorough import only_thorough
from tests.web.conftest import ODDLY
from tests.web.opening import drawn_anew, opened, sits, some

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
YASB, LBN = EXPORTS
DEFENDS = {"gate_defense": 2, "castle_defense": 1}


def made(one, slug):
    page = one.go(f"/make/{slug}")
    page.wait_for_selector("body.ready")
    return page


def wide(page):
    """By how much the page is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def pastes(page, n, text):
    page.fill(f"[data-key='{n}/xws']", text)
    page.click(f"[data-key='{n}/read']")


@only_thorough("builds, hands on and plays two squads")
def test_squads_of_both_builders_are_pasted_equipped_handed_on_and_played(visitor):
    one, other = visitor(**PHONE), visitor()
    page = made(one, "x-wing")
    pastes(page, 0, json.dumps(YASB("rebels in T-65s") | {"name": ODDLY}))
    page.wait_for_selector(
        "#told:has-text('Player 2: bring your list')"
    )  # the second squad is missing, which is no fault
    assert page.locator(".fault").count() == 0
    pastes(page, 1, json.dumps(LBN("vader and swarm")))
    page.wait_for_selector("#board .ship-row >> nth=9")
    assert ODDLY in page.inner_text("#board")
    page.fill("[data-key='1/pilot']", "soontir")
    page.wait_for_selector(".found button")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board .ship-row >> nth=10")
    assert wide(page) <= 0
    page.fill("#name", "Клуб")
    page.click("#share")
    link = page.input_value(page.wait_for_selector("#handed input") and "#handed input")
    assert len(link) < 2000
    their = other.go(link.removeprefix(one.address))
    their.wait_for_selector("#board .ship-row >> nth=10")
    assert their.input_value("#name") == "Клуб"
    page.click("text=One phone")
    page.wait_for_selector(".question")
    page.wait_for_selector("#board .ship-row >> nth=10")
    assert page.locator("#board .ship-row").count() == 11


TEXT = """Rebels of Sunday
Luke Skywalker (62)
Instinctive Aim (2)

Wegde Antilles (52)
Predator (2)
Something else
Total: 118"""


VADER = "https://yasb.app/?f=Galactic%20Empire&d=v8ZsZ200Z173XW113WW105Y211X256WWW&sn=Vader%20%26%20Duchess&obs="


def test_a_squad_is_pasted_as_a_link_or_a_text_with_a_card_in_each_line(visitor):
    one = visitor(**PHONE)
    one.expects("422")
    page = made(one, "x-wing")
    pastes(page, 0, "nobody at all")
    page.wait_for_selector(".pasted .fault:has-text('This text names no pilot.')", timeout=20_000)
    pastes(page, 0, '{"pilots": []}')
    page.wait_for_selector(".pasted .fault:has-text('This is neither an XWS list nor')", timeout=20_000)
    pastes(page, 0, "https://yasb.app/?f=Rebel")
    page.wait_for_selector(".pasted .fault:has-text('export as XWS or as text')", timeout=20_000)
    pastes(page, 0, VADER)
    page.wait_for_selector(".squad-ship:has-text('“Duchess”'), .squad-ship:has-text('Duchess')")
    assert page.input_value("[data-key='0/name']") == "Vader & Duchess"
    page.click("[data-key='fold/0/paste']")
    pastes(page, 0, TEXT)
    page.wait_for_selector("#told:has-text('Player 2: bring your list') >> visible=true")
    page.wait_for_selector(".pasted .fault:has-text('is read as')")
    told = page.inner_text(".pasted .fault")
    assert "“Wegde Antilles” is read as Wedge Antilles." in told
    assert "Not known: Something else" in told
    assert page.input_value("[data-key='0/name']") == "Rebels of Sunday"
    assert [page.inner_text(f".squad-ship >> nth={n} >> b") for n in (0, 1)] == ["Luke Skywalker", "Wedge Antilles"]
    assert page.input_value("[data-key='0/0/points=']") == "64"
    assert wide(page) <= 0


def free(page):
    return page.locator(".squad-ship >> nth=0").locator(".chip.free").all_inner_texts()


def test_free_slots_stand_at_each_ship_and_only_what_fits_is_found(visitor):
    page = made(visitor(**PHONE), "x-wing")
    page.fill("[data-key='0/pilot']", "biggs")
    page.click(".found button:has-text('T-65') >> nth=0")
    page.wait_for_selector(".chip.free")
    assert free(page) == ["+ torpedo", "+ astromech", "+ modification", "+ configuration"]
    page.click("[data-key='0/0/slot/astromech']")
    page.wait_for_selector(".found button")
    assert all("astromech" in each for each in page.locator(".found button").all_inner_texts())
    page.fill("[data-key='0/0/slot']", "r2 a")
    page.click(".found button:has-text('R2 Astromech')")
    page.wait_for_selector(".upgrades:has-text('R2 Astromech ×')")
    assert free(page) == ["+ torpedo", "+ modification", "+ configuration"]
    page.click("[data-key='fold/0/0/more']")
    page.fill("[data-key='0/0/upgrade']", "predator")  # there is no slot for a talent
    page.wait_for_selector(".found .hint:has-text('predator')")
    page.click("[data-key='0/0/r2astromech']")
    page.wait_for_selector("[data-key='0/0/slot/astromech']")
    page.fill("[data-key='0/pilot']", "luke")
    page.click(".found button:has-text('T-65') >> nth=0")
    page.click(".chip:text-is('+ Force power')")  # a kind of slot of two words
    page.wait_for_selector(".found button:has-text('Force power')")
    assert wide(page) <= 0


def test_what_is_unfolded_while_an_answer_comes_stays_unfolded(visitor):
    page = made(visitor(**PHONE), "x-wing")
    waiting = []
    page.route("**/v1/rulesets/x-wing/setups", lambda route: waiting.append(route))
    page.fill("[data-key='0/pilot']", "biggs")
    with page.expect_request("**/v1/rulesets/x-wing/setups"):
        page.click(".found button:has-text('T-65') >> nth=0")
    summary = page.locator("[data-key='fold/0/0/more']")
    summary.hover()
    pressed = summary.element_handle()
    page.mouse.down()
    waiting[0].continue_()
    page.wait_for_selector("body:not(.checking)")  # the answer waits until the press is over
    page.mouse.up()
    drawn_anew(page, pressed)
    page.wait_for_selector("[data-key='0/0/upgrade']", timeout=20_000)
    page.click("[data-key='fold/0/0/more']")
    page.wait_for_selector("[data-key='0/0/upgrade']", state="hidden")


def noted(page):
    """What is remarked at each ship, and last what is remarked at the squad as a whole."""
    page.wait_for_selector("body:not(.checking) #notes li")
    ships = page.locator(".squad-ship")
    at_ships = [ships.nth(n).locator(".noted").all_inner_texts() for n in range(ships.count())]
    return [*at_ships, page.locator(".made > .noted").all_inner_texts()]


def test_what_is_beyond_print_stands_at_its_ship_or_squad_as_well_as_below(visitor):
    page = made(visitor(**PHONE), "x-wing")
    biggs = {"id": "biggsdarklighter", "upgrades": {"talent": ["ionlimiteroverride"]}}
    pastes(page, 0, json.dumps({"pilots": [biggs, {"id": "academypilot"}, {"id": "biggsdarklighter"}]}))
    slots = "Biggs Darklighter: upgrades for the slot talent: 1, slots of that kind: 0."
    dots = "Biggs Darklighter is limited: 2 in this squad, at most 1."
    factions = "Player 1: ships of different factions in one squad (Rebel Alliance and Galactic Empire)."
    page.wait_for_selector(".squad-ship .noted")
    assert noted(page) == [[f"△ {slots}"], [], [f"△ {dots}"], [f"△ {factions}"]]
    assert page.locator("#notes li").all_inner_texts()[:3] == [slots, dots, factions]
    page.click("[data-key='0/0/away']")
    page.wait_for_selector(".made > .noted:has-text('Galactic Empire and Rebel Alliance')")
    assert noted(page)[:2] == [[], []]
    assert wide(page) <= 0


def test_a_squad_beyond_the_limit_of_points_is_told_so_at_the_squad(visitor):
    page = made(visitor(**PHONE), "x-wing")
    squads = [{"xws": {"pilots": [{"id": "darthvader", "points": 21}]}}, {"ships": []}]
    army = {"ruleset": "x-wing", "name": "", "options": {"squad_limit": 20}, "setup": {"squads": squads}}
    file = {"name": "squad.json", "mimeType": "application/json", "buffer": json.dumps(army).encode()}
    page.set_input_files("#file", file)
    page.wait_for_selector(".made > .noted")
    assert page.inner_text(".made > .noted") == "△ This squad is worth 21 points, more than the limit of 20."


def test_cards_are_found_by_the_names_that_they_have_in_other_languages(visitor):
    page = made(visitor(**PHONE), "x-wing?language=fr")
    page.fill("[data-key='0/pilot']", "pilote de l’acad")
    page.wait_for_selector(".found button:has-text('Academy Pilot')")
    assert "Pilote de l’Académie" in page.inner_text(".found button")
    page.fill("[data-key='0/pilot']", "kopfgeldjagr")  # German, and misspelt
    page.wait_for_selector(".found button:has-text('Bounty Hunter')")


@pytest.mark.parametrize("typed", ["Luke Skywaker", "Lyuk Skayuoker", "Люк Скайуокер"])
def test_a_name_that_no_pilot_has_finds_those_that_are_similar_and_says_so(visitor, typed):
    page = made(visitor(**PHONE), "x-wing")
    page.fill("[data-key='0/pilot']", typed)
    page.locator(".found button").first.wait_for(timeout=20_000)
    assert page.inner_text(".found .hint >> nth=0") == f"Nothing is called “{typed}”. These names are similar:"
    assert all(text.startswith("Luke Skywalker") for text in page.locator(".found button").all_inner_texts())
    page.press("[data-key='0/pilot']", "Enter")
    assert page.locator(".squad-ship").count() == 0  # what nobody typed is tapped
    page.click(".found button >> nth=0")
    page.wait_for_selector(".squad-ship b:has-text('Luke Skywalker')")
    page.wait_for_selector("[data-key='0/0/slot/astromech']")
    assert wide(page) <= 0


def test_upgrades_with_similar_names_are_found_where_they_fit(visitor):
    page = made(visitor(**PHONE), "x-wing")
    page.fill("[data-key='0/pilot']", "biggs")
    page.click(".found button:has-text('T-65') >> nth=0")
    page.click("[data-key='fold/0/0/more']")
    page.fill("[data-key='0/0/upgrade']", "Proton Torpedos")
    page.locator(".found button").first.wait_for(timeout=20_000)
    assert page.inner_text(".found button >> nth=0").startswith("Proton Torpedoes")
    page.fill("[data-key='0/0/upgrade']", "Predatr")  # it would take a slot for a talent
    page.wait_for_selector(".found .hint:has-text('Nothing is called “Predatr”.')")
    assert page.locator(".found button").count() == 0
    page.fill("[data-key='0/0/upgrade']", "qqqqqqqq")
    page.wait_for_selector(".found .hint:text-is('Nothing is called “qqqqqqqq”.')")


def test_the_free_slots_of_a_pilot_stand_where_an_attack_is_tried_too(visitor):
    page = visitor(**PHONE).go("/try/x-wing")
    page.wait_for_selector("body.ready")
    page.fill("[data-key='attacker/pilot']", "biggs")
    page.click(".found button:has-text('T-65') >> nth=0")
    page.click("[data-key='fold/xw/attacker']")
    page.click("[data-key='attacker/free/slot/astromech']")
    page.click(".found button:has-text('R2 Astromech')")
    page.wait_for_selector("[data-key='attacker/upgrade/r2astromech']")
    page.wait_for_selector("[data-key='attacker/free/slot/astromech']", state="detached")
    page.fill("[data-key='attacker/upgrade']", "predator")
    page.wait_for_selector(".found .hint:has-text('predator')")


def test_what_is_made_is_kept_by_name_chosen_to_play_and_kept_again_from_the_session(visitor):
    one = visitor()
    page = made(one, "open-forces")
    page.select_option("#begin", "sample")
    page.wait_for_selector("#board .board")
    page.click("#keep")
    assert page.evaluate("document.querySelector('#name').validationMessage") == "Give it a name first."
    page.fill("#name", ODDLY)
    page.click("#keep")
    page.wait_for_selector("#armies li")
    page.select_option("#begin", "sample-to-place")
    page.wait_for_selector("#told:has-text('obstacles')")
    page = one.go("/play")
    page.check("[name=ruleset][value=open-forces]", force=True)
    page.select_option("#setup", f"own:{ODDLY}")
    page.wait_for_selector("#own [data-told] p")
    page.check("#phones-one", force=True)
    page.click("text=Open the table")
    page.wait_for_selector(".question")
    session = page.url.replace("/play/", "/sessions/")
    one.go(f"{session.removeprefix(one.address)}?language=de").wait_for_selector("#players:has-text('Spieler 1')")
    page.goto(session)
    page.click("[data-key=keep-setup]")
    page.click("#keeping a")
    page.wait_for_selector("#board .board")
    assert page.input_value("#name") == "Player 1 – Player 2"
    assert "obstacles" not in page.inner_text("#told")  # not what was typed here before
    page.reload()
    page.wait_for_selector("#board .board")
    assert page.input_value("#name") == "Player 1 – Player 2"
    assert page.locator("#armies li").count() == 2
    page.click("#armies .away >> nth=0")
    page.click(".sure .primary")
    page.wait_for_function("() => document.querySelectorAll('#armies li').length === 1")


def packed(text):
    """A text as links carry it."""
    bytes = zlib.compress(text.encode(), 9, wbits=-15)
    return "#a=" + base64.urlsafe_b64encode(bytes).decode().rstrip("=")


WRONG = {
    "cut": "#a=q1Ys",
    "no army": "#a=AAAA",
    "100 kB": "#a=" + "A" * 100_000,
    "10 MB in 14 kB": packed('["a", "' + "x" * 10_000_000 + '"]'),
    "deep": packed("[" * 100_000),
    "a formula": packed('["=1+1", "=1+1"]'),
}


@pytest.mark.parametrize("link", WRONG)
def test_a_link_that_holds_no_setup_is_told_in_a_sentence(visitor, link):
    one = visitor()
    page = one.go(f"/make/x-wing{WRONG[link]}")
    page.wait_for_selector("body.ready")
    assert page.inner_text("#refusal") in (
        "This is not a setup of this rulebook, or part of it is missing.",
        "This is too large: a setup can have at most 256\u00a0kB.",
    )


def test_a_link_of_100_kb_is_told_in_a_sentence_where_a_table_is_opened_too(visitor):
    one = visitor()
    one.expects("422")  # the service says why a formula is no setup
    page = one.go("/play")
    page.wait_for_selector("body.ready")
    page.check("[name=ruleset][value=x-wing]", force=True)
    page.click("#own summary")
    for link in (WRONG["100 kB"], WRONG["10 MB in 14 kB"]):
        page.evaluate("([link]) => { document.getElementById('own-link').value = link; }", [f"/make/x-wing{link}"])
        page.click("[data-key='own/link']")
        page.wait_for_selector("#own p:has-text('too large')")
        page.evaluate("document.querySelector('#own [data-told]').replaceChildren()")
    page.fill("#own-link", "/make/x-wing" + WRONG["a formula"])
    page.click("[data-key='own/link']")
    page.wait_for_selector("#own [data-told] p")


def test_a_file_that_holds_no_setup_is_told_in_a_sentence_and_one_that_does_is_taken(visitor):
    page = made(visitor(), "x-wing")

    def opens(text):
        page.set_input_files("#file", {"name": "squad.json", "mimeType": "application/json", "buffer": text.encode()})

    for text in ("<b>", '{"setup": [], "ruleset": "open-forces"}', '{"squads": 7}', "[" * 300_000):
        page.evaluate("document.getElementById('refusal').replaceChildren()")
        opens(text)
        page.wait_for_selector("#refusal p")
    opens(json.dumps({"squads": [{"xws": YASB("rebels in T-65s")}, {"xws": LBN("falcon")}]}))
    page.wait_for_selector("#board .ship-row >> nth=7")
    assert page.inner_text("#refusal") == ""


def test_what_is_too_much_for_a_link_goes_as_a_file_and_comes_back_from_it(visitor):
    page = made(visitor(), "castle-rampage")
    cards = [{"card": hashlib.sha256(bytes([n])).hexdigest(), "copies": 1, **DEFENDS} for n in range(60)]
    text = json.dumps(cards).encode()
    page.set_input_files("#file", {"name": "Мои карты.json", "mimeType": "application/json", "buffer": text})
    page.wait_for_selector("#board .board")
    page.click("#share")
    assert "Send it as a file" in page.wait_for_selector("#handed .hint").inner_text()
    with page.expect_download() as saved:
        page.click("#handed button")
    assert saved.value.suggested_filename == "Мои-карты.json"
    kept = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert [card["card"] for card in kept["setup"]["whole"]["cards"]] == [card["card"] for card in cards]


ANY = """async ([path, setup]) => {
  const {draw, read} = await import(path);
  globalThis.form = {setup: read(setup), typed: () => { form.asked = true; }};
  document.querySelector("#form").replaceChildren(...draw(form));
}"""


def test_a_rulebook_without_a_form_is_typed_as_text_and_asked_about_once_it_is_json(visitor):
    page = made(visitor(), "x-wing")
    page.evaluate(ANY, [f"{assets_path()}/make/any.js", {"areas": []}])
    page.fill("#form textarea", '{\n "areas": [\n ]]\n}')
    assert page.inner_text("#form .fault") == "make.no_json_at"  # the texts are those of the form of this page
    assert page.evaluate("[form.asked, form.setup.areas.length]") == [None, 0]
    page.fill("#form textarea", '{"areas": ["<b>"]}')
    assert page.inner_text("#form .fault") == ""
    assert page.evaluate("[form.asked, form.setup.areas]") == [True, ["<b>"]]


def test_a_squad_of_600_is_refused_in_a_sentence_while_30_of_it_are_drawn(visitor):
    one = visitor()
    one.expects("422")
    page = made(one, "x-wing")
    squad = LBN("falcon")
    pastes(page, 0, json.dumps(squad | {"pilots": squad["pilots"] * 150}))
    page.wait_for_selector(".fault")
    assert page.locator(".squad-ship").count() == 30
    assert "30" in page.inner_text(".fault >> nth=0")


def test_the_printed_pairs_are_buttons_wherever_a_card_is_made_up(visitor):
    text = file_of("rulesets/castle_rampage/pages/card-pairs").read_text()
    shown = re.findall(r"\[(\d), (\d)\]", text[text.index("PAIRS = ") :].split(";")[0])
    assert sorted((int(gate), int(castle)) for gate, castle in shown) == sorted(PAIRS)
    page = visitor(**PHONE).go("/try/castle-rampage")
    page.wait_for_selector(".chart .bar")
    page.click(".stack button.card >> nth=0")
    page.click("[data-key='card/pair/4-2']")
    assert page.input_value("[data-key='card/gate=']") == "4"
    assert page.input_value("[data-key='card/castle=']") == "2"
    assert page.get_attribute("[data-key='card/pair/4-2']", "aria-pressed") == "true"


SHEET = """Name\tCopies\tGate\tCastle\tAttack\tCost
名\t{copies}\t2\t1\t2\t0
"Стена"\t12\t4\t4\t\t
مشاة\t10\t1\t3\t1\t{cost}"""


def test_cards_are_pasted_from_a_spreadsheet_given_effects_by_name_and_dealt(visitor):
    one = visitor(**PHONE)
    one.expects("422")
    page = made(one, "castle-rampage")
    page.click("[data-key='add/6-6']")
    page.wait_for_selector(".fault")  # a game has more cards than one
    page.fill("[data-key='add/pairs']", "Card\tGate\tCastle\nСтена\t4\t=1\n3/100, 6/6")
    page.click("[data-key='add/pairs/take']")
    page.locator(".refused").filter(has_text="Line 2: “Стена 4 =1” is not a pair").filter(
        has_text="Line 3: 100"
    ).wait_for()
    page.fill("[data-key='add/pairs']", "Стена\t4\t5\n6/6, 6 – 6\n7 8")
    page.click("[data-key='add/pairs/take']")
    page.wait_for_selector("[data-key='cards/3/name']")
    values = [
        [page.input_value(f"[data-key='cards/{n}/{of}']") for of in ("name", "copies", "castle_defense")]
        for n in (1, 2, 3)
    ]
    assert values == [["Стена", "1", "5"], ["6-6 2", "2", "6"], ["7-8", "1", "8"]]
    page.click("[data-key='fold/cards/sheet']")
    assert "draws cards · " in page.inner_text(".hint > li:has-text('When destroyed:')")
    for copies, cost, told in (("=1+1", 0, "“=1+1” is a formula"), (8, "viele", "“viele” is not a whole number")):
        page.fill("[data-key='cards/sheet/text']", SHEET.format(copies=copies, cost=cost))
        page.click("[data-key='cards/sheet/take']")
        page.locator(".refused").filter(has_text=told).wait_for()
    comma = SHEET.format(copies=8, cost=1).replace("\t", ",").replace('"Стена"', '"Стена, ""большая""\nи ещё"')
    page.fill("[data-key='cards/sheet/text']", comma)
    page.click("[data-key='cards/sheet/take']")
    page.wait_for_selector("#board .board")
    assert page.input_value("[data-key='cards/1/name']") == 'Стена, "большая" и ещё'
    page.fill("[data-key='cards/sheet/text']", SHEET.format(copies=8, cost=1))
    page.click("[data-key='cards/sheet/take']")
    page.wait_for_selector("#board .board")
    assert "30 cards" in page.inner_text("#told")
    page.select_option("[data-key=card]", "Стена")
    page.click("[data-key='card/purple']")
    page.select_option("[data-key=destroyed]", "draws cards")
    page.wait_for_selector("[data-key='destroyed/amount=']")
    page.select_option("[data-key='played/0']", "discards the top card of the gate")
    page.wait_for_selector(".fault")  # too few cards are left for the deal, in which there is nothing purple
    page.fill("[data-key='cards/0/copies']", "40")
    page.keyboard.press("Tab")
    page.wait_for_selector("#board .board")
    assert wide(page) <= 0
    page.click("text=One phone")
    page.click(".cover button")
    texts = page.wait_for_selector(".question .choice") and page.locator(".question .choice").all_inner_texts()
    assert any(name in text for text in texts for name in ("名", "مشاة"))


def test_the_effects_that_a_form_offers_are_those_of_the_service():
    text = file_of("rulesets/castle_rampage/pages/card-effects").read_text()
    listed = [re.findall(r'"([a-z-]+)"', part.split("]")[0]) for part in text.split(" = [")[1:]]
    assert listed[:2] == [[kind.value for kind in EffectKind], [kind.value for kind in PlayedEffectKind]]


def test_the_cards_of_a_siege_are_tapped_by_their_values_and_laid_in_one_move(visitor):
    one = visitor(**PHONE)
    session = opened(one, "castle-rampage", {"starting_seat": 1, "gate": 2, "castle": 2, "hand": 0})
    page = sits(one, session, 1)
    page.wait_for_selector(".moves")
    for n, pair in enumerate(("4-2", "1-1", "6-6", "2-1")):
        page.tap(f"[data-key='lay/{pair}']")
        page.wait_for_selector(f"[data-key='laid/{n}']")
    page.tap("[data-key='laid/3']")
    page.wait_for_selector("[data-key='laid/3']", state="detached")
    page.fill("[data-key='lay/pairs']", "5/1, 2/x")
    page.tap("[data-key='lay/pairs/take']")
    page.wait_for_selector(".moves .refused:has-text('“2/x” is not a pair of values such as 3/4.')")
    page.fill("[data-key='lay/pairs']", "5/1, 2/2")
    page.tap("[data-key='lay/pairs/take']")
    page.wait_for_selector(".refused:has-text('Room for cards: 1; cards in these lines: 2.')")
    page.fill("[data-key='lay/pairs']", "1 3")
    page.tap("[data-key='lay/pairs/take']")
    page.wait_for_selector("[data-key='laid/3']")
    assert page.locator(".refused").count() == 0
    assert page.input_value("[data-key='lay/pairs']") == ""
    shown = page.locator(".moves .chip").all_inner_texts()
    assert shown == ["Gate 4/2 ×", "Gate 1/1 ×", "Castle 6/6 ×", "Castle 1/3 ×"]
    page.tap("text=Lay 4 cards face down")
    page.wait_for_selector(".structure .card.back >> nth=3")


@pytest.mark.parametrize("path", ["/make/storm-over-stalingrad?language=de", "/play?language=de"])
def test_who_plays_which_side_stands_beside_the_names(visitor, path):
    page = visitor(**PHONE).go(path)
    page.wait_for_selector("body.ready")
    if path.startswith("/play"):
        page.check("[name=ruleset][value=storm-over-stalingrad]", force=True)
        page.check("#kind-series", force=True)
        assert [page.inner_text(f"#side-{n}") for n in (1, 2)] == ["sowjetisch", "deutsch"]
        page.check("#kind-game", force=True)
    else:
        page.select_option("#begin", "sample")
    page.wait_for_function("() => document.getElementById('side-1').textContent === 'deutsch'")
    assert page.inner_text("#side-2") == "sowjetisch"
    assert wide(page) <= 0


def test_joiners_stay_in_the_names_that_are_typed(visitor):
    page = made(visitor(**PHONE), "open-forces")
    name = "نیم\u200cفاصله 👩\u200d👧 \u0d28\u0d4d\u200d"
    page.fill("[data-key='card/0/name']", f"{name}\u200b")
    page.keyboard.press("Tab")
    page.wait_for_function("(name) => document.querySelector('main').textContent.includes(name)", arg=name)


def test_obstacles_have_names_of_players_else_of_their_kind_or_a_number(visitor):
    page = made(visitor(**PHONE), "open-forces")
    for n, (field, text) in enumerate([("kind", "Wald"), ("name", "Alter Turm"), ("name", "")], 1):
        page.click("[data-key='field/add/round']")
        page.fill(f"[data-key='thing/obstacle-{n}/{field}']", text)
        page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelectorAll('#board .obstacle').length === 3")
    assert page.locator("#board .obstacle text").all_text_contents() == ["Wald", "Alter Turm", "Obstacle 3"]


def test_zones_stay_on_a_battlefield_that_is_made_smaller(visitor):
    page = made(visitor(**PHONE), "open-forces")
    for side, length in (("width", "90"), ("height", "60")):
        page.fill(f"[data-key='field/{side}']", length)
        page.keyboard.press("Tab")
    page.wait_for_selector("#told:has-text('90 × 60 cm')")
    ground = page.locator(".drawing-place svg").bounding_box()
    for n in (0, 1):
        zone = page.locator(f".drawing-place .zone.seat-{n + 1} rect").bounding_box()
        assert ground["x"] - 3 <= zone["x"] <= zone["x"] + zone["width"] <= ground["x"] + ground["width"] + 3
        assert ground["y"] - 3 <= zone["y"] <= zone["y"] + zone["height"] <= ground["y"] + ground["height"] + 3
        assert zone["height"] == pytest.approx(ground["height"] / 5, abs=6)


def test_groups_without_a_name_are_called_as_their_cards(visitor):
    page = made(visitor(**PHONE), "open-forces")
    page.wait_for_selector("#board .board, #told:has-text('worth')")
    page.check("[data-key='field/beginning/1']", force=True)
    page.wait_for_selector(".drawing .group text")
    assert page.locator(".drawing .group text").all_text_contents() == ["Unit type 1 1", "Unit type 1 2"]
    page.click("text=One phone")
    page.wait_for_url("**/play/*")
    page.wait_for_selector(".question .choice")
    shown = page.inner_text("main")
    assert "Unit type 1 1" in shown
    assert "a-1" not in shown


def has(change, slug, setup):
    """A file with a sample of a rulebook in which something is wrong."""
    sample = RULEBOOKS[slug].codec.board.setup.dump(RULEBOOKS[slug].ruleset.board.setups[setup])
    change(sample)
    army = {"ruleset": slug, "name": "", "options": {}, "setup": sample}
    return {"name": "army.json", "mimeType": "application/json", "buffer": json.dumps(army).encode()}


def wrong_cards(setup):
    setup["whole"]["cards"][2] |= {"name": "Ogre", "copies": 4_000}


def wrong_group(setup):
    setup["armies"][1]["groups"][1] |= {"name": "Grey guard", "mode": 6}
    setup["cards"][0]["modes"][1]["spd"] = -3


def wrong_arrival(setup):
    setup["arrivals"][1]["turn"] = 0
    setup["areas"][1]["units"][0] |= {"id": "g-7", "name": "Weber", "firepower": -1}


@pytest.mark.parametrize(
    ("slug", "setup", "change", "told"),
    some(
        [
            ("castle-rampage", "whole-sample", wrong_cards, ["tr.wrong .fault:has-text('Ogre')"]),
            (
                "open-forces",
                "sample",
                wrong_group,
                ["tr.wrong .fault:has-text('Grey guard')", ".data-card tr.wrong .fault:has-text('SPD')"],
            ),
            (
                "storm-over-stalingrad",
                "sample",
                wrong_arrival,
                ["tr.wrong .fault:has-text('Row 2')", ".fault:has-text('Weber: ')"],
            ),
        ],
        count=3,
    ),
)
def test_what_is_wrong_stands_at_its_row_and_names_the_thing(visitor, slug, setup, change, told):
    one = visitor()
    one.expects("422")
    page = made(one, slug)
    page.set_input_files("#file", has(change, slug, setup))
    for fault in told:
        page.wait_for_selector(fault, state="attached", timeout=20_000)
    for text in page.locator(".fault").all_text_contents():
        assert not re.search(r"/setup|/\d+\b|\b\w+-\d+\b", text), text
