"""The check of a session compares what its page shows with the record, and is loud where one differs."""

import json

import pytest

from app.web.assets import assets_path
from tests.web.opening import BOARDS, BOOKS, NAMES, opened, players, sits, some

PLAYED = """async ([slug, session]) => {
  const headers = {"Content-Type": "application/json", Authorization: `Bearer ${session.tokens.host}`};
  const send = async (path, body) => (await fetch(path, {method: "POST", headers, body: JSON.stringify(body)})).json();
  const {examples} = await (await fetch(`/v1/rulesets/${slug}`)).json();
  let action = await send(`/v1/rulesets/${slug}/attacks`, {situation: examples[1] ?? examples[0], session_id: session.id, seats: {attacker: 1, defender: 2}});
  while (action.pending) {
    const {seen, choices} = action.pending;
    action = await send(`/v1/sessions/${session.id}/actions/1/answers`, {seen, choice: choices[0].choice});
  }
  return action.status;
}"""

FORGED_LEAVES = """async ([base, slug, id]) => {
  const get = async (path) => await fetch(path);
  const {verify} = await import(base + "/verify.js"), {difference} = await import(base + "/compare.js");
  const {dice} = await (await get(`/v1/rulesets/${slug}`)).json();
  const {events} = await verify(await (await get(`/v1/sessions/${id}/events?format=ndjson`)).text(), dice);
  const told = (await (await get(`/v1/sessions/${id}/events?texts=true`)).json()).items.map(({type, event}) => ({...event, type}));
  const action = await (await get(`/v1/sessions/${id}/actions/1`)).json();
  const leaves = (node, path) => typeof node === "object" && node ? Object.entries(node).flatMap(([name, each]) => leaves(each, [...path, name])) : [path];
  const forged = (path) => {
    const other = structuredClone(action), last = path.at(-1);
    const host = path.slice(0, -1).reduce((node, name) => node[name], other);
    host[last] = typeof host[last] === "number" ? host[last] + 1 : typeof host[last] === "boolean" ? !host[last] : `${host[last]}!`;
    return other;
  };
  const parts = ["record", "outcome", "casualties", "situation", "seats", "status", "text"];
  const all = parts.flatMap((part) => leaves(action[part], [part]));
  return {is_as_logged: difference(action, events, told) === null, count: all.length, shorter: difference({...action, record: action.record.slice(1)}, events, told),
    missed: all.filter((path) => difference(forged(path), events, told) === null).map((path) => path.join("."))};
}"""

WRONG_IN_GAME = """async ([base, session, token]) => {
  const get = async (path, as) => (await fetch(path, {headers: as ? {Authorization: `Bearer ${as}`} : {}}));
  const {verify} = await import(base + "/verify.js"), {shownLines} = await import(base + "/checked.js");
  const path = `/v1/sessions/${session.id}`;
  for (let moves = 0; moves < 6; moves += 1) {
    const [question] = (await (await get(`${path}/questions`, session.tokens.host)).json()).items;
    const [own] = question ? (await (await get(`${path}/questions`, session.tokens.seats[question.seat])).json()).items.filter(({seat}) => seat === question.seat) : [];
    if (!own?.choices?.length) break;
    const [to, body] = own.question === "act" ? [`/v1/rulesets/${session.ruleset}/sessions/${session.id}/actions`, {seen: own.seen, move: own.choices[0].choice}]
      : [`${path}/actions/${own.action}/answers`, {seen: own.seen, choice: own.choices[0].choice}];
    await fetch(to, {method: "POST", headers: {"Content-Type": "application/json", Authorization: `Bearer ${session.tokens.seats[own.seat]}`}, body: JSON.stringify(body)});
  }
  const {dice} = await (await get(`/v1/rulesets/${session.ruleset}`)).json();
  const checked = await verify(await (await get(`${path}/events?format=ndjson`, token)).text(), dice);
  const now = await (await get(path, token)).json();
  const events = (await (await get(`${path}/events?limit=200`, token)).json()).items.map(({type, event}) => ({...event, type}));
  const actions = await Promise.all(Array.from({length: now.actions.resolved + now.actions.pending}, async (_, n) => (await get(`${path}/actions/${n + 1}`, token)).json()));
  return [actions.length, (await shownLines({checked, session: now, events, actions, token})).filter(([isRight]) => isRight === false)];
}"""


