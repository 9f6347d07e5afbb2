"""Odds from any point of an attack, and what each choice there is worth: jobs that yield after each choice."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from app.domain.advice import AttackFound, FindingTable, Priced, best_first, telling_measure, with_choice
from app.domain.dice import Faces, ThrownDice
from app.domain.errors import Diverged, NotComputable
from app.domain.odds import Distributions
from app.domain.record import Record, Role
from app.domain.resolution import Resolved, answers_in, played_on
from app.domain.table import ChoiceWanted, Wanted
from app.errors import Problem
from app.services.odds.odds import NOTHING, automatic_policies, distributions, refused_odds
from app.services.play.choices import listed_choices
from app.services.play.players import ASK, Players, SentAnswer
from app.services.play.scripts import ScriptCall, run
from app.services.play.used import check_used
from app.services.rulebooks.registry import Rulebook

SECONDS = 10.0
"""How long the choices of a question may take together."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of an attack from which odds are computed."""

    situation: Any
    options: Any
    policies: Mapping[str, str]
    """The name of the policy of each role; `ask` is none of them."""
    so_far: Record = NOTHING
    wanted: Wanted | None = None
    """What is to be answered next; None where nothing is, or where nobody wants to know."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The odds from a point of an attack, and what each choice there is worth."""

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


