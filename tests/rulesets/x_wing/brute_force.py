"""The best play of an attack by trying everything: every order, every set of dice, every roll. Slow, and its own text.

Dice are pairs of a letter (b f h c e) and whether they were rerolled. The defender has more shields than an attack can
take, so that only the number of results counts that are left.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import prod

SIDES = {"attack": "hhhcffbb", "defense": "eeeffbbb"}
GOOD = {"attack": "h", "defense": "e"}


@dataclass(frozen=True)
class Ability:
    """What an ability does to the dice of a pool: `reroll`, `change` or `add`."""

    id: int
    owner: str
    pool: str
    does: str
    faces: str = ""
    to: str = ""
    most: int | None = None
    exactly: bool = False
    again: bool = False
    price: tuple = ()
    all_show: str = ""
    at_least: tuple = ()
    must: bool = False
    card: int | None = None
    """Of the abilities of one card only one is used in a window; None: it has a card of its own."""


@dataclass(frozen=True)
class Sides:
    """What is fixed: numbers of dice, abilities, reinforce tokens."""

    dice: tuple
    abilities: tuple
    reinforce: int


def best_in_series(several, tokens, hull):
    """The damage of several attacks together, up to the hull; the attacker of each has its tokens again."""
    own, further = tuple(has for has in tokens if has[0] == "attacker"), several[1:]

    @cache
    def ended(results, has):
        if results >= hull or not further:
            return min(results, hull)
        return results + best_in_series(further, (*own, *has), hull - results)

    return best_value(several[0], tokens, ended)


def best_value(sides, tokens, ended=lambda results, _has: results):  # noqa: C901
    """What is left of the attack's results on average if both play best; `tokens` are pairs of owner and kind.

    `ended` says what an end is worth, by the results that are left and by what the defender has left.
    """

    @cache
    def rolled(pool, attack, has):
        count = sides.dice[pool == "defense"]
        total = Fraction(0)
        for throw, ways in throws(pool, count):
            dice = tuple(sorted((face, False) for face in throw))
            now = (dice, ()) if pool == "attack" else (attack, dice)
            total += ways * window(pool, "enemy", *now, has, ())
        return total / 8**count

    @cache
    def window(pool, whose, attack, defense, has, used):
        player = {"attack": "attacker", "defense": "defender"}[pool]
        if whose == "enemy":
            player = {"attacker": "defender", "defender": "attacker"}[player]
        better = max if player == "attacker" else min
        dice = attack if pool == "attack" else defense
        found, must = [], False
        for name, cost, places, does in uses(pool, whose, player, dice, has, used):
            left = list(has)
            for kind in cost:
                left.remove((player, kind))
            left, now_used = tuple(left), (*used, name) if isinstance(name, int) else used
            must = must or (isinstance(name, int) and sides.abilities[name].must)
            total, every = Fraction(0), 0
            for outcome, ways in does(dice, places):
                every += ways
                after = tuple(sorted(outcome))
                now = (after, defense) if pool == "attack" else (attack, after)
                total += ways * window(pool, whose, *now, left, now_used)
            found.append(total / every)
        if not must:
            found.append(finish(pool, whose, attack, defense, has))
        return better(found)

    def finish(pool, whose, attack, defense, has):
        if whose == "enemy":
            return window(pool, "owner", attack, defense, has, ())
        if pool == "attack":
            return rolled("defense", attack, has)
        return ended(left_of(attack, defense), tuple(one for one in has if one[0] == "defender"))

    def left_of(attack, defense):
        hits, crits = (sum(face == wanted for face, _ in attack) for wanted in "hc")
        left = max(0, hits + crits - sum(face == "e" for face, _ in defense))
        for _ in range(sides.reinforce):
            left -= left >= 2
        return left

    def uses(pool, whose, player, dice, has, used):
        for ability in sides.abilities:
            cards = [sides.abilities[n].card for n in used if sides.abilities[n].card is not None]
            if (ability.owner, ability.pool) != (player, pool) or ability.id in used or ability.card in cards:
                continue
            if not payable(player, ability.price, has) or not open_for(ability, dice):
                continue
            if ability.does == "add":
                yield ability.id, ability.price, (), lambda now, _, face=ability.to: [((*now, (face, False)), 1)]
                continue
            places = [n for n, die in enumerate(dice) if eligible(ability, *die)]
            most = len(places) if ability.most is None else min(len(places), ability.most)
            for size in range(most if ability.exactly else 1, most + 1) if most else ():
                for taken in combinations(places, size):
                    does = reroll(pool, again=ability.again) if ability.does == "reroll" else change(ability.to)
                    yield ability.id, ability.price, taken, does
        if whose == "owner":
            yield from token_uses(pool, player, dice, has)

    def token_uses(pool, player, dice, has):
        focuses = [n for n, die in enumerate(dice) if die[0] == "f"]
        missing = [n for n, die in enumerate(dice) if die[0] in "bf"]
        if pool == "attack" and (player, "lock") in has:
            fresh = [n for n, die in enumerate(dice) if not die[1]]
            for size in range(1, len(fresh) + 1):
                yield from (("lock", ("lock",), taken, reroll(pool)) for taken in combinations(fresh, size))
        if focuses and (player, "focus") in has:
            yield "focus", ("focus",), tuple(focuses), change(GOOD[pool])
        for kind, places in (("calculate", focuses), ("force", focuses), ("evade", missing)):
            if (player, kind) in has and not (kind == "evade" and pool == "attack"):
                yield from ((kind, (kind,), (place,), change(GOOD[pool])) for place in places)

    return rolled("attack", (), tuple(sorted(tokens)))


def payable(player, price, has):
    return all(has.count((player, kind)) >= price.count(kind) for kind in price)


def eligible(ability, face, rerolled):
    if ability.faces and face not in ability.faces:
        return False
    return (ability.again or not rerolled) if ability.does == "reroll" else face != ability.to


def open_for(ability, dice):
    if ability.all_show and any(face != ability.all_show for face, _ in dice):
        return False
    if not ability.at_least:
        return True
    face, least = ability.at_least
    return sum(not face or shown == face for shown, _ in dice) >= least


def reroll(pool, *, again=False):
    def outcomes(dice, places):
        for throw, ways in throws(pool, len(places)):
            now = list(dice)
            for place, face in zip(places, throw, strict=True):
                now[place] = (face, dice[place][1] or not again)
            yield now, ways

    return outcomes


def change(to):
    return lambda dice, places: [([(to, die[1]) if n in places else die for n, die in enumerate(dice)], 1)]


@cache
def throws(pool, count):
    """Every row of faces with the number of ways to throw it."""
    sides = SIDES[pool]
    return [(throw, prod(map(sides.count, throw))) for throw in product(sorted(set(sides)), repeat=count)]
