"""The odds of X-Wing within the effort of a request."""

from dataclasses import replace
from functools import partial

from app.domain.effort import Effort
from app.domain.ruleset import FurtherMeasures, Ruleset
from app.rulesets.x_wing.model import XWingAttack
from app.rulesets.x_wing.odds.enumerate import exact_odds
from app.rulesets.x_wing.odds.further_attacks import outcomes
from app.rulesets.x_wing.odds.series import THEN, in_series
from app.rulesets.x_wing.odds.several_attacks import several
from app.rulesets.x_wing.odds.tokens_left import FURTHER, odds_with_tokens
from app.rulesets.x_wing.options import XWingOptions
from app.rulesets.x_wing.outcome import XWingOutcome

XWingRuleset = Ruleset[XWingAttack, XWingOptions, XWingOutcome]


def odds_within(ruleset: XWingRuleset, effort: Effort) -> XWingRuleset:
    """The rulebook, whose odds take their work from `effort` while they do it."""
    return replace(
        ruleset,
        odds=partial(exact_odds, effort=effort),
        then=replace(
            THEN,
            outcomes=partial(outcomes, effort=effort),
            several=partial(several, effort=effort),
            in_series=partial(in_series, effort=effort),
        ),
        further=FurtherMeasures(FURTHER.measures, partial(odds_with_tokens, effort=effort)),
    )
