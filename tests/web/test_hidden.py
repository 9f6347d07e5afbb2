"""Games that hide something, in the browser: what one player alone may see is covered, from the others and on the way."""

import re

from app.rulesets.castle_rampage.game.seals import seal_of
from app.rulesets.castle_rampage.model import Card, Effect, EffectKind
from app.web.assets import assets_path
from tests.thorough import only_thorough
from tests.web.opening import drawn_anew, opened, sits
from tests.web.test_at_the_table import PHONE
from tests.web.test_games import uncover

SMALL = {"starting_seat": 1, "gate": 1, "castle": 1}
SALT = "5a" * 16


def settled(page):
    page.wait_for_function("() => !document.body.classList.contains('busy')")


def lay(page, structure, name, gate, castle):
    page.get_by_label(structure, exact=True).check(force=True)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Defense at the gate", exact=True).fill(str(gate))
    page.get_by_label("Defense in the castle", exact=True).fill(str(castle))
    if page.locator("[data-key='lay/add']").count():  # before the first turn several cards are laid at once
        page.click("[data-key='lay/add']")
    button = page.get_by_role("button", name=re.compile("^Lay (it|1 card) face down$"))
    before = button.element_handle()
    button.click()
    drawn_anew(page, before)


def attack(page, value, card):
    page.get_by_text("Attack with a card").click()
    form = page.locator(".move[open]")
    form.get_by_label("Attack value", exact=True).fill(str(value))
    form.get_by_label("Name", exact=True).fill(card)
    form.get_by_role("button", name="Attack", exact=True).click()
    settled(page)


@only_thorough("a whole siege on three phones")
def test_two_phones_play_a_siege_to_its_end_and_a_third_sees_what_everybody_may(visitor):
    anton, beatrix, cleo = visitor(**PHONE), visitor(**PHONE), visitor()
    session = opened(anton, "castle-rampage", SMALL)
    mine, theirs = sits(anton, session, 1), sits(beatrix, session, 2)
    watched = cleo.go(f"/sessions/{session['id']}")
    for page, name in ((mine, "moat"), (theirs, "Höhle")):  # both lay at the same time
        page.wait_for_selector(".moves")
        lay(page, "Gate", name, 2, 9)
    for page in (mine, theirs):
        lay(page, "Castle", "keep", 9, 3)
    mine.wait_for_selector("text=Attack with a card")
    assert "Anton" in theirs.inner_text(".waiting")
    watched.wait_for_function("() => document.querySelectorAll('.card.back').length === 4")
    assert "Höhle" not in watched.content()
    assert "moat" not in theirs.content()
    attack(mine, 4, "ram")
    for page in (mine, theirs, watched):
        page.wait_for_selector("text=Höhle")
        page.wait_for_function("() => document.querySelectorAll('.structure .card.back').length === 2")
    mine.wait_for_selector(".question")
    attack(mine, 7, "tower")
    for page in (mine, theirs):
        page.wait_for_selector(".over")
        assert "Anton" in page.inner_text(".over")
    watched.wait_for_function("() => document.querySelector('#about').innerText.startsWith('closed')")
    watched.focus("#place")
    watched.keyboard.press("Home")
    watched.wait_for_function("() => document.querySelector('#where').innerText === 'Before the first move'")
    for _ in range(2):  # the opening, and the first card that is laid: it lay face down until the end
        watched.keyboard.press("ArrowRight")
    watched.wait_for_selector(".board .card-name:has-text('moat')")
    assert watched.locator(".board .card").count() == 1
    watched.click("#check")
    watched.wait_for_selector("#verdict .check.proven")
    for one in (anton, beatrix):  # a card that was laid at the same moment as another is sent once more, by itself
        one.expects("409 (Conflict)")


def test_one_phone_goes_round_in_a_sealed_siege_and_shows_the_card_that_it_sealed(visitor):
    one = visitor(**PHONE)
    session = opened(one, "castle-rampage", {**SMALL, "level": "sealed"})
    page = sits(one, session, 1, 2)
    for name in ("Anton", "Beatrix"):
        page.get_by_role("button", name=f"I am {name}").click()
        page.wait_for_selector(".moves")
        for structure in ("Gate", "Castle"):
            lay(page, structure, f"{structure} of {name}", 3, 3)
    page.get_by_role("button", name="I am Anton").click()
    page.wait_for_selector("text=Attack with a card")
    page.reload()
    uncover(page)
    attack(page, 5, "ram")
    assert "Beatrix" in page.wait_for_selector(".cover").inner_text()
    assert "Gate of Beatrix" not in page.content()
    page.get_by_role("button", name="I am Beatrix").click()
    page.get_by_role("button", name="Show Gate of Beatrix").click()
    page.wait_for_selector("#story:has-text('Gate of Beatrix')")


