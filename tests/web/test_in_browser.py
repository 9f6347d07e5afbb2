"""What players do with the pages, in Chromium: from the form to the checked result."""

import hashlib
import json
from base64 import urlsafe_b64encode

import pytest

from app.web.assets import assets_path
from tests.web.conftest import VECTORS
from tests.web.opening import BOOKS

COMPUTE = """async ([base, known]) => {
  const f = await import(base + "/fairness.js"), d = await import(base + "/digest.js"), text = new TextEncoder();
  const session = f.bytes(known.session_id_hex), found = {subtle: Boolean(globalThis.crypto.subtle)};
  let seed = f.bytes(known.last_seed);
  const chain = {};
  for (let k = known.chain_length; k > 0; k -= 1) { chain[k] = seed; seed = await f.seedBefore(session, seed); }
  found.chain = [seed, chain[1], chain[2]].map(f.hex);
  const given = {1: f.bytes(known.seat_entropy[1]), 2: f.bytes(known.seat_entropy[2])};
  found.seats = [f.hex(await f.seatCommitment(session, 1, given[1])), f.hex(await f.seatCommitment(session, 2, given[2]))];
  const none = await f.entropyOf(session), both = await f.entropyOf(session, given);
  found.entropy = [f.hex(none), f.hex(both)];
  found.actions = [];
  for (const entropy of [none, both]) {
    const key = await f.actionKey(chain[1], session, 1, entropy), roll = (r) => new f.Stream(key, r);
    found.actions.push({key: f.hex(key), roll_0_block_0: f.hex(Uint8Array.from(await roll(0).read(32))),
      roll_0_10_d6_faces: await roll(0).dice([1,2,3,4,5,6], 10), roll_1_4_below_8: await roll(1).dice([0,1,2,3,4,5,6,7], 4),
      roll_2_shuffle_12: await roll(2).shuffle(12), roll_3_40_d6_faces: await roll(3).dice([1,2,3,4,5,6], 40),
      roll_4_5_below_1000: await (async () => { const s = roll(4), out = []; for (let i = 0; i < 5; i += 1) out.push(await s.below(1000)); return out; })()});
  }
  const second = await f.actionKey(chain[2], session, 2, none);
  found.second = {key: f.hex(second), roll_0_2_d6_faces: await new f.Stream(second, 0).dice([1,2,3,4,5,6], 2)};
  let head = new Uint8Array(32);
  found.events = [];
  for (const body of known.event_chain.bodies) { head = await f.eventHash(head, text.encode(body)); found.events.push(f.hex(head)); }
  found.hidden = f.hex(await f.privateDigest(f.bytes(known.private_digest.salt), text.encode(known.private_digest.bytes)));
  found.long = [0, 55, 56, 63, 64, 65, 1000].map((n) => f.hex(d.ownSha256(new Uint8Array(n).fill(97))));
  return found;
}"""


def test_the_browser_computes_every_vector_without_https(visitor):
    known = json.loads(VECTORS.read_text())
    found = visitor().go("/").evaluate(COMPUTE, [assets_path(), known])
    assert not found["subtle"], "the address is trusted, so our own SHA-256 is not tried"
    assert found["chain"] == [known["commitment_S0"], known["S1"], known["S2"]]
    assert found["seats"] == list(known["seat_commitments"].values())
    assert found["entropy"] == [known["entropy_no_seats"], known["entropy_both_seats"]]
    assert found["actions"] == [known["action_1_no_seats"], known["action_1_both_seats"]]
    assert found["second"] == known["action_2_no_seats"]
    assert found["events"] == known["event_chain"]["hashes"]
    assert found["hidden"] == known["private_digest"]["digest"]
    assert found["long"] == [hashlib.sha256(b"a" * n).hexdigest() for n in (0, 55, 56, 63, 64, 65, 1000)]


