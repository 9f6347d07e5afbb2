"""Several attacks on one defender, worked out together where its damage changes nothing before damage is dealt.

Then an attack is played once for all damage that makes the same difference to both players, up to where damage is
dealt, and damage is dealt by counts. The odds are those of each attack on each defender by itself.
"""

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import lcm
from typing import NamedTuple, TypeVar, cast

from app.domain.effort import Effort
from app.domain.follow_ups import AfterAttacks
from app.domain.odds import Distributions, in_parts, multiplied, packed, unpacked
from app.domain.record import Record
from app.domain.ruleset import Left, Policies, Values
from app.rulesets.x_wing.attack.conditions import without_idle_effects
from app.rulesets.x_wing.attack.refusals import every_fault
from app.rulesets.x_wing.attack.state import Battle, State, battle_of, opening_state
from app.rulesets.x_wing.exact.budget import Budget
from app.rulesets.x_wing.exact.damage_keys import DECK_WITHOUT_EFFECT
from app.rulesets.x_wing.exact.destruction import DestructionOdds
from app.rulesets.x_wing.exact.ends import Ends, EndsBeforeDamage
from app.rulesets.x_wing.exact.lane_search import BoundBudget, LaneEnds, LaneSearch, lanes_for
from app.rulesets.x_wing.exact.non_dice_states import NonDiceStates
from app.rulesets.x_wing.exact.price import most_in_pools, most_thrown, price
from app.rulesets.x_wing.exact.relevance import RestOfAttack
from app.rulesets.x_wing.exact.state_features import StateFeature, looks_at_damage
from app.rulesets.x_wing.model import XWingAttack, XWingShip
from app.rulesets.x_wing.odds.dealing import (
    UNHURT,
    Dealing,
    Dealt,
    Hurt,
    Results,
    due_of,
    hurt_of,
    lost_or_not,
    unhurt,
)
from app.rulesets.x_wing.odds.enumerate import BUDGET
from app.rulesets.x_wing.odds.further_attacks import SEEN, looked_at_by, outcomes
from app.rulesets.x_wing.odds.lane_play import LanePlay
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.players.policies import BestPlayer
from app.rulesets.x_wing.rules import DEAL_DAMAGE, chapters_of
from app.rulesets.x_wing.terms import DamageCard, Pool

T = TypeVar("T")

WORK_OF_ALL = 1_000_000
"""The work that all attacks may take together, whatever part of them takes it: about as much as one alone may take."""

IN_A_ROW = 50
"""After so many standings, of which each is known how it is attacked, the work gives way to others."""


Table = tuple[tuple[object, ...], ...]
"""What the results of an attack are worth to its players; damage with equal tables is attacked in the same way."""


Standing = tuple[XWingShip, Hurt]
"""A ship without its damage, and its damage."""

BeforeDamage = tuple[XWingShip, Results, Fraction]
"""The ship before damage is dealt, without its damage; the results that become damage; and the chance of both."""


@dataclass(slots=True)
class Ways:
    """In how many ways each total comes: of damage, and of crit damage.

    Each is one whole number, with so many bits for each total, so that all totals are multiplied and added at once.
    """

    damage: int = 0
    crits: int = 0


