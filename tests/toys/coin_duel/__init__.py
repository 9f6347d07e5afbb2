"""A toy rulebook: coins against a shield that its owner may raise."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from umpire.rulebook.v1 import (
    Casualty,
    Catalogue,
    Die,
    Does,
    Entry,
    Fate,
    IllegalChoice,
    IllegalSituation,
    ListReader,
    Question,
    Role,
    Ruleset,
    Table,
)

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


@dataclass(frozen=True, slots=True)
class CoinDuelCoin:
    """A coin of the catalogue."""

    weight: int
    """What it weighs, in grams."""


@dataclass(frozen=True, slots=True)
class CoinDuelPurse:
    """A purse as another program lists it."""

    coins: int
    """How many coins are in it."""


def coins() -> Iterator[Entry[CoinDuelCoin]]:
    yield Entry("coin", "penny", "Penny", Does.NOTHING, CoinDuelCoin(3))
    yield Entry("coin", "crown", "Crown", Does.BY_HAND, CoinDuelCoin(9), "heavy")


def read_purse(sent: Mapping[str, object]) -> CoinDuelPurse:
    coins = sent.get("coins")
    if not isinstance(coins, int):
        raise IllegalSituation("no-coins", "CD-1", "coins")
    return CoinDuelPurse(coins)


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
    catalogue=Catalogue(("coin",), CoinDuelCoin, coins),
    lists=(ListReader("purses", "purse", CoinDuelPurse, read_purse, ({"coins": 3, "bank": "Sunny"},)),),
)
