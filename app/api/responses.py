"""Response bodies, for OpenAPI: what clients are generated from."""

from functools import cache, cached_property
from types import GenericAlias
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Field

from app.api.strict import model
from app.persistence.codec import ATTACK, OPENING, STRICT, all_facts
from app.services.catalogue import Catalogues, Rulebook


class Shown(BaseModel):
    """A part of a response."""

    model_config = ConfigDict(**{**STRICT, "extra": "ignore"})


class ProblemError(Shown):
    """One thing that is wrong, with a JSON pointer to it."""

    pointer: str
    code: str
    detail: str
    rule: str | None = None


class ProblemDocument(Shown):
    """A refusal (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    reason: str | None = None
    """The rulebook's own word for it."""
    rule: str | None = None
    """The rule that is the reason."""
    errors: list[ProblemError] | None = None


class Fairness(Shown):
    """Where the dice come from, and what proves them (`umpire-1`)."""

    scheme: str
    label: Literal["recorded", "committed", "mixed", "physical"]
    commitment: str | None
    seed: str | None
    waits_for: int | None
    """The open action that holds the seed back."""


class SessionFairness(Shown):
    """The newest seed chain of a session."""

    scheme: str
    label: Literal["recorded", "committed", "mixed", "physical"]
    commitment: str | None
    chain_length: int | None


class Tokens(Shown):
    """Tokens, shown once: to whoever opened the session."""

    host: str | None
    seats: dict[str, str]


class Counts(Shown):
    """How many actions a session has, by status."""

    resolved: int
    pending: int
    void: int


class DiceShown(Shown):
    """Who throws."""

    source: Literal["service", "physical"]


class SeatShown(Shown):
    """A player's place in a session."""

    seat: int
    name: str | None
    side: str | None
    reference: str | None
    policy: str | None
    """Who answers for the seat, if not its player."""


class SeatToken(Shown):
    """A new token for a seat; the old one has ended."""

    seat: int
    token: str


class SessionDocument(Shown):
    """A session as it stands."""

    id: str
    ruleset: str
    ruleset_version: int
    kind: Literal["single", "series", "game"]
    status: Literal["open", "closed"]
    visibility: Literal["public", "unlisted", "private"]
    reference: str | None
    options: dict[str, Any]
    dice: DiceShown
    seats: list[SeatShown]
    actions: Counts
    fairness: SessionFairness
    result: dict[str, Any] | None
    proposal: dict[str, Any] | None
    """How seats would close the session, and which of them."""
    seq: int
    head: str
    created_at: str
    closed_at: str | None
    tokens: Tokens | None = None


class RolledEntry(Shown):
    """Chance answered."""

    kind: Literal["rolled"]
    rule: str
    by: str
    die: str
    faces: list[int | str]
    """As thrown; a die's name is its place."""
    source: Literal["service", "physical"]
    text: str


class ChoseEntry(Shown):
    """A player or a policy chose."""

    kind: Literal["chose"]
    rule: str
    by: str
    question: str
    choice: dict[str, Any]
    source: Literal["seat", "host", "request", "policy", "rules"]
    policy: str | None = None
    text: str


class CasualtyShown(Shown):
    """What an attack did to one unit."""

    role: Literal["attacker", "defender"]
    side: str | None
    seat: int | None
    unit: str
    name: str | None
    fate: Literal["killed", "destroyed", "damaged", "flipped", "retreated", "eliminated"]
    lost: bool
    rule: str
    detail: dict[str, Any]


class LegalChoice(Shown):
    """A choice that the rules allow."""

    choice: dict[str, Any]
    text: str
    leads_to: dict[str, Any] | None


class ChoiceQuestion(Shown):
    """A question that waits for a choice."""

    kind: Literal["choice"]
    action: int | None = None
    seen: int
    by: str
    seat: int | None
    rule: str
    question: str
    text: str
    context: dict[str, Any]
    choices: list[LegalChoice]
    choices_total: int


class RollQuestion(Shown):
    """A roll that waits to be thrown."""

    kind: Literal["roll"]
    action: int | None = None
    seen: int
    by: str
    seat: int | None
    rule: str
    die: str
    count: int
    dice: list[int]
    faces: list[int | str]
    text: str


QuestionShown = Annotated[ChoiceQuestion | RollQuestion, Field(discriminator="kind")]


class Questions(Shown):
    """The open questions of a session."""

    items: list[QuestionShown]


class Probability(Shown):
    """A value with its exact probability."""

    value: int
    probability: str
    """A fraction in lowest terms."""
    decimal: float