class Attacking:
    """One attack on the defender, whatever it has suffered."""

    def __init__(
        self,
        attack: XWingAttack,
        options: XWingOptions,
        policies: Policies,
        keeps: tuple[StateFeature, ...],
        most: Budget,
    ) -> None:
        self.attack, self.options, self._policies, self._most = attack, options, policies, most
        self.battle = without_idle_effects(battle_of(attack, options))
        chapters = chapters_of(self.battle)
        self._before = chapters[: chapters.index(DEAL_DAMAGE)]
        self._searched, self._walked = self._states(keeps)
        self._opening, self._most_dice = opening_state(self.battle), most_in_pools(self.battle)[Pool.ATTACK]
        self.destruction = DestructionOdds(most, leaks_by_itself=options.fuel_leak_self_trigger)
        self._tables: dict[Hurt, tuple[int, Ends]] = {}
        self._numbered: dict[Table, tuple[int, Ends]] = {}
        self._ends: dict[tuple[XWingShip, int], Sequence[BeforeDamage]] = {}
        self._refused: dict[XWingShip, bool] = {}

    def _states(self, keeps: tuple[StateFeature, ...]) -> tuple[NonDiceStates, NonDiceStates]:
        """The states that the search tells apart, and those that play does, for what the next attacks look at."""
        searched = NonDiceStates(self.battle, RestOfAttack(self.battle, self._before), self._most)
        if not keeps:
            return searched, searched
        return searched, NonDiceStates(self.battle, RestOfAttack(self.battle, self._before, keeps), self._most)

    def refuses(self, ship: XWingShip) -> bool:
        """Whether the rules refuse this attack on a ship without its damage. Raises LimitExceeded."""
        if ship not in self._refused:
            attack = replace(self.attack, defender=ship)
            self._refused[ship] = next(every_fault(attack, self.options), None) is not None
            if not self._refused[ship]:
                price(attack, self.options)
        return self._refused[ship]

    def ends(self, ship: XWingShip, hurt: Hurt) -> Sequence[BeforeDamage]:
        """What the attack on a ship without its damage, which has suffered this, leads to: play() has found it out."""
        return self._ends[ship, self._table(hurt)[0]]

    def play(self, standings: Iterable[Standing]) -> Iterator[None]:
        """Find out what the attack on each of these leads to, several at once; gives way to others between them.

        Raises LimitExceeded.
        """
        ships: dict[int, dict[XWingShip, None]] = {}
        ends_of: dict[int, Ends] = {}
        for ship, hurt in standings:
            table, ends_of[table] = self._table(hurt)
            if (ship, table) not in self._ends:
                ships.setdefault(table, {})[ship] = None
        for some, ended in self._searched_for(ends_of, list(ships), partial(self._played_in_lanes, ships)):
            yield
            for lane, table in enumerate(some):
                for ship in ships[table]:
                    self._ends[ship, table] = ended[ship, lane]

    def _searched_for(
        self, ends_of: Mapping[int, Ends], tables: Sequence[int], use: Callable[[Sequence[int], LaneSearch], T]
    ) -> Iterator[tuple[Sequence[int], T]]:
        """What comes of searches that have a lane for each table, with the tables of each. Raises LimitExceeded."""

        def searched(some: Sequence[int]) -> tuple[Sequence[int], T]:
            return some, multiplied(partial(in_lanes, some))

        def in_lanes(some: Sequence[int], times: int) -> T:
            budget = BoundBudget(WORK_OF_ALL, self._most)
            ends = LaneEnds([ends_of[table] for table in some], times)
            return use(some, LaneSearch(self.battle, budget, self._searched, ends))

        for first in tables[:1]:
            scale = ends_of[first].scale(most_thrown(self.battle), self._most_dice)
            yield from in_parts(tables, lanes_for(scale.room), searched)

    def _played_in_lanes(
        self, ships: Mapping[int, Iterable[XWingShip]], tables: Sequence[int], tree: LaneSearch
    ) -> Mapping[tuple[XWingShip, int], Sequence[BeforeDamage]]:
        """What the attack on each ship leads to, each with the lane of what its ends are worth."""
        attacked = [(ship, lane) for lane, table in enumerate(tables) for ship in ships[table]]
        lanes = [lane for _, lane in attacked]
        course = LanePlay(self._walked, self._policies, tree, Budget(BUDGET, self._most), lanes)
        sums = [defaultdict[tuple[XWingShip, Results], Fraction](Fraction) for _ in attacked]
        for state, chances in course.ends_of([self.opening_of(ship) for ship, _ in attacked]):
            for found, chance in zip(sums, chances, strict=True):
                if chance:
                    found[state.defender, results_of(state)] += chance
        ended = [[(*after, chance) for after, chance in found.items()] for found in sums]
        return dict(zip(attacked, ended, strict=True))

    def opening_of(self, ship: XWingShip) -> State:
        """The state before the first step of the attack on a ship."""
        return self._opening._replace(defender=ship)

    def _numbered_as(self, table: Table, ends: Ends) -> tuple[int, Ends]:
        """The number of a table, and the first ends that have it."""
        return self._numbered.setdefault(table, (len(self._numbered), ends))

    def _table(self, hurt: Hurt) -> tuple[int, Ends]:
        """What the results of the attack are worth on what has suffered this: the number of the table, and the ends."""
        found = self._tables.get(hurt)
        if found is None:
            ends = self._ends_on(hurt)
            most = max(1, self._most_dice)
            results = [(hits, crits) for hits in range(most + 1) for crits in range(most + 1 - hits)]
            table = tuple([ends.of(due_of(each)) for each in results])
            found = self._tables[hurt] = self._numbered_as(table, ends)
        return found

    def _ends_on(self, hurt: Hurt) -> EndsBeforeDamage:
        """What the attack is worth up to its damage, on what has suffered this."""
        return EndsBeforeDamage(self._opening, self.destruction, hurt.ship, hurt.deck)


