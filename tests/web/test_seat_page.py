"""A seat in a game: what the others did, choices that light up, long lists that narrow, and the end as a page."""

from app.web.assets import assets_path
from tests.web.opening import answer_first, moves, opened, sits

PASS = {"kind": "pass"}


def test_what_the_other_did_stands_above_the_question_with_the_board_before_it(visitor):
    anton, beatrix = visitor(), visitor()
    session = opened(anton, "storm-over-stalingrad", "sample", host=False)
    theirs = sits(beatrix, session, 2)
    moves(anton, session, 1, PASS)
    theirs.wait_for_selector("#since .gist")
    assert "passes" in theirs.inner_text("#since .gist")
    theirs.click("#since button")
    theirs.wait_for_selector("#board.past")
    theirs.click("#since button")
    theirs.wait_for_selector("#board:not(.past)")
    answer_first(theirs)
    theirs.wait_for_selector("#since:empty", state="attached")


def test_a_choice_that_is_touched_lights_up_on_the_board(visitor):
    one = visitor()
    page = sits(one, opened(one, "storm-over-stalingrad", "sample"), 1)
    page.wait_for_selector(".battle .cell")
    page.focus(".question .choice:has-text('Fire from Steppe')")
    page.wait_for_selector(".cell.lit[data-item=steppe]")


LONG_LIST = """async (base) => {
  const {asked} = await import(base + "/question.js");
  const choices = [...Array(20).keys()].map((n) => ({choice: {unit: n}, text: `unit-${n} fires`}));
  document.body.append(asked({kind: "choice", question: "q", text: "Which?", action: 1, seen: 1, seat: 1, choices}, () => null));
}"""


def test_a_long_list_is_narrowed_by_what_is_typed(visitor):
    page = visitor().go("/play/none")
    page.wait_for_selector("body.ready")
    page.evaluate(LONG_LIST, assets_path())
    assert page.locator(".question .choice:visible").count() == 12
    page.fill("[data-key=find-choice]", "UNIT-1")
    assert page.locator(".question .choice:visible").all_inner_texts() == [
        f"unit-{n} fires" for n in range(20) if str(n).startswith("1")
    ]


def test_what_cannot_be_undone_is_asked_about_and_shown_to_both_while_it_waits(visitor):
    anton, beatrix = visitor(), visitor()
    session = opened(anton, "storm-over-stalingrad", "sample", host=False)
    mine, theirs = sits(anton, session, 1), sits(beatrix, session, 2)
    mine.wait_for_selector("#mistakes button")
    assert mine.locator("[data-key=void]").count() == 0, "the opening stays"
    moves(anton, session, 1, PASS)
    mine.click("[data-key=void]")
    mine.click(".sure [data-key=back]")
    assert mine.locator(".pending").count() == 0
    mine.click("[data-key=void]")
    mine.click(".sure [data-key=sure]")
    mine.wait_for_selector(".proposal.waits:has-text('Beatrix')")
    theirs.wait_for_selector(".proposal.asks:has-text('Anton wants to take back')")


def test_a_move_that_has_not_rolled_yet_is_stepped_back_from_where_the_opening_allows_that(visitor):
    one = visitor()
    page = sits(one, opened(one, "storm-over-stalingrad", "sample", host=False, take_back="free"), 1)
    page.click("text=Fire from Steppe at Station")
    page.click("[data-key=step-back]")
    page.wait_for_selector(".question .choice:has-text('Fire from Steppe at Station')")


def test_a_game_that_is_over_is_a_page_with_ways_on(visitor):
    one = visitor()
    session = opened(one, "storm-over-stalingrad", "sample", host=False)
    page = sits(one, session, 1)
    page.wait_for_selector("[data-key=spare-open]")
    moves(one, session, 1, {"kind": "concede"})
    page.wait_for_selector(".over:has-text('Beatrix wins')")
    page.wait_for_selector("#spare:empty", state="attached")
    assert page.get_attribute(".ways-on a >> nth=0", "href") == f"/sessions/{session['id']}#move=1"
    assert page.locator(".how").count() == 1
    assert page.inner_text("[data-key=rematch]").startswith("Rematch")


def test_the_end_of_a_game_shows_what_is_left_and_how_it_went(visitor):
    one = visitor()
    session = opened(one, "open-forces", "sample-with-positions")
    page = sits(one, session, 1)
    page.wait_for_selector(".board")
    path = f"/v1/sessions/{session['id']}"
    said = page.evaluate(
        """async ([path, token]) => {
            const headers = {Authorization: `Bearer ${token}`, "Content-Type": "application/json"};
            const body = JSON.stringify({abandon: true, result: {winner: 1, scores: {1: 64, 2: 27}}});
            await fetch(`${path}/close`, {method: "POST", headers, body});
            return (await fetch(`${path}/course`, {headers})).json();
        }""",
        [path, session["tokens"]["host"]],
    )
    page.wait_for_selector(".over .ask:has-text('Anton wins, 64 to 27')")
    page.wait_for_selector(".left-of >> nth=1")
    shown = page.locator(".thing").all_inner_texts()
    assert len(shown) == len(said["left"]) > 4
    for text, one_left in zip(shown, said["left"], strict=True):
        assert one_left["name"] in text
        assert f"{one_left['left']} of {one_left['of']}" in text
    assert page.locator(".thing >> nth=0").locator(".pips i:not(.gone)").count() == said["left"][0]["left"]


