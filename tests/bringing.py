"""Games to which seats bring their own: what is asked, and what is brought."""

from tests.client import Client

X_WING, OPEN_FORCES = "x-wing", "open-forces"
TWO = [{"name": "Anton"}, {"name": "Beatrix"}]
RED = {
    "xws": {
        "name": "Red",
        "faction": "rebelalliance",
        "pilots": [
            {"id": "wedgeantilles", "ship": "t65xwing", "points": 5, "upgrades": {"talent": ["predator"]}},
            {"id": "redsquadronveteran", "ship": "t65xwing", "points": 4},
        ],
    }
}
BLACK = {
    "xws": {
        "name": "Black",
        "faction": "galacticempire",
        "pilots": [
            {"id": "howlrunner", "ship": "tielnfighter", "points": 4, "upgrades": {"talent": ["juke"]}},
            {"id": "academypilot", "ship": "tielnfighter", "points": 2},
        ],
    }
}


def army(name="inf", units=4, value=5, **group):
    """A small army with a card of its own."""
    card = {"id": name, "modes": [{"mode": 1, "spd": 6, "def": 1, "atk": 1, "rng": 30}], "army_value": value}
    return {"cards": [{**card, "base": 100}], "groups": [{"id": "first", "card": name, "units": units, **group}]}


LISTS = {X_WING: (RED, BLACK), OPEN_FORCES: (army(units=4), army(units=3))}
SETUPS = {X_WING: {}, OPEN_FORCES: {}}


async def ask_to_open(api: Client, slug=X_WING, setup=None, bring=None, **rest):
    """What is answered to an opening whose seats bring their own."""
    setup = SETUPS[slug] if setup is None else setup
    body = {"kind": "game", "seats": TWO, "setup": setup, "bring": {"1": {}, "2": {}} if bring is None else bring}
    return await api.post(f"/v1/rulesets/{slug}/sessions", {**body, **rest})


async def open_bringing(api: Client, slug=X_WING, setup=None, bring=None, **rest):
    """A game whose seats bring their own."""
    made = await ask_to_open(api, slug, setup, bring, **rest)
    assert made.status_code == 201, made.text
    return made.json()


async def bring(api: Client, session, seat, list, by=None, **headers):
    """What is answered to a list of a seat."""
    tokens = session["tokens"]
    token = tokens["host"] if by == 0 else tokens["seats"][str(by or seat)]
    return await api.post(f"/v1/sessions/{session['id']}/seats/{seat}/list", {"list": list}, token, **headers)


async def refuse(api: Client, session, seat, by=None):
    """What is answered to a seat that refuses."""
    token = session["tokens"]["host"] if by == 0 else session["tokens"]["seats"][str(by or seat)]
    return await api.post(f"/v1/sessions/{session['id']}/seats/{seat}/list", {"refuse": True}, token)
