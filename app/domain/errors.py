"""What the rules refuse. Each refusal names its reason in a word and the rule it follows."""

from collections.abc import Mapping

Fact = str | int | None


class Refusal(Exception):
    """A refusal by the rules: `reason` is a stable kebab-case word, `params` fill its text."""

    def __init__(self, reason: str, rule: str, **params: Fact) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason, self.rule = reason, rule
        self.params: Mapping[str, Fact] = params


class IllegalSituation(Refusal):
    """The situation itself is illegal; `field` is the path to what is wrong, from the situation down."""

    def __init__(self, reason: str, rule: str, *field: str | int, **params: Fact) -> None:
        super().__init__(reason, rule, **params)
        self.field = field


class IllegalOption(IllegalSituation):
    """The options contradict each other; `field` is the path from the options down."""


class IllegalChoice(Refusal):
    """The choice is not one that the question allows."""


class IllegalAction(Refusal):
    """The move is not one that the game, as it stands, allows."""


class NotYours(IllegalAction):
    """The move is about what belongs to another player."""


class NotComputable(Refusal):
    """Odds that cannot be had from this situation or these policies."""


class LimitExceeded(NotComputable):
    """Odds that would cost more than the service gives."""


class Diverged(Exception):
    """The script does not follow the record that it was given: entry `entry` (from 0) differs."""

    def __init__(self, entry: int) -> None:
        super().__init__(f"entry {entry} differs")
        self.entry = entry


class TableOverrun(Exception):
    """A script used up its budget of table calls or questions."""