def test_the_service_plays_the_other_seat_in_one_tap(visitor):
    page = visitor().go("/play")
    page.wait_for_selector("body.ready")
    page.check("[name=ruleset][value=storm-over-stalingrad]", force=True)
    page.check("#phones-service", force=True)
    page.click("text=Open the table")
    page.wait_for_selector(".question .choice")
    assert page.locator("#invite > *").count() == 0
    assert page.locator("#seats li").all_inner_texts()[1].startswith("Umpire")


def test_who_holds_no_seat_is_told_what_to_do(visitor):
    one = visitor()
    session = opened(one, "storm-over-stalingrad", "sample")
    page = visitor().go(f"/play/{session['id']}")
    page.wait_for_selector(".ways-out li >> nth=2")
    assert page.get_attribute(".ways-out a", "href") == f"/sessions/{session['id']}"


def test_a_rematch_is_offered_by_one_tap_and_joined_by_one_on_the_other_phone(visitor):
    anton, beatrix = visitor(), visitor()
    session = opened(anton, "storm-over-stalingrad", "sample", host=False)
    mine, theirs = sits(anton, session, 1), sits(beatrix, session, 2)
    moves(anton, session, 1, {"kind": "concede"})
    theirs.wait_for_selector("[data-key=rematch]:has-text('Rematch')")
    mine.click("[data-key=rematch]")
    mine.wait_for_url(lambda url: session["id"] not in url)
    mine.wait_for_selector("#seats li:has-text('Beatrix'):has-text('not here yet')")
    theirs.wait_for_selector(".offered")
    theirs.click("[data-key=rematch]:has-text('Join')")
    theirs.wait_for_url(mine.url)
    for page, seat in ((mine, 1), (theirs, 0)):
        page.wait_for_selector(f"#seats li >> nth={seat} >> text=you")
        assert page.locator("#seats bdi").all_inner_texts() == ["Beatrix", "Anton"]
        assert page.locator("#invite > *").count() == 0, "nobody hands out another's seat"
    mine.go_back()
    mine.wait_for_selector(".rematch a:has-text('Go to the rematch')")


def test_on_one_phone_that_goes_round_the_rematch_goes_round_too(visitor):
    one = visitor()
    session = opened(one, "storm-over-stalingrad", "sample")
    page = sits(one, session, 1, 2)
    moves(one, session, 1, {"kind": "concede"})
    page.click("[data-key=rematch]")
    page.wait_for_url(lambda url: session["id"] not in url)
    page.wait_for_selector(".question .choice")
    assert page.locator("#seats bdi").all_inner_texts() == ["Beatrix", "Anton"]


def test_a_deadline_is_shown_to_both_and_said_as_it_comes_near(visitor):
    anton, beatrix = visitor(), visitor()
    session = opened(anton, "storm-over-stalingrad", "sample", host=False, deadline={"seconds": 3600})
    anton.page.clock.install()
    mine, theirs = sits(anton, session, 1), sits(beatrix, session, 2)
    mine.wait_for_selector("#until:has-text('Answer by') time")
    theirs.wait_for_selector("#until:has-text('Anton has until') time")
    assert mine.get_attribute("#until time", "datetime") == theirs.get_attribute("#until time", "datetime")
    mine.clock.fast_forward("55:30")
    mine.wait_for_selector("#says:has-text('5 minutes left')", state="attached")
    moves(anton, session, 1, PASS)
    theirs.wait_for_selector("#until:has-text('Answer by') time")


def test_without_a_deadline_there_is_none(visitor):
    one = visitor()
    page = sits(one, opened(one, "storm-over-stalingrad", "sample"), 1)
    page.wait_for_selector(".question .choice")
    assert page.inner_text("#until") == ""


COVERED = """() => [...document.querySelectorAll(".board-place ~ * button")].filter((button) => {
  const {left, top, width, height} = button.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return button.checkVisibility() && y > 0 && y < innerHeight && !button.contains(document.elementFromPoint(x, y));
}).map((button) => button.textContent)"""


def test_nothing_below_a_tall_board_lies_under_it(visitor):
    one = visitor(viewport={"width": 1280, "height": 700})
    session = opened(one, "open-forces", "sample-with-positions", host=False)
    asked = one.page.evaluate(
        "async (id) => (await (await fetch(`/v1/sessions/${id}/questions`)).json()).items[0].seat", session["id"]
    )
    page = sits(one, session, asked)
    page.wait_for_selector("#spare button")
    page.wait_for_selector("#board .battle")
    page.wait_for_selector("#story .step")  # until then nothing beside it is in sight
    for down in range(0, 800, 100):
        page.evaluate("(down) => scrollTo(0, down)", down)
        assert page.evaluate(COVERED) == [], down