def results_of(state: State) -> Results:
    """The results that become damage in a state."""
    crits = sum(state.pending)
    return len(state.pending) - crits, crits


def is_apart(battle: Battle) -> bool:
    """Whether nothing in an attack but the damage that is dealt looks at damage or changes any."""
    rest = RestOfAttack(battle, chapters_of(battle))
    return rest.last_effect < rest.damage_chapter and not any(looks_at_damage(held) for held in rest.effects)


def several(
    attacks: Sequence[XWingAttack],
    options: XWingOptions,
    policies: Policies,
    so_far: Record,
    *,
    effort: Effort | None = None,
) -> Generator[None, None, Distributions] | None:
    """The odds of attacks one after the other; None where they have to be worked out one by one.

    `so_far` is of the first attack. Raises LimitExceeded.
    """
    first, *further = attacks
    battles = [without_idle_effects(battle_of(attack, options)) for attack in further]
    are_best = all(isinstance(policy, BestPlayer) for policy in policies.values())
    if not (are_best and all(is_apart(battle) for battle in battles)):
        return None
    if looked_at_by(further, options).cards != SEEN:
        return None
    return _together(first, further, options, policies, so_far, effort or Effort(WORK_OF_ALL))


class Step(NamedTuple):
    """What an attack may lead to."""

    standing: Standing
    damage: int
    crits: int
    ways: int
    """In how many ways it comes to this."""


class Steps(NamedTuple):
    """All that an attack may lead to."""

    steps: Iterable[Step]
    """Each made when it is read: those of thousands of standings are never there at once."""
    number: int
    of: int
    """How many ways there are in all."""


@dataclass
class Score:
    """The ways to what stands, and to every total of the damage."""

    standing: dict[Standing, Ways]
    in_all: int = 1
    bits: int = 1

    def follow(self, steps: Mapping[Standing, Steps]) -> Iterator[None]:
        """Take the next attack on everything that stands; what has no steps stays as it is. Gives way to others."""
        parts = lcm(*dict.fromkeys(found.of for found in steps.values()))
        self._widen(parts)
        bits, following = self.bits, dict[Standing, Ways]()
        for place, (standing, ways) in enumerate(self.standing.items()):
            if not place % IN_A_ROW:
                yield
            found = steps.get(standing) or Steps((Step(standing, 0, 0, 1),), 1, 1)
            share = parts // found.of
            damages, crits_so_far = ways.damage * share, ways.crits * share
            for then, damage, crits, count in found.steps:
                to = following.get(then) or following.setdefault(then, Ways())
                to.damage += (damages << bits * damage) * count
                to.crits += (crits_so_far << bits * crits) * count
        self.standing, self.in_all = following, self.in_all * parts

    def _widen(self, parts: int) -> None:
        bits = (self.in_all * parts).bit_length()
        for ways in self.standing.values():
            ways.damage, ways.crits = (packed(unpacked(each, self.bits), bits) for each in (ways.damage, ways.crits))
        self.bits = bits

    def distributions(self) -> Distributions:
        """The distributions of the measures."""
        damage = unpacked(sum(ways.damage for ways in self.standing.values()), self.bits)
        crits = unpacked(sum(ways.crits for ways in self.standing.values()), self.bits)
        wrecks = [ways for (_, hurt), ways in self.standing.items() if hurt.is_wreck]
        lost = sum(sum(unpacked(ways.damage, self.bits)) for ways in wrecks)
        destroyed = [self.in_all - lost, lost]
        return {
            name: {value: Fraction(ways, self.in_all) for value, ways in enumerate(counted) if ways}
            for name, counted in (("damage", damage), ("crit_damage", crits), ("destroyed", destroyed))
        }