class Mean(Shown):
    """An expected value."""

    exact: str
    decimal: float


class OddsDocument(Shown):
    """Exact odds."""

    ruleset: str
    policies: dict[str, str]
    distributions: dict[str, list[Probability]]
    means: dict[str, Mean]


class EventShown(Shown):
    """An event, for reading; what is verified is the NDJSON export."""

    seq: int
    type: str
    hash: str
    event: dict[str, Any]


class EventPage(Shown):
    """A page of a session's log."""

    items: list[EventShown]
    next: int | None
    """The `after` of the next page."""


class Difference(Shown):
    """Where a record is not what the rules make of it."""

    entry: int | None
    recorded: Any
    computed: Any


class DiceSheetRoll(Shown):
    """A roll, derived again."""

    roll: int
    die: str
    stream: str
    faces: list[int | str]
    recorded: list[int | str]


class ActionVerification(Shown):
    """An action, replayed and checked, with the sheet of its dice."""

    result: Literal["identical", "diverged", "rules-changed"]
    dice: Literal["proven", "not-yet-revealed", "not-provable"]
    first_difference: Difference | None
    commitment: str | None
    seed: str | None
    steps: int | None
    entropy: str | None
    key: str | None
    rolls: list[DiceSheetRoll]


class ChainVerification(Shown):
    """The hash chain of a log."""

    ok: bool
    events: int
    head: str


class VerifiedAction(Shown):
    """What came of checking one action."""

    number: int
    status: Literal["pending", "resolved", "void"]
    result: Literal["identical", "diverged", "rules-changed"]
    first_difference: Difference | None


class SessionVerification(Shown):
    """A session, replayed and checked."""

    result: Literal["identical", "diverged", "rules-changed"]
    chain: ChainVerification
    dice: Literal["proven", "not-yet-revealed", "not-provable"]
    actions: list[VerifiedAction]


class RulesetShort(Shown):
    """A ruleset."""

    slug: str
    version: int
    title: str
    language: str
    languages: list[str]


class RulesetList(Shown):
    """The rulesets there are."""

    items: list[RulesetShort]


class OptionsShown(Shown):
    """A ruleset's options."""

    defaults: dict[str, Any]
    presets: dict[str, dict[str, Any]]
    described: dict[str, Any]
    """JSON schema of the options."""


class DieShown(Shown):
    """A die with all its faces in order."""

    die: str
    faces: list[int | str]


class RuleShown(Shown):
    """A rule in our own words."""

    id: str
    text: str
    source: str | None


class GameOptionsShown(Shown):
    """The options of a game."""

    defaults: dict[str, Any]
    described: dict[str, Any]
    """JSON schema of the options."""


class GameShown(Shown):
    """A game that the server holds."""

    options: GameOptionsShown
    setups: dict[str, dict[str, Any]]
    """Setups to try."""
    setup: dict[str, Any]
    """JSON schema of a setup."""
    actions: list[str]
    """The kinds of moves."""


class RulesetDetails(RulesetShort):
    """All that a client may need to know of a ruleset."""

    options: OptionsShown
    policies: list[str]
    default_policy: str
    dice: list[DieShown]
    questions: list[str]
    facts: list[str]
    measures: list[str]
    codes: list[str]
    examples: list[dict[str, Any]]
    game: GameShown | None
    rules: list[RuleShown]


class Deviation(Shown):
    """What came of some attacks against what was to be expected."""

    ruleset: str
    dice: Literal["service", "physical"]
    measure: str
    attacks: int
    actual: int
    expected: Mean
    standard_error: float
    deviations: float | None
    """By how many standard errors they differ."""


class FaceCounts(Shown):
    """How often each face of a die fell."""

    ruleset: str
    source: Literal["service", "physical"]
    die: str
    faces: dict[str, int]
    chi_square: float
    degrees_of_freedom: int
    p: float | None
    """The chance of a fair die to fit as badly or worse."""


class LuckShown(Shown):
    """The luck of some attacks."""

    measures: list[Deviation]
    dice: list[FaceCounts]
    without_odds: int
    """Attacks whose odds cost too much."""
    next: str | None


class Lot(Shown):
    """Where a value lies in its exact distribution."""

    value: int
    probability: str
    at_most: str
    at_least: str
    expected: Mean


class ActionOdds(Shown):
    """Where an outcome lies in its exact distributions."""

    policies: dict[str, str]
    measures: dict[str, Lot]


class SessionPage(Shown):
    """Sessions, newest first."""

    items: list[SessionDocument]
    next: str | None
    """The cursor of the next page."""


