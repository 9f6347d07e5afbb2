"""Persons in pairs: who is forgotten had another name in each game; and a private session is there, or is not."""

from tests.client import SEED
from tests.leaks.worlds import SEATS, SESSION

NAMES = ("Zebedaios", "Żaneta-Łucja Brzęczyszczykiewicz", "Xyz")
"""Names of persons who are forgotten: long enough to be found in what others say, who say none of them else."""
ATTACKS = "/v1/rulesets/open-forces/attacks"


def person(random):
    """Somebody with a name and a reference."""
    name = random.choice(NAMES)
    return {"name": name, "reference": f"discord:{name.casefold()}-{random.randint(1, 9999)}"}


async def left(world):
    """Seat 1 leaves its name wherever it can, and is forgotten then."""
    who = person(world.secret)
    await world.open(seats=[who, SEATS[1]], reference=who["name"])
    await talk(world, who, "1")
    await world.service.deliver()
    forgotten = await world.service.ask("DELETE", f"/v1/sessions/{SESSION}/seats/1/person", world.tokens["1"])
    assert forgotten.status == 204, forgotten.text
    world.service.receiver.taken.clear()


async def left_everywhere(world):
    """A player leaves its name wherever it can, and is forgotten as a player then."""
    who = person(world.secret)
    made = await world.service.ask("POST", "/v1/players", body={"name": who["name"]})
    world.tokens["person"] = made.json()["token"]
    seats = [{"player": "me", "reference": who["reference"]}, SEATS[1]]
    await world.open(seats=seats, reference=who["reference"], by="person")
    await talk(world, who, "person")
    gone = await world.service.ask("DELETE", "/v1/players/me", world.tokens["person"])
    assert gone.status == 204, gone.text


async def talk(world, who, seat):
    """Attacks, mistakes and a proposal to end, all of which name the person."""
    common = world.common
    for n in range(common.randint(1, 3)):
        body = {"situation": SEED, "session_id": SESSION, "reference": f"{who['reference']}/{n}"}
        made = await world.post(ATTACKS, body, seat)
        assert made.status == 201, made.text
    if common.random() < 0.6:
        where = f"/v1/sessions/{SESSION}/actions/{made.json()['number']}/void"
        assert (await world.post(where, {"reason": f"{who['name']} misread"}, seat)).status == 202
        if common.random() < 0.5:
            assert (await world.post(where, {"reason": f"so {who['name']} says"}, "2")).status == 200
    if common.random() < 0.6:
        note = f"{who['name']} was late"
        body = {"result": {"winner": 2, "note": note}}
        for one in (seat, "2") if common.random() < 0.5 else (seat,):
            ended = await world.post(f"/v1/sessions/{SESSION}/close", body, one)
            assert ended.status in (200, 202), ended.text


async def private(world):
    """A private session is there, or was deleted: for strangers there is none."""
    await world.open(seats=SEATS, visibility="private", reference="league/private")
    body = {"situation": SEED, "session_id": SESSION, "reference": "attack-0"}
    assert (await world.post(ATTACKS, body, "1")).status == 201
    await world.look()
    if world.secret.random() < 0.5:
        world.end()
