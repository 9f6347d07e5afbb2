"""A toy rulebook: coins against a shield that its owner may raise."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from app.domain.casualties import Casualty, Fate
from app.domain.dice import Die
from app.domain.errors import IllegalChoice, IllegalSituation
from app.domain.record import Role
from app.domain.ruleset import Ruleset
from app.domain.table import Question, Table

COIN = Die("coin", ("heads", "tails", "tails"))


@dataclass(frozen=True, slots=True)
class CoinDuelAttack:
    """Coins are thrown at a shield."""

    coins: Annotated[int, Ge(1), Le(9)]
    """How many coins are thrown."""
    shields: Annotated[int, Ge(0), Le(9)] = 0
    """How many shields the defender may raise."""


@dataclass(frozen=True, slots=True)
class CoinDuelOptions:
    """What the duellists agree on."""

    needed: Annotated[int, Ge(0), Le(9)] = 0
    """How many heads an attack must have to hit at all."""


@dataclass(frozen=True, slots=True)
class CoinDuelOutcome:
    """What came of a duel."""

    hits: int
    """How many heads no shield stopped."""


@dataclass(frozen=True, slots=True)
class Raised:
    """So many shields are raised."""

    shields: int
    """How many shields are raised."""


@dataclass(frozen=True, slots=True)
class RaiseShields(Question[Raised]):
    most: int

    def options(self):
        return (Raised(n) for n in range(self.most, -1, -1))

    def check(self, choice: Raised) -> None:
        if not 0 <= choice.shields <= self.most:
            raise IllegalChoice("too-many-shields", "CD-2")


def prepare(situation: CoinDuelAttack, options: CoinDuelOptions) -> None:
    if options.needed > situation.coins:
        raise IllegalSituation("never-enough", "CD-1", "coins")


def attack(situation: CoinDuelAttack, options: CoinDuelOptions, table: Table) -> CoinDuelOutcome:
    heads = table.roll(COIN, situation.coins, by=Role.ATTACKER, rule="CD-1").count("heads")
    table.checkpoint(heads)
    raised = table.ask(RaiseShields(min(heads, situation.shields)), by=Role.DEFENDER, rule="CD-2")
    hits = heads - raised.shields if heads >= options.needed else 0
    if hits:
        table.note(Casualty(Role.DEFENDER, "1", Fate.DESTROYED, lost=True), rule="CD-3")
    return CoinDuelOutcome(hits)


RULESET = Ruleset(
    slug="coin-duel",
    version=1,
    title="Coin duel",
    language="en",
    script=attack,
    prepare=prepare,
    situation=CoinDuelAttack,
    options=CoinDuelOptions,
    outcome=CoinDuelOutcome,
    measures={"hits": lambda outcome: outcome.hits},
    dice=(COIN,),
    facts=(),
    questions=(RaiseShields,),
    examples=(CoinDuelAttack(3, 1),),
)