@pytest.mark.thorough
@pytest.mark.parametrize(("slug", "setup"), some(BOARDS, first=3))
def test_what_is_shown_of_a_game_is_told_as_in_its_record_to_everybody(visitor, slug, setup):
    one = visitor()
    session = opened(one, slug, setup, players(slug, setup))
    for token in (None, session["tokens"]["host"], session["tokens"]["seats"]["1"]):
        actions, wrong = one.page.evaluate(WRONG_IN_GAME, [assets_path(), session, token])
        assert actions > 1
        assert wrong == []


def played(one, slug):
    """A session with one attack of an example, at which players are asked."""
    sides = {"storm-over-stalingrad": ("soviet", "german")}.get(slug, (None, None))
    seats = [{"name": name, "side": side} for name, side in zip(NAMES, sides, strict=True)]
    session = opened(one, slug, seats=seats)
    assert one.page.evaluate(PLAYED, [slug, session]) == "resolved"
    return session["id"]


@pytest.mark.thorough
@pytest.mark.parametrize("slug", some(BOOKS, first=2))
def test_nothing_of_a_story_can_be_altered_unseen(visitor, slug):
    one = visitor()
    session = played(one, slug)
    found = one.page.evaluate(FORGED_LEAVES, [assets_path(), slug, session])
    assert found["is_as_logged"]
    assert found["shorter"]["line"] == 1
    assert found["count"] > 30
    assert found["missed"] == []


def altered(document, part):
    """The document of an action with something else in it."""
    entry = next((each for each in document["record"] if each["kind"] == part), None)
    match part:
        case "rolled":
            entry["faces"] = entry["faces"][1:] + entry["faces"][:1] + entry["faces"][:1]
        case "chose":
            entry["choice"] = {"another": True}
        case "text":
            document["record"][-1]["text"] = "Nothing happens."
        case "outcome":
            document["outcome"] = {}
    return document


@pytest.mark.thorough
@pytest.mark.parametrize(("slug", "part"), some(list(zip(BOOKS, ("rolled", "text", "chose", "outcome"), strict=True))))
def test_a_page_that_shows_an_altered_answer_says_that_it_does_not_check(visitor, slug, part):
    one = visitor()
    session = played(one, slug)

    told = one.page.evaluate("async (id) => (await fetch(`/v1/sessions/${id}/actions/1`)).json()", session)
    other = json.dumps(altered(told, part))

    def checked():
        page = one.go(f"/sessions/{session}")
        page.wait_for_selector("#story .step", state="attached")
        page.click("#check")
        page.wait_for_selector("#verdict .check")
        return page.get_attribute("#verdict .check", "class").split()[-1], page.inner_text("#verdict")

    assert checked()[0] == "proven"
    assert "This page showed one action as it is in the record" in checked()[1]
    one.page.route("**/actions/1", lambda route: route.fulfill(body=other))
    verdict, told = checked()
    assert verdict == "wrong"
    assert "This does not match." in told
    assert "Action 1" in told


def test_a_check_says_that_it_compared_log_dice_and_story(visitor):
    one = visitor()
    page = sits(one, opened(one, "open-forces"), 1, 2)
    page.click("#attack")
    page.wait_for_selector(".verdict")
    page.goto(page.url.replace("/play/", "/sessions/"))
    page.wait_for_selector("#story .verdict")
    page.click("#check")
    page.wait_for_selector("#verdict .summary")
    assert page.locator("#verdict .summary .agrees").count() == 3
