"""Odds from any point of an attack, and the odds after each choice there. Generators: they yield after each choice."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.domain.advice import Priced, best_first, deciding_measure, policies_by_role, what_matters, with_choice
from app.domain.dice import Faces, ThrownDice
from app.domain.errors import LimitExceeded, NotComputable
from app.domain.follow_ups import Horizon, odds_of_several
from app.domain.odds import Distributions
from app.domain.players import ASK
from app.domain.record import Record, Role
from app.domain.resolution import Resolved
from app.domain.table import ChoiceWanted, Wanted
from app.errors import Problem, TextNames
from app.services.odds.compute_budget import ComputeBudget
from app.services.odds.odds import NOTHING, automatic_policies, distributions, refused_odds
from app.services.play.choices import default_first
from app.services.play.players import Players, SentAnswer
from app.services.play.scripts import run
from app.services.play.unused_input import refuse_unused_input
from app.services.rulebooks.registry import Rulebook

ActualChoice = Callable[[int], object]
"""The choice that was really made when the record had this length; None if none was made."""


HIDDEN = "hidden"
"""The reason of the Problem where odds follow from what is hidden."""


def nothing_made(_seen: int) -> None:
    """Nothing has been chosen yet."""


@dataclass(frozen=True, slots=True)
class OddsPoint:
    """A point of an attack from which odds are computed."""

    situation: Any
    options: Any
    policies: Mapping[str, str]
    """The name of the policy of each role; `ask` is none of them."""
    so_far: Record = NOTHING
    wanted: Wanted | None = None
    """What is to be answered next; None where nothing is, or where nobody wants to know."""
    effort: ComputeBudget = field(default_factory=ComputeBudget)
    also: tuple[str, ...] = ()
    """The names of further measures that are wanted."""
    then: tuple[Any, ...] = ()
    """Further attacks on the same defender, in which the policies choose."""
    horizon: Horizon = Horizon.ATTACK
    """What policies that search play for."""


@dataclass(frozen=True, slots=True)
class RankedOdds:
    """The odds from a point of an attack, with the odds after each choice there, best first."""

    policies: Mapping[str, str]
    distributions: Distributions
    """If the policies answer; empty where that leads to no attack."""
    wanted: Wanted | None = None
    seen: int = 0
    """The length of the record before what is wanted."""
    priced: tuple[Priced, ...] = ()
    """The choices, the best first for the one who chooses; empty where there is none."""
    best_by: str | None = None
    """The measure by which the first choice is best; None where there is no choice."""
    chosen: Priced | None = None
    """The choice that was made; None where there is none."""
    matters: tuple[tuple[str, int], ...] = ()
    """What a sentence tells of the odds: measures, each with the value that it is at least."""


Job = Generator[None, None, RankedOdds]

Pricing = Generator[None, None, Priced]


@dataclass(frozen=True, slots=True)
class OddsInput:
    """A parsed request for odds."""

    situation: Any
    options: Any
    policies: Mapping[str, str]
    """The name of the policy, or `ask`, of each role."""
    faces: tuple[Faces, ...] = ()
    answers: tuple[SentAnswer, ...] = ()
    then: tuple[Any, ...] = ()
    """Further attacks on the same defender."""
    horizon: Horizon = Horizon.ATTACK
    """What policies that search play for; `series` only with further attacks."""
    also: tuple[str, ...] = ()
    """The names of further measures that are wanted."""


def odds_of_request(book: Rulebook, asked: OddsInput, effort: ComputeBudget) -> Job:
    """The odds from where the faces and answers of a request lead, and what is asked there of a role with `ask`.

    Raises Problem: illegal-dice, dice-left-over, illegal-answer, answer-left-over, not-computable or limit-exceeded
    (422).
    """
    if asked.also and asked.then:
        raise Problem("not-computable", at=("also",), reason="also-in-one-attack")
    policies = automatic_policies(book, asked.policies)
    spot = OddsPoint(asked.situation, asked.options, policies, effort=effort, also=asked.also)
    spot = replace(spot, then=asked.then, horizon=asked.horizon)
    is_asking = ASK in asked.policies.values()
    if not (is_asking or asked.faces or asked.answers):
        return (yield from ranked_odds_of(book, spot))
    yield
    dice, players = ThrownDice(asked.faces), Players(book.ruleset, asked.policies, asked.answers)
    script = book.ruleset.rehearsal or book.ruleset.script
    end = run(book, (script, asked.situation, asked.options), Record(), dice, players)
    refuse_unused_input(book, end, dice, players, lambda: TextNames(book.codec.situation.dump(asked.situation)))
    wanted = None if isinstance(end, Resolved) or not is_asking else end.wanted
    return (yield from ranked_odds_of(book, replace(spot, so_far=end.record, wanted=wanted)))


def ranked_odds_of(book: Rulebook, spot: OddsPoint, made: ActualChoice = nothing_made) -> Job:
    """The odds from a point of an attack, with those of each choice where one is to be made, and of the one `made`.

    Raises Problem not-computable or limit-exceeded (422).
    """
    seen = len(spot.so_far.entries)
    if not isinstance(spot.wanted, ChoiceWanted):
        yield
        found = yield from computed(book, spot, spot.so_far)
        return RankedOdds(spot.policies, found, spot.wanted, seen, matters=what_matters(book.ruleset, spot.situation))
    wanted, role = spot.wanted, Role(spot.wanted.by)
    spot = replace(spot, policies={**spot.policies, role: book.ruleset.policy_name("default")})

    def price(choice: object) -> Pricing:
        return Priced(choice, (yield from computed(book, spot, with_choice(spot.so_far, wanted, choice))))

    priced = yield from each_priced(book, wanted, price, made(seen))
    worth = compared(book, spot.policies, role, wanted, seen, priced, made)
    if (
        spot.horizon is Horizon.SERIES
    ):  # in which the policy may choose otherwise than where it is asked about one attack
        worth = replace(worth, distributions=(yield from computed(book, spot, spot.so_far)))
    return replace(worth, matters=what_matters(book.ruleset, spot.situation))


def computed(book: Rulebook, spot: OddsPoint, so_far: Record) -> Generator[None, None, Distributions]:
    """The distributions from where a record stands, over the further attacks too; yields between these.

    Raises Problem not-computable or limit-exceeded (422).
    """
    try:
        if spot.then:
            return (yield from over_several(book, spot, so_far))
        with spot.effort.running():
            return distributions(book, spot.situation, spot.options, spot.policies, so_far, spot.also, spot.effort.work)
    except NotComputable as refused:
        raise spot.effort.refusal or refused_odds(book, refused) from refused


def over_several(book: Rulebook, spot: OddsPoint, so_far: Record) -> Generator[None, None, Distributions]:
    """The distributions over an attack from where its record stands, and all further ones.

    Raises NotComputable; Problem limit-exceeded (422) where fewer attacks are computed.
    """
    attacks, policies = (spot.situation, *spot.then), policies_by_role(book.ruleset, spot.policies)
    is_alone = not (spot.effort.has_begun or isinstance(spot.wanted, ChoiceWanted))
    job = odds_of_several(book.ruleset, attacks, spot.options, policies, so_far, spot.effort.work, spot.horizon)
    try:
        while True:
            yield
            with spot.effort.running():
                next(job)
    except StopIteration as stopped:
        found: Distributions = stopped.value
        return found
    except LimitExceeded as refused:
        if is_alone and refused.first:
            raise too_many_attacks(len(attacks), refused.first) from refused
        raise


def too_many_attacks(sent: int, most: int) -> Problem:
    """The Problem limit-exceeded (422) for attacks of which the first ones alone are computed."""
    params = {"what": "attacks", "is": sent, "at_most": most}
    return Problem("limit-exceeded", at=("then",), reason="too-many-attacks", params=params, extra=params)


def each_priced(
    book: Rulebook, wanted: ChoiceWanted[object], price: Callable[[object], Pricing], chosen: object
) -> Generator[None, None, list[Priced]]:
    """The choice of the default policy, others that the question lists, and the one `chosen`, each with its price."""
    listed = default_first(book, wanted.question, wanted.by)
    priced: list[Priced] = []
    for choice in listed if chosen in (None, *listed) else [*listed, chosen]:
        yield
        priced.append((yield from price(choice)))
    return priced


def compared(
    book: Rulebook,
    policies: Mapping[str, str],
    role: Role,
    wanted: ChoiceWanted[object],
    seen: int,
    priced: list[Priced],
    made: ActualChoice,
) -> RankedOdds:
    """Choices in the order of their worth; the first of `priced` is that of the default policy.

    Raises Problem not-computable (422) where none leads to an attack.
    """
    if not any(one.distributions for one in priced):
        raise Problem("not-computable", reason="no-attack")
    ordered = tuple(best_first(book.ruleset, role, priced))
    mine = next((one for one in priced if one.choice == made(seen)), None)
    best_by = deciding_measure(book.ruleset, ordered)
    return RankedOdds(policies, priced[0].distributions, wanted, seen, ordered, best_by, mine)