class HistoryPage(Shown):
    """Rows of history, newest first."""

    items: list[dict[str, Any]]
    next: str | None
    """The cursor of the next page."""


class Health(Shown):
    """Whether the service works."""

    status: Literal["ok", "unavailable"]


class Responses:
    """The response bodies of one ruleset."""

    def __init__(self, book: Rulebook) -> None:
        self._ruleset = book.ruleset
        self._name: str = book.ruleset.situation.__name__

    @property
    def has_board(self) -> bool:
        """Whether the ruleset has games."""
        return self._ruleset.board is not None

    @cached_property
    def attack(self) -> type[BaseModel]:
        """An attack of this ruleset."""
        ruleset = self._ruleset
        return self._action("Action", (ATTACK,), ruleset.situation, ruleset.options, ruleset.outcome)

    @cached_property
    def move(self) -> type[BaseModel]:
        """An action in a game of this ruleset."""
        board = self._ruleset.board
        situation: Any = Union[(board.setup, *board.actions)]
        return self._action("GameAction", (OPENING, *board.kinds), situation, board.options, board.turn)

    @cached_property
    def actions(self) -> tuple[type[BaseModel], ...]:
        """The actions of this ruleset, told apart by `kind`."""
        return (self.attack, self.move) if self.has_board else (self.attack,)

    def _action(
        self, suffix: str, kinds: tuple[str, ...], situation: Any, options: type, outcome: type
    ) -> type[BaseModel]:
        return model(
            f"{self._name}{suffix}",
            Shown,
            "An action as it stands.",
            ruleset=(Literal[self._ruleset.slug], ...),
            ruleset_version=(int, ...),
            session_id=(str, ...),
            number=(int, ...),
            kind=(Literal[kinds], ...),
            status=(Literal["pending", "resolved", "void"], ...),
            standard=(bool, ...),
            text=(str, ...),
            situation=(situation, ...),
            options=(options, ...),
            policies=(dict[str, str], ...),
            seats=(dict[str, int], ...),
            outcome=(outcome | None, ...),
            record=(GenericAlias(list, (self.entry,)), ...),
            casualties=(list[CasualtyShown], ...),
            fairness=(Fairness, ...),
            seq=(int, ...),
            head=(str, ...),
            sent_by=(str | dict[str, int], ...),
            pending=(QuestionShown | None, ...),
            reference=(str | None, ...),
            replaced_by=(int | None, ...),
            proposal=(dict[str, Any] | None, ...),
            created_at=(str, ...),
            resolved_at=(str | None, ...),
            played_at=(str | None, ...),
            odds=(ActionOdds | None, None),
            tokens=(Tokens | None, None),
        )

    @cached_property
    def state(self) -> type[BaseModel]:
        """The board of a game of this ruleset."""
        return model(
            f"{self._name}StateDocument",
            Shown,
            "A game's board.",
            ruleset=(Literal[self._ruleset.slug], ...),
            session_id=(str, ...),
            seq=(int, ...),
            state=(self._ruleset.board.state, ...),
        )

    @cached_property
    def entry(self) -> Any:
        """An entry of a record of this ruleset."""
        noted = [
            model(
                f"{self._name}Noted{''.join(part.title() for part in name.split('-'))}",
                Shown,
                "The rules concluded.",
                kind=(Literal["noted"], ...),
                rule=(str, ...),
                fact=(Literal[name], ...),
                data=(kind, ...),
                text=(str, ...),
            )
            for name, kind in all_facts(self._ruleset).items()
        ]
        by_fact = [Annotated[Union[tuple(noted)], Field(discriminator="fact")]] if len(noted) > 1 else noted  # noqa: UP007
        return Union[(RolledEntry, ChoseEntry, *by_fact)]


def any_action(responses: list[Responses]) -> Any:
    """An action of any ruleset, told apart by `ruleset` and `kind`."""
    return Union[tuple(action for response in responses for action in response.actions)]  # noqa: UP007


def any_state(responses: list[Responses]) -> Any:
    """The board of a game of any ruleset that has one."""
    kinds = tuple(response.state for response in responses if response.has_board)
    return Annotated[Union[kinds], Field(discriminator="ruleset")] if len(kinds) > 1 else kinds[0]  # noqa: UP007


def all_responses(books: Catalogues) -> dict[str, Responses]:
    """The response bodies of every ruleset."""
    return {slug: responses_of(book) for slug, book in books.items()}


@cache
def responses_of(book: Rulebook) -> Responses:
    """The response bodies of a ruleset, built once."""
    return Responses(book)
