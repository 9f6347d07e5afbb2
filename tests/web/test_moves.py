"""Moves that players make up: tokens and damage by tapping, an attack with the range that was measured."""

from tests.web.opening import answer_first, moves, opened, sits


def test_tokens_are_tapped_and_an_attack_has_the_range_that_was_measured(visitor):
    one = visitor()
    session = opened(one, "x-wing", "lists")
    for seat in (1, 2):
        moves(one, session, seat, {"kind": "end-phase"})
    page = sits(one, session, 1)
    page.get_by_text("After maneuvers and actions").click()
    page.click(".declared >> nth=0 >> .token >> nth=0")
    page.click(".declared >> nth=0 >> .token >> nth=3")
    page.click("[data-key=declare]")
    chips = page.locator(".ship-row >> nth=0 >> .chip-token")
    page.wait_for_function("() => document.querySelectorAll('.ship-row .chip-token').length === 3")
    assert chips.all_inner_texts() == ["Focus", "Stress", "Proton Torpedoes 2"]
    for seat in (1, 2):
        moves(one, session, seat, {"kind": "end-phase"})
    page.click("[data-key='range/3']", force=True)
    page.get_by_label("Obstructed").check(force=True)
    page.select_option("[data-key=from]", label="in front")
    page.get_by_role("button", name='Wedge Antilles attacks "Howlrunner"').click()
    page.wait_for_selector("#story:has-text('attack range 3')")
    path = f"/v1/sessions/{session['id']}/actions/7"  # the opening, four phases and what was declared came before
    attack = page.evaluate("async (path) => (await (await fetch(path)).json()).situation.attack", path)
    assert (attack["attack_range"], attack["obstructed"], attack["defender_in_arcs"]) == (3, True, ["front"])
    assert attack["attacker_in_arcs"] == ["front", "full-front"]


TIES = [{"ship": {"id": f"tie-{n}", "name": "Academy Pilot", "pilot": "academypilot"}} for n in (1, 2)]
DUEL = {"squads": [{"ships": [{"ship": {"pilot": "lukeskywalker"}}]}, {"ships": TIES}]}


def test_ships_of_one_name_are_told_apart_where_they_are_locked(visitor):
    one = visitor()
    page = sits(one, opened(one, "x-wing", DUEL), 1)
    page.get_by_text("After maneuvers and actions").click()
    page.click("[data-key='fold/xw/lukeskywalker']")
    locks = page.locator("label:has-text('Lock on')").all_inner_texts()
    assert locks == ["Lock on Academy Pilot 1", "Lock on Academy Pilot 2"]


FOILS = {"xws": {"pilots": [{"id": "wedgeantilles", "upgrades": {"configuration": ["servomotorsfoils"]}}]}}


def test_a_two_sided_card_is_turned_by_a_tap(visitor):
    one = visitor()
    session = opened(one, "x-wing", {"squads": [FOILS, {"ships": TIES}]})
    page = sits(one, session, 1)
    page.get_by_text("After maneuvers and actions").click()
    page.get_by_label("Servomotor S-foils: open").check(force=True)
    page.click("[data-key=declare]")
    page.wait_for_function(
        "async (path) => (await (await fetch(path)).json()).state.ships[0].ship.sides['upgrade:servomotorsfoils'] === 'open'",
        arg=f"/v1/sessions/{session['id']}/state",
    )


def test_a_condition_that_only_the_table_knows_is_asked_before_the_dice(visitor):
    one = visitor()
    squad = {"ships": [{"ship": {"pilot": pilot}} for pilot in ("ndrusuhlak", "cartelspacer")]}
    session = opened(one, "x-wing", {"squads": [squad, {"ships": TIES}]})
    for seat in (1, 2, 1, 2):
        moves(one, session, seat, {"kind": "end-phase"})
    page = sits(one, session, 1)
    page.get_by_role("button", name="N'dru Suhlak attacks Academy Pilot").first.click()
    page.wait_for_selector("#asked:has-text('Does the condition of')")
    page.get_by_role("button", name="Yes, it holds").click()
    page.wait_for_selector("#story:has-text('its condition holds in this attack')")


