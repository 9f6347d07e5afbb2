"""What the examples show of a table of players: who holds which seat, and what they may do beside the rules.

It is told last: what comes before it keeps its dice.
"""

from tests.client import path_of
from tests.examples.service import Story, get, post

RULES = "/v1/rulesets/open-forces"


async def tell_of_tables(story: Story) -> None:
    """Two phones play without a host, and take slips back."""
    await tell_of_a_table_without_a_host(story)
    await tell_of_a_slip(story)
    await tell_of_clocks(story)


async def tell_of_a_table_without_a_host(story: Story) -> None:
    """A player opens a table for two phones, and hands the other seat over."""
    body = {"kind": "series", "host": False, "seats": [{"name": "Anton"}, {"name": "Beatrix", "unclaimed": True}]}
    title = "Two phones, and no host"
    session = await story.tell("open_session_open_forces", "hostless", title, post(f"{RULES}/sessions"), body)
    link = post(f"/v1/sessions/{session['id']}/seats/2/claims", session["tokens"]["seats"]["1"])
    await story.tell("make_claim", "unclaimed", "A link for the seat that nobody has yet", link, {})


async def tell_of_held_seats(story: Story) -> None:
    """A phone lists the games of which it keeps tokens."""
    book = (await story.send(get(RULES))).json()
    body = {
        "kind": "game",
        "setup": book["game"]["setups"]["sample"],
        "seats": [{"name": "Anton"}, {"name": "Beatrix"}],
    }
    game = (await story.send(post(f"{RULES}/sessions"), body)).json()
    held = {"tokens": [game["tokens"]["seats"]["1"], "ums_" + "A" * 43]}
    await story.tell("look_at_seats", "two", "A game, and a token that is no longer valid", post("/v1/seats"), held)


async def tell_of_clocks(story: Story) -> None:
    """Two players play against the clock, and one of them wants a break."""
    book = (await story.send(get(RULES))).json()
    body = {"kind": "game", "setup": book["game"]["setups"]["sample"], "seats": [{}, {}]}
    body["clock"] = {"seconds": 3600, "increment": 10, "flag": "lose"}
    body["entropy"] = "seats"  # before they have given it no clock runs
    game = (await story.send(post(f"{RULES}/sessions"), body)).json()
    path = f"/v1/sessions/{game['id']}/clock"
    await story.tell(
        "switch_clocks", "begin", "The host lets them begin", post(path, game["tokens"]["host"]), {"running": True}
    )
    halt = post(path, game["tokens"]["seats"]["1"])
    await story.tell("switch_clocks", "break", "A seat wants a break", halt, {"running": False})


async def tell_of_a_slip(story: Story) -> None:
    """A player takes a move back of which nothing has come."""
    book = (await story.send(get(RULES))).json()
    body = {"kind": "game", "setup": book["game"]["setups"]["sample"], "take_back": "free", "seats": [{}, {}]}
    game = (await story.send(post(f"{RULES}/sessions"), body)).json()
    asked = (await story.send(get(f"/v1/sessions/{game['id']}/questions"))).json()["items"][0]
    token = game["tokens"]["seats"][str(asked["seat"])]
    move = {"seen": asked["seen"], "move": asked["choices"][0]["choice"]}
    slip = (await story.send(post(f"{RULES}/sessions/{game['id']}/actions", token), move)).json()
    await story.tell("void_action", "slip", "A seat takes a slip back", post(path_of(slip) + "/void", token), {})
