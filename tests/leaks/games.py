"""What is played in pairs: what the others may see is the same in both games, and what one seat knows is another."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from tests.leaks import castles
from tests.leaks.castles import shuffled
from tests.leaks.persons import left, left_everywhere, private
from tests.leaks.worlds import SESSION, World

STRANGERS = ("nobody", "other-key", "other-player")
ALL = ("2", "player", "host", "key", *STRANGERS)
"""Everybody but seat 1; `key` has opened the session, and `player` may have seat 2."""


@dataclass(frozen=True)
class Game:
    """A game that is played in pairs."""

    slug: str
    play: Callable[[World], Awaitable[None]]
    viewers: tuple[str, ...] = ALL
    """Who may not see what is hidden; the first has most to do with it, and tries what it can."""
    owner: str | None = "1"
    """Who may, and gets another log in each world; None where nobody does any more."""
    shape: int | None = None
    """The seed of a short game, in which the owner has a hidden question if there is one; None: others do as well."""
    is_in_log: bool = True
    """Whether the log of the owner tells it; the service itself does not know what is sealed."""
    left_out: tuple[str, ...] = ()
    """Channels of others than these."""


async def cards(world):
    """Seat 1 swaps a card, perhaps, and lays one, whose card and stake nobody knows, or takes it back."""
    common, secret = world.common, world.secret
    places = shuffled(common, range(8))
    own, others = places[:2], shuffled(secret, places[2:])
    await world.open({"cards": [1, 2, 3, 4, 5, 6, 7, 8], "hand": 2}, [[*others[:2], *own, *others[2:]]])
    if common.random() < 0.7:
        action = await world.act(1, kind="swap")
        if common.random() < 0.3:
            return
        choice = secret.choice(action["pending"]["choices"])["choice"]
        await world.answer(1, action["number"], seen=action["pending"]["seen"], choice=choice)
    laid = await world.act(1, kind="lay", place=common.randrange(2), stake=secret.randint(1, 3))
    way = common.random()
    if way < 0.4:
        again = await world.send(1, laid["number"], kind="lay", place=0, stake=secret.randint(1, 3))
        assert again.status == 202, again.text
    elif way < 0.6:
        assert (await world.void(laid["number"])).status == 200
        await world.act(1, kind="lay", place=common.randrange(2), stake=secret.randint(1, 3))


async def scouts(world):
    """Seat 2 sends a scout, whose roll it alone sees, and with it a card of seat 1, or none."""
    await world.open(
        {"cards": [1, 2, 3, 4, 5, 6, 7, 8], "hand": 2}, [shuffled(world.common, range(8))], hidden_dice=(3,)
    )
    await world.act(1, kind="lay", place=world.common.randrange(2), stake=1)
    await world.act(2, kind="scout")
    if world.common.random() < 0.5:
        await world.act(2, kind="lay", place=world.common.randrange(2), stake=2)


def strike(common, secret):
    """A strike at cards of which the first are turned up and the same in both."""
    first = [common.randint(1, 9) for _ in range(common.randint(1, 3))]
    all_ = [*first, *(secret.randint(1, 9) for _ in range(common.randint(1, 3)))]
    return {"strength": common.randint(1, sum(first)), "cards": [{"value": value} for value in all_]}


async def stalingrad(world):
    """Both play what they may, but seat 1 no card; the game stops anywhere in the first turn, or where that is all."""
    common, secret = world.common, world.secret
    setups = (await world.get(f"/v1/rulesets/{world.slug}")).json()["game"]["setups"]
    mine = shuffled(common, range(4))
    orders = [shuffled(secret, range(4)), [*mine[:2], *shuffled(secret, mine[2:])]]
    await world.open(setups["sample-with-cards"], orders)
    steps, ends_before_move = common.randint(1, 9), common.random() < 0.6
    for step in range(20):
        (asked,) = await world.asked("nobody")
        if step >= steps and (not ends_before_move or (asked["seat"], asked["question"]) == (2, "act")):
            return  # often where seat 2 may fire, and send answers along that are not for it
        seat = asked["seat"]
        (asked,) = await world.asked(seat)
        choices = [one["choice"] for one in asked["choices"] if may_choose(one["choice"], seat)]
        if not choices:
            return
        choice = common.choice(choices[:6])
        if asked["question"] == "act":
            await world.act(seat, **choice)
        else:
            await world.answer(seat, asked["action"], seen=asked["seen"], choice=choice)


async def lists(world):
    """Seat 1 has brought an army, which nobody else may see before seat 2 brings one; perhaps another came before it."""
    await world.open({}, bring={"1": {"groups": 6}, "2": {"points": 500}})
    for _ in range(world.common.randint(1, 2)):
        made = await world.post(f"/v1/sessions/{SESSION}/seats/1/list", {"list": an_army(world.secret)}, "1")
        assert made.status == 200, made.text


def an_army(secret):
    """An army of Open Forces: of any number of groups, and of any name."""
    name = "x" * secret.randint(1, 40)
    mode = {"mode": 1, "spd": 6, "def": secret.randint(0, 3), "atk": 1, "rng": 30}
    card = {"id": name, "modes": [mode], "army_value": secret.randint(1, 99), "base": 100}
    groups = [{"id": f"g{n}", "card": name, "units": secret.randint(1, 20)} for n in range(secret.randint(1, 6))]
    return {"cards": [card], "groups": groups}


def may_choose(choice, seat):
    """Whether a game of a pair goes on with this choice: seat 1 shows no card, and the turn does not end."""
    return choice.get("kind") not in ("pass", "propose-end", "concede") and (seat == 2 or not choice.get("card"))


NOT_THE_HOST = tuple(name for name in ALL if name != "host")
"""In a series the host sees what a seat has sent."""
AFTERWARDS = ("2", "1", "host", "key", *STRANGERS)
"""Who is forgotten is asked too."""
OF_THE_OPERATOR = ("lines of the log", "GET /metrics")
"""The operator may know that there is a session."""

GAMES = {
    "cards": Game("face-down", cards, shape=1),
    "scouts": Game("face-down", scouts, ("1", "host", "key", *STRANGERS), owner="2"),
    "strikes": Game("face-down", partial(castles.attacks, made=strike), NOT_THE_HOST),
    "assaults": Game("castle-rampage", castles.attacks, NOT_THE_HOST, shape=0),
    "an assault alone": Game("castle-rampage", castles.alone, STRANGERS, owner="host"),
    "siege": Game("castle-rampage", castles.siege, shape=11),
    "sealed siege": Game("castle-rampage", castles.sealed, is_in_log=False),
    "whole castle": Game("castle-rampage", castles.whole, shape=6),
    "stalingrad": Game("storm-over-stalingrad", stalingrad, shape=19),
    "lists": Game("open-forces", lists, shape=3),
    "a person forgotten": Game("open-forces", left, AFTERWARDS, owner=None, shape=6),
    "a player forgotten": Game("open-forces", left_everywhere, AFTERWARDS, owner=None),
    "a private session": Game("open-forces", private, STRANGERS, owner="host", left_out=OF_THE_OPERATOR),
}
"""What is played in pairs, by what is hidden in it."""
SHORT = tuple(name for name, game in GAMES.items() if game.shape is not None)
"""Those in which each kind of hidden thing is, once."""
MADE = {"face-down": strike, "castle-rampage": castles.assault}
"""How attacks are made up, by the slug of the ruleset."""