def test_a_seat_goes_on_with_another_phone_and_its_sealed_cards_go_along_unseen_by_the_service(visitor):
    old, new, beatrix = visitor(**PHONE), visitor(**PHONE), visitor(**PHONE)
    session = opened(old, "castle-rampage", {**SMALL, "level": "sealed"})
    sent = []
    for one in (old, new):
        one.page.on("request", lambda request: sent.append(f"{request.url} {request.post_data}"))
    mine = sits(old, session, 1)
    mine.wait_for_selector(".moves")
    lay(mine, "Gate", "moat", 2, 9)
    mine.wait_for_selector(".structure .card.back")
    [kept] = mine.evaluate(
        "id => Object.values(JSON.parse(localStorage.getItem(`umpire:sent:sealed:${id}`)))", session["id"]
    )
    mine.get_by_role("button", name="Continue on another phone").click()
    link = mine.input_value("[data-own] input")
    assert mine.locator("[data-own] svg").count() == 0  # the service would have to draw it
    taken = new.go(link.removeprefix(new.address))
    assert "1 sealed card comes with it." in taken.inner_text("#cards")
    assert taken.url == f"{new.address}/join"
    taken.click("#take")
    taken.wait_for_selector(".moves")
    keys = "id => JSON.parse(localStorage.getItem(`umpire:sent:sealed:${id}`))"
    assert list(taken.evaluate(keys, session["id"]).values()) == [kept]
    assert [line for line in sent if kept["salt"] in line or "moat" in line] == []
    mine.wait_for_selector("#refusal:has-text('another')")
    assert not mine.is_visible(".question")
    again = beatrix.go(
        mine.input_value("#invite input").removeprefix(new.address)
    )  # a device without the seat has the cards still
    assert again.inner_text("#take") == "Keep the cards"
    old.expects("401")


def test_a_seal_of_the_browser_is_the_one_that_the_rules_compute(visitor):
    card = Card('ogre "6"', 6, 4, True, Effect(EffectKind.CHANGE_REMAINING_ATTACK, -2))
    effect = {"effect": "change-remaining-attack", "amount": -2, "structure": None}
    sent = {"card": card.card, "gate_defense": 6, "castle_defense": 4, "purple": True, "effect": effect}
    compute = "async ([base, card, salt]) => (await import(base + '/seals.js')).sealOf(card, salt)"
    assert visitor().go("/join").evaluate(compute, [assets_path(), sent, SALT]) == seal_of(card, SALT)


def test_a_hand_is_seen_by_its_player_alone(visitor):
    one, cleo = visitor(**PHONE), visitor()
    session = opened(one, "storm-over-stalingrad", "sample-with-cards")
    page = sits(one, session, 1, 2)
    page.wait_for_selector(".cover")
    page.wait_for_selector(".hands .back >> nth=3")
    page.click(".cover button")
    page.wait_for_selector(".hands .card-face bdi")
    assert page.locator(".hands .back").count() == 2
    assert page.locator(".hands section >> nth=0").locator(".card-face bdi").count() == 2
    watched = cleo.go(f"/sessions/{session['id']}")
    watched.wait_for_selector(".hands .back >> nth=3")
    assert watched.locator(".hands bdi:has-text('Sample')").count() == 0
    page.goto(page.url.replace("/play/", "/sessions/"))  # whoever has the phone now may read the record
    page.wait_for_selector(".hands .back >> nth=3")


@only_thorough("a whole game is laid")
def test_the_cards_of_a_whole_game_are_laid_from_the_hand_by_what_is_listed(visitor):
    anton, cleo = visitor(**PHONE), visitor()
    session = opened(anton, "castle-rampage", "whole-sample")
    page, watched = sits(anton, session, 1), cleo.go(f"/sessions/{session['id']}")
    page.wait_for_selector(".board >> text=In hand:")
    for laid, structure in enumerate(("at the gate", "at the gate", "in the castle", "in the castle"), 1):
        page.get_by_role("button", name=structure).first.click()
        page.wait_for_function(f"() => document.querySelectorAll('.structure .card.back').length === {laid}")
        settled(page)
    assert page.locator(".board .hand li").count() == 1
    watched.wait_for_function("() => document.querySelectorAll('.card.back').length === 4")
    assert watched.locator(".board >> text=In hand:").count() == 0