def test_a_player_declares_the_moves_of_the_service(visitor):
    one = visitor()
    page = sits(one, opened(one, "x-wing", DUEL, policies={"2": "best"}, host=False), 1)
    for name in ("Anton", "Beatrix"):
        page.wait_for_selector(f"#asked:has-text('{name}') .choice")
        answer_first(page)
    assert "XW-76" in page.text_content("#story"), "both have ended the phase, and the first player is rolled"


def test_damage_is_dealt_by_tapping_units(visitor):
    one = visitor()
    page = one.go("/try/storm-over-stalingrad")
    page.wait_for_selector(".chart .bar")
    page.click("[data-key='example/0']")
    page.wait_for_selector("[data-key='example/0'][aria-pressed=true]")
    page.click("#type")
    for face in (6, 5):
        page.click(f'.face[aria-label="{face}"]')
    page.click("text=These are the dice")
    page.wait_for_selector(".moves .counter >> nth=2")
    for unit in ("g1", "g3", "g1"):
        page.click(f"[data-key='damage/{unit}']")
    assert page.inner_text(".moves .hint") == "3 of 3 points distributed. Flip and retreat g1, retreat g3"
    page.click("[data-key='damage/g3']")  # no point is left, so the tap takes those of g3 back
    assert page.inner_text(".moves .hint") == "2 of 3 points distributed"
    page.click("[data-key=deal]")  # one point too few: what was tapped so far stays, and it is said beside it
    assert "3 points must be distributed" in page.wait_for_selector("#story .refused p").inner_text()
    page.click("[data-key='damage/g2']")
    page.click("[data-key=deal]")
    page.wait_for_selector(".verdict")
    one.expects("409")
    assert "g1 – 2, g2 – 1" in page.text_content("#story")


WORTH = "() => document.querySelector('.choice .worth')?.innerText"
FIRST_ODDS = """async ([session, seat]) => {
  const headers = {Authorization: `Bearer ${session.tokens.seats[seat]}`};
  const {actions} = await (await fetch(`/v1/sessions/${session.id}`, {headers})).json();
  const number = actions.resolved + actions.pending;
  const odds = await (await fetch(`/v1/sessions/${session.id}/actions/${number}/odds?through=true`, {headers})).json();
  return odds.through.find(({at}) => at === 0).chances.destroyed.decimal;
}"""


def test_an_attack_shows_its_odds_as_it_is_entered(visitor):
    one = visitor()
    session = opened(one, "x-wing", DUEL)
    for seat in (1, 2, 1, 2):
        moves(one, session, seat, {"kind": "end-phase"})
    page = sits(one, session, 1)
    seen = []
    for reach in ("1", "3"):
        page.click(f"[data-key='range/{reach}']", force=True)
        page.wait_for_function(
            f"seen => {{ const now = ({WORTH})(); return now && now !== seen; }}", arg=(seen or [""])[-1]
        )
        seen.append(page.evaluate(WORTH))
    near, far = (int(text.split("Destroyed ")[1].split(" ")[0].split("\u00a0")[0].rstrip("%")) for text in seen)
    assert near > far
    page.click(".choice:has(.worth) >> nth=0")
    page.wait_for_selector("#story:has-text('attack range 3')")
    assert round(100 * page.evaluate(FIRST_ODDS, [session, 1])) == far


def test_where_advice_comes_after_the_end_no_odds_of_an_attack_are_shown(visitor):
    one = visitor()
    session = opened(one, "x-wing", DUEL, advice="after")
    for seat in (1, 2, 1, 2):
        moves(one, session, seat, {"kind": "end-phase"})
    page = sits(one, session, 1)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.click("[data-key='range/1']", force=True)
    page.wait_for_selector(".choice:has-text('attacks Academy Pilot')")
    assert page.locator(".worth").count() == 0
    assert not [url for url in asked if url.endswith("/odds")]
