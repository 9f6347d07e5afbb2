"""Odds: they sum to one, and equal the plain enumeration of every throw."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from app.conformance.faults import refuse, require
from app.conformance.play import policy_of
from app.domain.errors import NotComputable
from app.domain.odds import distributions_of, enumerate_outcomes
from app.domain.record import Record, Role
from app.services.rulebooks.registry import Rulebook

THROWS = 200_000
"""How many ends of the first example are enumerated."""


def odds_sum_to_one_and_equal_the_plain_enumeration(book: Rulebook) -> None:
    """Checkpoints, and a rulebook's own odds, change nothing but the time that the odds of the first example take.

    Further measures are among them.
    """
    ruleset, options = book.ruleset, book.ruleset.options()
    example = ruleset.examples[0]
    try:
        ruleset.price(example, options)
    except NotComputable:
        return
    ends = limited(enumerate_outcomes(ruleset.script, example, options, policy_of(book), merge=False))
    further = ruleset.further.measures if ruleset.further else {}
    plain = distributions_of(ends, {**ruleset.measures, **further})
    for name, chances in plain.items():
        require(sum(chances.values()) == 1, f"the odds of `{name}` do not sum to 1 in example 0.")
    by_script = enumerate_outcomes(ruleset.script, example, options, policy_of(book))
    if distributions_of(by_script, {**ruleset.measures, **further}) != plain:
        refuse("`table.checkpoint` changes the odds of example 0. Give it all that what follows depends on.")
    roles = dict.fromkeys(Role, next(iter(ruleset.policies.values())))
    if ruleset.odds is not None:
        equal = ruleset.odds(example, options, roles, Record()) == {name: plain[name] for name in ruleset.measures}
        require(equal, "`odds` differs from the enumeration of all throws in example 0. Correct it.")
    if ruleset.further is not None and ruleset.further.odds is not None:
        equal = ruleset.further.odds(example, options, roles, Record(), tuple(further)) == plain
        require(equal, "`further.odds` differs from the enumeration of all throws in example 0. Correct it.")


def limited(ends: Iterator[tuple[Any, Fraction]]) -> Iterator[tuple[Any, Fraction]]:
    """The ends of an attack; raises Nonconforming where they are too many to be compared."""
    for n, end in enumerate(ends):
        if n == THROWS:
            refuse(
                f"the odds of example 0 have more than {THROWS} throws. Put an example with fewer dice first, "
                "or let `price` refuse it."
            )
        yield end


CHECKS = (odds_sum_to_one_and_equal_the_plain_enumeration,)