@pytest.mark.parametrize("slug", BOOKS)
def test_an_example_goes_from_the_form_to_the_checked_result(visitor, slug):
    one = visitor()
    page = one.go(f"/try/{slug}")
    page.wait_for_selector(".chart .bar")
    page.click("#roll")
    one.answer_all()
    page.wait_for_selector(".check")
    verdict = page.get_attribute(".check", "class").split()[-1]
    assert verdict == ("none" if slug == "castle-rampage" else "proven")
    assert page.locator(".column.came").count() == 1
    if slug != "castle-rampage":
        assert "fixed" in page.inner_text("#commitment")
    page.evaluate("for (const fold of document.querySelectorAll('#story details')) fold.open = true")
    page.click(".step button.rule >> nth=0")
    assert page.locator(".rule-text:visible").count() == 1
    if page.query_selector("[data-key=again]"):  # it is not there where nothing is left
        page.click("[data-key=again]")
        page.wait_for_function("() => !document.querySelector('.column.came')")  # the odds are those of what is left
    assert page.inner_text("#refusal") == ""


def typed(page, *rolls):
    """The dice of an attack of Open Forces are tapped in."""
    page.wait_for_selector(".chart .bar")
    page.click("#type")
    for number, faces in enumerate(rolls):
        for face in faces:
            page.click(f'.face[aria-label="{face}"]')
        page.click("text=These are the dice")
        page.wait_for_selector(f".step.rolled >> nth={number}", state="attached")
    page.wait_for_selector(".check.typed")


def test_what_is_left_goes_on_though_fewer_units_are_left_than_touched_the_cover(visitor):
    page = visitor().go("/try/open-forces")
    typed(page, (1, 6, 6, 6), (1, 6, 6, 6, 6))
    assert page.inner_text(".verdict") == "3 units are killed; 1 left."
    page.click("[data-key=again]")
    page.wait_for_function("() => !document.querySelector('.column.came')")
    assert page.inner_text("#refusal") == ""


def test_dice_from_the_table_are_tapped_in_and_never_called_checked(visitor):
    page = visitor().go("/try/open-forces")
    typed(page, (2, 2, 5, 5), (1, 1, 2, 4, 6))
    assert page.inner_text(".verdict") == "2 units are killed; 2 left."
    assert page.locator('.dice[aria-label="2, 2, 5, 5"]').count() == 2, "large, and in its line"
    assert page.locator(".pair.kills").count() == 2
    assert page.locator(".figure.fallen").count() == 2


def test_an_attack_needs_the_keyboard_alone(visitor):
    page = visitor().go("/try/x-wing")
    page.wait_for_selector(".chart .bar")

    def tab_to(selector):
        for _ in range(90):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"no way to {selector}")

    tab_to('[data-key="attacker/calculate"]')
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-key="attacker/calculate"][aria-pressed=true]')
    assert page.evaluate("document.activeElement.dataset.key") == "attacker/calculate"
    tab_to("#roll")
    page.keyboard.press("Enter")
    for _ in range(30):
        page.wait_for_selector(".question, .verdict")
        if not page.query_selector(".question"):
            break
        assert page.evaluate("document.activeElement.className") == "ask"
        lines = page.locator(".step").count()
        tab_to(".choice")
        page.keyboard.press("Enter")
        page.wait_for_function("lines => document.querySelectorAll('.step').length > lines", arg=lines)
    page.wait_for_selector(".check.proven")


def test_odds_follow_the_form_and_can_be_compared(visitor):
    page = visitor().go("/try/open-forces")
    page.wait_for_selector(".chart .bar")
    before = page.inner_text(".mean")
    page.click("#compare")
    page.click('[data-key="def+"]')
    page.wait_for_function("before => document.querySelector('.mean').innerText !== before", arg=before)
    assert "Before" in page.inner_text("#figures .mean")
    assert page.locator(".chart .outline").count() > 2
    page.click("#share")
    link = page.input_value("#link input")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".chart .bar")
    assert page.input_value('[data-key="def="]') == "2"


def test_what_was_unfolded_stays_so_where_all_is_drawn_anew_at_once(visitor):
    page = visitor().go("/try/x-wing")
    is_open = """async (base) => {
        const { fold } = await import(base + "/controls.js"), once = fold("some", "Some");
        document.body.append(once);
        once.querySelector("summary").click();
        return fold("some", "Some").open;
    }"""
    assert page.evaluate(is_open, assets_path())


