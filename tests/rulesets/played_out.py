"""Several attacks on one defender, played out: every roll, every unit by its id, one attack after the other."""

from collections import Counter
from fractions import Fraction
from itertools import product

from app.domain.errors import IllegalSituation
from app.domain.follow_ups import with_defender
from app.domain.record import Origin, Record, Rolled, Source
from app.domain.resolution import Pending, resolve


def ends(ruleset, situation, options, players, record=None, weight=Fraction(1)):
    """Every outcome of an attack from where its record stands, with its chance; `players` answer every question."""
    end = resolve(ruleset.script, situation, options, record=record or Record(), players=players)
    if not isinstance(end, Pending):
        yield end.outcome, weight
        return
    die, count = end.wanted.die, end.wanted.count
    for faces, ways in Counter(tuple(sorted(each)) for each in product(die.faces, repeat=count)).items():
        rolled = Rolled(end.wanted.rule, end.wanted.by, die.name, faces)
        further = Record((*end.record.entries, rolled), (*end.record.sources, Source(Origin.PHYSICAL)))
        yield from ends(ruleset, situation, options, players, further, weight * ways / len(die.faces) ** count)


def played_out(ruleset, attacks, options, players, record=None):
    """The distribution of every measure over all attacks, the first from where its record stands."""
    start = {name: getattr(attacks[0], name) for name in ruleset.then.defender}
    standing = {(repr(start), (0,) * len(ruleset.measures)): (start, Fraction(1))}
    for attack in attacks:
        following, known = {}, {}
        for (there, sums), (left, weight) in standing.items():
            if there not in known:
                known[there] = list(after(ruleset, attack, left, options, players, record))
            for left_then, values, chance in known[there]:
                in_all = tuple(
                    max(pair) if name in ruleset.yes_no else sum(pair)
                    for name, pair in zip(ruleset.measures, zip(sums, values, strict=True), strict=True)
                )
                _, so_far = following.get((repr(left_then), in_all), (None, 0))
                following[repr(left_then), in_all] = left_then, so_far + weight * chance
        standing, record = following, None
    found = {name: Counter() for name in ruleset.measures}
    for (_, sums), (_, weight) in standing.items():
        for name, value in zip(ruleset.measures, sums, strict=True):
            found[name][value] += weight
    return {name: dict(sorted(chances.items())) for name, chances in found.items()}


def after(ruleset, attack, left, options, players, record):
    """What each outcome of an attack on what is left leaves, with its measures and its chance."""
    here = with_defender(ruleset.then, attack, left, options)
    try:
        ruleset.prepare(here, options)
    except IllegalSituation:
        yield left, (0,) * len(ruleset.measures), Fraction(1)
        return
    for outcome, chance in ends(ruleset, here, options, players, record):
        yield (
            ruleset.then.left(here, outcome),
            tuple(int(count(outcome)) for count in ruleset.measures.values()),
            chance,
        )