def _together(
    first: XWingAttack,
    further: Sequence[XWingAttack],
    options: XWingOptions,
    policies: Policies,
    so_far: Record,
    effort: Effort,
) -> Generator[None, None, Distributions]:
    price(first, options)
    yield
    start, most = (first.defender, UNHURT), Effort(WORK_OF_ALL, effort)
    score = Score({start: Ways(1, 1)})
    yield from score.follow({start: after_first(outcomes(first, options, policies, so_far, further, effort=most))})
    work, keeps = Budget(WORK_OF_ALL, most), looked_at_by(further, options).subjects
    known = dict[XWingAttack, Attacking]()
    dealing = Dealing(work, leaks_by_itself=options.fuel_leak_self_trigger)
    for n, attack in enumerate(further, 1):
        target = replace(attack, defender=unhurt(first.defender, 0), damage_deck=DECK_WITHOUT_EFFECT)
        if target not in known:
            known[target] = Attacking(target, options, policies, keeps, work)
        attacking = known[target]
        steps: dict[Standing, Steps] = {}
        with AfterAttacks(n):
            attacked = [(ship, hurt) for ship, hurt in score.standing if not (hurt.is_wreck or attacking.refuses(ship))]
            yield from attacking.play(attacked)
            for place, (ship, hurt) in enumerate(attacked):
                if not place % IN_A_ROW:
                    yield
                ends = attacking.ends(ship, hurt)
                found = steps[ship, hurt] = after(attacking, dealing, hurt, ends, is_last=n == len(further))
                if not work.take(found.number):
                    raise work.exceeded()
        yield from score.follow(steps)
    return score.distributions()


def after_first(outcomes: Iterator[tuple[Values, Left, Fraction]]) -> Steps:
    """What the first attack leads to."""
    found = list(outcomes)
    of, steps = lcm(*(chance.denominator for _, _, chance in found)), list[Step]()
    for values, left, chance in found:
        ship = cast(XWingShip, left["defender"])
        hurt = hurt_of(ship, cast(tuple[DamageCard, ...], left["damage_deck"]))
        standing = unhurt(ship, hurt.structural), hurt
        ways = chance.numerator * (of // chance.denominator)
        steps.append(Step(standing, int(values["damage"] or 0), int(values["crit_damage"] or 0), ways))
    return Steps(steps, len(steps), of)


def after(attacking: Attacking, dealing: Dealing, hurt: Hurt, ended: Sequence[BeforeDamage], *, is_last: bool) -> Steps:
    """What an attack on a ship that has suffered this leads to."""
    dealt: dict[Results, Dealt] = {}
    for results in dict.fromkeys(results for _, results, _ in ended):
        due = due_of(results)
        if is_last:
            dealt[results] = lost_or_not(attacking.destruction.probability(hurt.ship, hurt.deck, due))
        else:
            dealt[results] = dealing.ways(hurt, due)
    of = lcm(*(chance.denominator * dealt[results].of for _, results, chance in ended))
    count = sum(len(dealt[results].ways) for _, results, _ in ended)
    return Steps(_steps(hurt, ended, dealt, of), count, of)


def _steps(hurt: Hurt, ended: Sequence[BeforeDamage], dealt: Mapping[Results, Dealt], of: int) -> Iterator[Step]:
    for then, results, chance in ended:
        ends, damage = dealt[results], sum(results)
        ways = chance.numerator * (of // (chance.denominator * ends.of))
        crits = damage if hurt.ship.breached else results[1]
        ships = {hurt.structural: then}  # nothing before damage changes the cards on the ship
        for end, part in ends.ways:
            if end.structural not in ships:
                ships[end.structural] = unhurt(then, end.structural)
            yield Step((ships[end.structural], end), damage, crits, ways * part)
