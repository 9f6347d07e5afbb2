"""A duel of X-Wing for two seats, as the tests of the clients play it through the Python package."""

ATTACKS = "/v1/rulesets/x-wing/attacks"
DUEL = {
    "attacker": {"id": "red-5", "agility": 2, "hull": 4, "tokens": {"focus": 1}, "locks": ["black-2"]},
    "weapon": {"value": 3},
    "attack_range": 1,
    "defender": {"id": "black-2", "agility": 3, "hull": 3, "tokens": {"focus": 1, "evade": 1}},
}
SEATS = {"attacker": 1, "defender": 2}
THROWN = [["hit", "hit", "focus", "focus"]]
PLAYED = {"attacker": "exact", "defender": "exact"}


def first(question):
    return question["choices"][0]["choice"]


def focus(question):
    return ["focus"] * question["count"] if "focus" in question["faces"] else question["faces"][: question["count"]]


def open_duel(umpire, source="service"):
    seats = [{"name": "Anton"}, {"name": "Beatrix"}]
    session = umpire.post(
        "/v1/rulesets/x-wing/sessions", {"kind": "series", "seats": seats, "dice": {"source": source}}
    )
    return session["id"], umpire.as_(session["tokens"]["host"]), session


def fight(host, session):
    return host.post(ATTACKS, {"session_id": session, "situation": DUEL, "seats": SEATS, "policies": PLAYED})