@pytest.mark.parametrize("text", ["The attack misses.", "The attack hits: 2 damage."])
def test_what_came_of_an_attack_is_told_once_and_found_as_its_verdict(visitor, text):
    page = visitor().go("/try/x-wing")
    verdicts = """async ([base, text]) => {
        const { wholeStory } = await import(base + "/story.js");
        const record = [{ kind: "noted", fact: "attack-missed", data: {}, rule: null, text: "The attack misses." }];
        const action = { number: 1, status: "resolved", ruleset: "x-wing", text, record, casualties: [] };
        document.body.append(...wholeStory(action, [], new Set(), null, null).filter(Boolean));
        return [...document.querySelectorAll(".verdict")].map((each) => each.textContent);
    }"""
    assert page.evaluate(verdicts, [assets_path(), text]) == [text]


ABOVE_THE_LINES = """() => {
  const story = document.querySelector("#story").cloneNode(true);
  for (const lines of story.querySelectorAll("details .story")) lines.remove();
  return story.textContent;
}"""
"""What a story tells without its lines, which stand unfolded where a rule is seen to happen."""


def test_a_miss_is_told_once_where_an_attack_is_tried_and_where_it_is_seen_again(visitor):
    seen = {"example": 0, "policy": "simple", "rule": "XW-51", "faces": [["blank"] * 2, ["blank"] * 2]}
    page = visitor().go("/try/x-wing#see=" + urlsafe_b64encode(json.dumps(seen).encode()).decode())
    page.wait_for_selector("#story .verdict")
    assert page.evaluate(ABOVE_THE_LINES).count("The attack misses.") == 1
    page.click("#again a")
    page.wait_for_selector("#story .verdict")
    assert page.evaluate(ABOVE_THE_LINES).count("The attack misses.") == 1


def test_a_refusal_of_the_rules_is_told_beside_the_form(visitor):
    one = visitor()
    page = one.go("/try/x-wing")
    page.wait_for_selector(".chart .bar")
    page.click("details:has([data-key='fold/xw/attacker']) summary")
    page.click('[data-key="attacker/disarm"]')
    page.wait_for_selector("#refusal p")
    assert "XW-" in page.inner_text("#refusal")
    one.expects("422")


SQUAD = {
    "faction": "rebelalliance",
    "pilots": [
        {"id": "lukeskywalker", "ship": "t65xwing", "upgrades": {"torpedo": ["protontorpedoes"]}},
        {"id": "hansolo-modifiedyt1300lightfreighter", "ship": "modifiedyt1300lightfreighter"},
    ],
}


def test_a_ship_of_a_squad_attacks_with_its_own_weapons(visitor):
    one = visitor()
    page = one.go("/try/x-wing")
    page.wait_for_selector(".chart .bar")
    page.click("[data-key='example/0']")
    page.wait_for_function("() => document.querySelector('[data-key=\"value=\"]').value === '2'")
    page.click("[data-key='fold/xw/squad']")
    page.fill("[data-key=xws]", json.dumps(SQUAD))
    page.click("[data-key=squad]")
    page.click("[data-key='squad/0/attacker']")
    page.wait_for_function("() => document.querySelector('[data-key=\"value=\"]').value === '3'")
    page.wait_for_selector("[data-key=weapon] option >> nth=1", state="attached")
    shown = page.locator("[data-key=weapon] option").all_inner_texts()
    assert shown == ["Attack 3, front", "Proton Torpedoes"]
    page.click(".between [data-key='range/3']", force=True)
    page.select_option("[data-key=weapon]", label="Proton Torpedoes")
    page.wait_for_selector("#refusal p")
    assert "XW-12" in page.inner_text("#refusal"), "torpedoes need a lock"
    page.click("[data-key='attacker/lock']")
    page.wait_for_selector("#refusal p", state="detached")
    page.click("#roll")
    page.wait_for_selector(".step.rolled", state="attached")
    assert page.locator(".step.rolled >> nth=0").locator(".dice > *").count() == 4
    page.click("[data-key='squad/1/attacker']")
    page.wait_for_function("() => document.querySelector('[data-key=weapon]') === null")
    assert page.input_value('[data-key="value="]') == "3"
    page.wait_for_selector("#refusal p", state="detached")
    one.expects("422")


def picks(page, key, part, name):
    """Pick a card by a part of its name."""
    page.fill(f"[data-key='{key}']", part)
    page.click(f".found button:has-text('{name}')")


