"""What the rules forbid, as a Problem."""

from app.domain.errors import IllegalOption, IllegalSituation
from app.errors import Problem, TextNames


def illegal_situation(
    refusal: IllegalSituation, *place: str | int, about: TextNames | None = None, ruleset: str | None = None
) -> Problem:
    """The Problem for what the rules forbid, with all its faults. `place`: where it stands in the body.

    `ruleset`: the slug of the ruleset, where the path of the request does not have it.
    """
    more = [illegal_situation(one, *place, ruleset=ruleset) for one in refusal.more]
    body = ("options",) if isinstance(refusal, IllegalOption) else place
    at = (*body, *(part.rstrip("_") if isinstance(part, str) else part for part in refusal.field))
    code, reason, rule = "illegal-situation", refusal.reason, refusal.rule
    params = refusal.params
    return Problem(code, at=at, reason=reason, rule=rule, params=params, ruleset=ruleset, more=more, about=about)