Job = Generator[None, None, Worth]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for odds."""

    situation: Any
    options: Any
    policies: Mapping[str, str]
    """The name of the policy, or `ask`, of each role."""
    faces: tuple[Faces, ...] = ()
    answers: tuple[SentAnswer, ...] = ()


def worth_of_request(book: Rulebook, asked: Asked) -> Job:
    """The odds from where the faces and answers of a request lead, and what is asked there of a role with `ask`.

    Raises Problem: illegal-dice, dice-left-over, illegal-answer, answer-left-over, not-computable or limit-exceeded
    (422).
    """
    policies = automatic_policies(book, asked.policies)
    spot = Spot(asked.situation, asked.options, policies)
    is_asking = ASK in asked.policies.values()
    if not (is_asking or asked.faces or asked.answers):
        return worth_of(book, spot)
    dice, players = ThrownDice(asked.faces), Players(book.ruleset, asked.policies, asked.answers)
    script = book.ruleset.rehearsal or book.ruleset.script
    end = run(book, (script, asked.situation, asked.options), Record(), dice, players)
    check_used(book, end, dice, players)
    wanted = None if isinstance(end, Resolved) or not is_asking else end.wanted
    return worth_of(book, Spot(asked.situation, asked.options, policies, end.record, wanted))


def worth_of(book: Rulebook, spot: Spot, chosen: object = None) -> Job:
    """The odds from a point of an attack, with those of each choice where one is to be made, and of the one `chosen`.

    Raises Problem not-computable or limit-exceeded (422).
    """
    seen = len(spot.so_far.entries)
    if not isinstance(spot.wanted, ChoiceWanted):
        yield
        found = computed(book, spot, spot.so_far)
        return Worth(spot.policies, found, spot.wanted, seen)
    wanted, role = spot.wanted, Role(spot.wanted.by)
    policies = {**spot.policies, role: book.ruleset.policy_name("default")}
    spot = Spot(spot.situation, spot.options, policies, spot.so_far, wanted)

    def price(choice: object) -> Priced:
        return Priced(choice, computed(book, spot, with_choice(spot.so_far, wanted, choice)))

    return (yield from compared(book, spot, role, price, seen, chosen))


def computed(book: Rulebook, spot: Spot, so_far: Record) -> Distributions:
    """The distributions from where a record stands. Raises Problem not-computable or limit-exceeded (422)."""
    try:
        return distributions(book, spot.situation, spot.options, spot.policies, so_far)
    except NotComputable as refused:
        raise refused_odds(book, refused) from refused


def compared(
    book: Rulebook, spot: Spot, role: Role, price: Callable[[object], Priced], seen: int, chosen: object
) -> Job:
    """The choices that a question lists, and the one `chosen`, each with its price and in the order of their worth.

    Raises Problem: not-computable (422) where none leads to an attack; limit-exceeded (422) where it takes too long.
    """
    wanted = spot.wanted
    assert isinstance(wanted, ChoiceWanted)
    listed = listed_choices(book, wanted.question, wanted.by)
    priced = yield from each_in_time(price, listed if chosen in (None, *listed) else [*listed, chosen])
    if not any(one.distributions for one in priced):
        raise Problem("not-computable", reason="no-attack")
    ordered = tuple(best_first(book.ruleset, role, priced))
    mine = next((one for one in priced if one.choice == chosen), None)
    best_by = telling_measure(book.ruleset, ordered)
    return Worth(spot.policies, priced[0].distributions, wanted, seen, ordered, best_by, mine)


def each_in_time(price: Callable[[object], Priced], choices: Iterable[object]) -> Generator[None, None, list[Priced]]:
    """Every choice with its price. Raises Problem limit-exceeded (422) where they take too long together."""
    priced: list[Priced] = []
    spent = 0.0
    for choice in choices:
        yield
        began = perf_counter()
        priced.append(price(choice))
        spent += perf_counter() - began
        if spent > SECONDS:
            raise Problem("limit-exceeded", reason="advice-takes-long", params={"seconds": int(SECONDS)})
    return priced


def worth_in_game(book: Rulebook, call: ScriptCall, record: Record, chosen: object = None) -> Job:
    """The same in an action of a game, from where its record stands: in an attack, or before one.

    Raises Problem: not-computable (422) where there is no attack; limit-exceeded (422); rules-changed (409).
    """
    found, wanted, reached = attack_in(call, record)
    _, _, options = call
    by_default = dict.fromkeys(Role, book.ruleset.policy_name("default"))
    if found is not None and (wanted is None or wanted.by in tuple(Role)):
        worth = yield from worth_of(book, Spot(found.situation, options, by_default, found.so_far, wanted), chosen)
        return replace(worth, seen=len(reached.entries))
    if not isinstance(wanted, ChoiceWanted):
        raise Problem("not-computable", reason="no-attack")
    asking = wanted

    def attack_after(choice: object) -> AttackFound | None:
        return attack_in(call, with_choice(reached, asking, choice))[0]

    return (yield from worth_before_attack(book, options, asking, attack_after, len(reached.entries), chosen))


def worth_before_attack(
    book: Rulebook,
    options: Any,
    wanted: ChoiceWanted[Any],
    attack_after: Callable[[object], AttackFound | None],
    seen: int,
    chosen: object = None,
) -> Job:
    """What each choice of a seat is worth by the attack of this seat that follows; choices without one have no odds.

    Raises Problem: not-computable (422) where none begins an attack; limit-exceeded (422).
    """
    by_default = dict.fromkeys(Role, book.ruleset.policy_name("default"))

    def price(choice: object) -> Priced:
        found = attack_after(choice)
        if found is None:
            return Priced(choice, {})
        spot = Spot(found.situation, options, by_default, found.so_far)
        return Priced(choice, computed(book, spot, found.so_far))

    spot = Spot(None, options, by_default, NOTHING, wanted)
    return (yield from compared(book, spot, Role.ATTACKER, price, seen, chosen))


def attack_in(call: ScriptCall, record: Record) -> tuple[AttackFound | None, Wanted | None, Record]:
    """The attack in a record of a game, what is to be answered where the record ends, and the record until there.

    Raises Problem rules-changed (409) where the rules do not lead to this record.
    """
    script, situation, options = call
    table = FindingTable(answers_in(record))
    try:
        end = played_on(table, script, situation, options)
    except Diverged as diverged:
        raise Problem("rules-changed", params={"entry": diverged.entry}) from diverged
    return table.attack, None if isinstance(end, Resolved) else end.wanted, end.record