def test_a_pilot_is_picked_by_name_with_ship_weapons_and_torpedoes(visitor):
    one = visitor(viewport={"width": 390, "height": 844}, has_touch=True)
    page = one.go("/try/x-wing")
    page.wait_for_selector(".chart .bar")
    picks(page, "attacker/pilot", "wedge", "· 5")  # one whose torpedoes belong to his card
    page.wait_for_selector("[data-key=weapon] option:has-text('Proton Torpedoes')", state="attached")
    assert "Wedge Antilles" in page.inner_text(".attacker .ship-head")
    page.click("[data-key='fold/xw/attacker']")
    page.wait_for_selector("[data-key='attacker/upgrade/protontorpedoes']")
    page.click("[data-key='attacker/upgrade/protontorpedoes']")
    page.wait_for_selector("[data-key=weapon]", state="detached")
    picks(page, "attacker/pilot", "wedge", "T-65 X-wing · 6")  # another one has a slot for torpedoes of any kind
    page.wait_for_selector("[data-key='attacker/free/slot/torpedo']")
    picks(page, "attacker/upgrade", "adv. proton", "Adv. Proton")
    page.click(".between [data-key='range/1']", force=True)
    page.click("[data-key='attacker/lock']")
    page.select_option("[data-key=weapon]", label="Adv. Proton Torpedoes")
    page.wait_for_selector("[data-key='weapon']")
    page.wait_for_function("() => !document.body.classList.contains('stale')")
    page.click("#roll")
    page.wait_for_selector(".step.rolled", state="attached")
    assert page.locator(".step.rolled >> nth=0").locator(".dice > *").count() == 5
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_question_tells_what_each_choice_is_worth(visitor):
    page = visitor().go("/try/x-wing")
    page.wait_for_selector(".chart .bar")
    assert page.inner_text('[data-key="example/1"]') == "Red Five at range 1, with a lock"
    page.click('[data-key="example/1"]')
    page.click("#roll")
    page.wait_for_selector(".question .worth")
    assert page.locator(".question .worth").count() == page.locator(".question .choice").count() > 1
    assert page.inner_text(".question .worth >> nth=0").startswith("Damage ")


def test_a_rule_is_seen_to_happen(visitor):
    page = visitor().go("/rules/x-wing")
    page.click("#XW-45 a:has-text('See it happen')")
    page.wait_for_selector(".step.held .rule-text", state="attached")
    assert page.inner_text(".step.held button.rule") == "XW-45"
    assert "XW-45" in page.inner_text("#lucky")
    assert page.locator("#proof .check").count() == 0


def test_a_rule_is_found_by_what_it_says_and_in_the_contents(visitor):
    page = visitor().go("/rules/x-wing")
    page.wait_for_selector("body.ready")
    every = page.locator(".step:visible").count()
    assert page.locator(".contents a").count() == every
    page.fill("#find", "xw-45")
    assert page.locator(".step:visible").count() == 1
    page.fill("#find", "")
    assert page.locator(".step:visible").count() == every


SHOWN_TWICE = """async () => {
  const entries = performance.getEntriesByType("resource").map(({name}) => name);
  const {pilotsFound} = await import(entries.find((name) => name.endsWith("/pages/cards.js") || /cards\\.[^/]*js$/.test(name)));
  const names = [];
  for (let next = ""; next !== null;) {
    const page = await (await fetch(`/v1/rulesets/x-wing/catalogue?kind=pilot&limit=200${next && `&cursor=${next}`}`)).json();
    names.push(...page.items.map(({name}) => name));
    next = page.next;
  }
  const several = [...new Set(names.filter((name, place) => names.indexOf(name) !== place))];
  const twice = [];
  for (const name of several) {
    const shown = (await pilotsFound(name)).filter(({text}) => text === name).map(({text, hint}) => `${text}: ${hint}`);
    twice.push(...shown.filter((each, place) => shown.indexOf(each) !== place));
  }
  return [several.length, twice];
}"""


def test_pilots_of_one_name_are_shown_with_what_tells_them_apart(visitor):
    page = visitor().go("/try/x-wing")
    page.wait_for_selector(".chart .bar")
    several, twice = page.evaluate(SHOWN_TWICE)
    assert several > 50
    assert twice == []
