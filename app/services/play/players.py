"""Who answers the questions of an action.

Answers that were sent with the request come first, then the named policies. Where neither answers, the question waits
for a player.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.errors import Refusal
from app.domain.players import ASK, BEST, FIRST_LEGAL, OF_THE_SERVICE
from app.domain.record import ROLES, By, Origin, Source
from app.domain.ruleset import Policy, Ruleset, first_option
from app.domain.table import Question
from app.errors import Path, Problem, TextNames
from app.faults.hints import hints


@dataclass(frozen=True, slots=True)
class SentAnswer:
    """A choice that a client sent with a request."""

    question: str
    """The name of the question."""
    choice: Any
    """The choice, as a value of the rulebook."""


class Unplanned(Exception):
    """A policy cannot answer before `work` is done, which may take long; nothing was written."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__("a policy needs what is not worked out yet")
        self.work = work


class Players:
    """The players during one run of a script.

    After an illegal answer, `illegal` is the refusal, nothing is answered any more, and the question waits.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any, Any, Any],
        policies: Mapping[str, str],
        answers: Sequence[SentAnswer] = (),
        source: Source = Source(Origin.REQUEST),
        check_own: Callable[[By], None] = lambda _by: None,
        *,
        may_search: bool = True,
    ) -> None:
        """`source`: where the answers come from. `check_own`: raises Problem where they may not answer for somebody.

        `may_search`: whether policies may take long. In the writer they may not: they raise Unplanned.
        """
        self._may_search = may_search
        self._ruleset, self._policies, self._source, self._check_own = ruleset, policies, source, check_own
        self.unused, self.sent = list(answers), len(answers)
        self.illegal: Refusal | None = None

    def __call__(self, question: Question[object], by: By) -> tuple[object, Source] | None:
        """The choice of `by` and its source; None where the question has to wait."""
        if self.illegal is not None:
            return None
        if self.unused and self.unused[0].question == question.name:
            return self._sent(question, by)
        name = self._policies[by]
        if name in (ASK, BEST):
            return None
        policy = automatic_player(self._ruleset, name)
        plan = None if self._may_search else self._ruleset.plan_answer
        if plan and (work := plan(policy, question)) is not None:
            raise Unplanned(work)
        return policy(question, by), Source(Origin.POLICY, name)

    def _sent(self, question: Question[object], by: By) -> tuple[object, Source] | None:
        self._check_own(by)  # before the choice is looked at: whether it is legal may tell what the other holds
        choice = self.unused[0].choice
        try:
            question.check(choice)
        except Refusal as illegal:
            self.illegal = illegal
            return None
        self.unused.pop(0)
        return choice, self._source


def illegal_answer(code: str, at: Path, illegal: Refusal, ruleset: str, about: TextNames) -> Problem:
    """The Problem for a choice that the rules forbid, with all that is wrong.

    `at`: where the body contains the choice; `about`: what texts call by its name.
    """
    reason, rule, params = illegal.reason, illegal.rule, illegal.params
    more = [illegal_answer(code, at, one, ruleset, about) for one in illegal.more]
    return Problem(code, at=at, reason=reason, rule=rule, params=params, ruleset=ruleset, more=more, about=about)


def automatic(ruleset: Ruleset[Any, Any, Any], name: str) -> str:
    """The policy of the ruleset for which odds are computed under a name: the default policy where it has none."""
    return ruleset.policy_name("default" if name in (ASK, *OF_THE_SERVICE) else name)


def automatic_player(ruleset: Ruleset[Any, Any, Any], name: str) -> Policy:
    """Who answers under a name at once: a policy of the ruleset; `first-legal` takes the first choice of the list."""
    if name == FIRST_LEGAL:
        return first_option
    player: Policy = ruleset.policies[automatic(ruleset, name)]
    return player


def named_policies(ruleset: Ruleset[Any, Any, Any], sent: Mapping[str, str]) -> dict[str, str]:
    """The name of a policy, or `ask`, for each role; the default policy for roles that `sent` does not contain.

    Raises Problem unknown-policy (422).
    """
    return {role: policy_named(ruleset, sent.get(role, "default"), at=("policies", role)) for role in ROLES}


def policy_named(ruleset: Ruleset[Any, Any, Any], sent: str, *, at: Path) -> str:
    """The name of the policy that `sent` means, `ask`, or a player of the service. Raises Problem unknown-policy (422).

    `at`: where the body contains the name.
    """
    name = ruleset.policy_name(sent)
    if name not in ruleset.policies and name != ASK and name not in OF_THE_SERVICE:
        known = [*ruleset.policies, "default", ASK, *OF_THE_SERVICE]
        raise Problem("unknown-policy", at=at, params=hints(sent, known))
    return name
