"""The bodies of responses that are built from a ruleset, for OpenAPI."""

from collections.abc import Callable
from functools import cache, cached_property
from types import GenericAlias
from typing import Annotated, Any, Literal, NotRequired, get_args

from app.api.schemas.questions import (
    MOVE,
    any_question,
    other_move,
    page_of_decisions,
    page_of_questions,
    questions_of,
)
from app.domain.choices import choice_type
from app.domain.names import kind_of, stored_name
from app.persistence.stored.codec import ATTACK, OPENING, all_facts
from app.persistence.stored.fields import LISTED
from app.persistence.stored.rows import Action
from app.services.documents.action import ActionParts, RulesChanged, VoidProposal
from app.services.documents.advice import OddsDocument
from app.services.documents.catalogue import EntryDocument
from app.services.documents.record import (
    Entry,
    OtherEntry,
    RolledEntry,
    chose_entry,
    noted_entry,
    other_chose,
    other_noted,
)
from app.services.events.shapes import ENTRY, SentBy
from app.services.rulebooks.names import chose_name, noted_name, schema_name
from app.services.rulebooks.registry import Rulebook, Rulebooks
from app.services.typed import Uuid, described, members_of, one_of_these, retyped, shown_members, shown_model

ACTION = "An action in its present state."
LISTED_ACTION = "An action in a list."
NOT_DESCRIBED = "of a ruleset that is not described here"

OTHER_LISTED = ("ruleset", "session_id", "number", "kind", "status", "rules_changed", "created_at")
OTHER_ACTION = (*OTHER_LISTED, "text", "record", "casualties", "pending")
"""The fields by which an action is shown whose outcome, or whose kind, a client does not know."""


class Responses:
    """The bodies of the responses of one ruleset. `shared`: those that are of any ruleset."""

    def __init__(self, book: Rulebook, shared: Callable[[], "AllResponses"]) -> None:
        self._ruleset, self._shared = book.ruleset, shared

    def question(self) -> Any:
        """An open question of any ruleset."""
        return self._shared().question

    @property
    def odds(self) -> Any:
        """Odds of any ruleset."""
        return self._shared().odds

    @property
    def has_board(self) -> bool:
        """Whether the ruleset has games."""
        return self._ruleset.board is not None

    @cached_property
    def attack(self) -> Any:
        """An attack of this ruleset."""
        return self._action("AttackAction", self._attack_types)

    @cached_property
    def move(self) -> Any:
        """An action in a game of this ruleset: its opening or a move."""
        return self._action("GameAction", self._move_types)

    @cached_property
    def action(self) -> Any:
        """An action of this ruleset."""
        if not self.has_board:
            return self.attack
        other = other_action(self._named("OtherAction"), self.question(), self._ruleset.slug)
        return one_of_these(self._named("Action"), "kind", ACTION, self.attack, self.move, other)

    @cached_property
    def listed(self) -> Any:
        """An action of this ruleset in a list."""
        attack = self._listed("ListedAttack", self._attack_types)
        if not self.has_board:
            return attack
        move = self._listed("ListedGameAction", self._move_types)
        other = other_listed(self._named("OtherListedAction"), self._ruleset.slug)
        return one_of_these(self._named("ListedAction"), "kind", LISTED_ACTION, attack, move, other)

    @property
    def _attack_types(self) -> dict[str, Any]:
        ruleset = self._ruleset
        return {"kind": Literal[ATTACK], "situation": ruleset.situation, "outcome": ruleset.outcome | None}

    @property
    def _move_types(self) -> dict[str, Any]:
        board = self._ruleset.board
        kinds: Any = Literal[(OPENING, *board.kinds)]
        return {"kind": kinds, "situation": self._game_situation, "outcome": board.turn | None}

    @cached_property
    def _game_situation(self) -> Any:
        board = self._ruleset.board
        text = "What was sent: the setup of a game, or a move."
        return one_of_these(self._named("GameSituation"), None, text, self.game_move, board.setup)

    @cached_property
    def game_move(self) -> Any:
        """A move in a game of this ruleset, as it is read; None where it has no games."""
        if not self.has_board:
            return None
        other = other_move(self._named("OtherGameMove"))
        return one_of_these(self._named("GameMoveShown"), "kind", MOVE, *self.moves, other)

    @property
    def moves(self) -> list[Any]:
        """The kinds of moves in games of this ruleset; none where it has no games."""
        return sorted(self._ruleset.board.actions, key=kind_of) if self.has_board else []

    def _action(self, name: str, types: dict[str, Any]) -> Any:
        board = self._ruleset.board
        own = {
            "ruleset": Literal[self._ruleset.slug],
            "options": self._ruleset.options if types["kind"] == Literal[ATTACK] else board.options,
            "record": GenericAlias(list, (self.entry,)),
            "pending": self.question() | None,
        }
        return shown_model(self._named(name), ACTION, retyped(action_members(), {**types, **own}))

    def _listed(self, name: str, types: dict[str, Any]) -> Any:
        own = {"ruleset": Literal[self._ruleset.slug], **types}
        return shown_model(self._named(name), LISTED_ACTION, retyped(listed_members(), own))

    def _named(self, name: str) -> str:
        return schema_name(self._ruleset.slug, name)

    @cached_property
    def state(self) -> Any:
        """The board of a game of this ruleset."""
        members = {
            "ruleset": described(Literal[self._ruleset.slug], "The slug of the ruleset."),
            "session_id": described(Uuid, "The id of the session."),
            "seq": described(int, "The number of the event after which the board stood like this."),
            "state": described(self._ruleset.board.state, "The board."),
        }
        return shown_model(self._named("StateDocument"), "The board of a game.", members)

    @cached_property
    def catalogue(self) -> Any:
        """What situations of this ruleset can name."""
        catalogue = self._ruleset.catalogue
        kinds: Any = Literal[catalogue.kinds]
        members = retyped(members_of(EntryDocument), {"kind": kinds, "details": catalogue.details})
        entry = shown_model(self._named("CatalogueEntry"), "Something that a situation can name.", members)
        items = described(GenericAlias(list, (entry,)), "The entries that were asked for.")
        return shown_model(self._named("CatalogueDocument"), "What situations can name.", {"items": items})

    @cached_property
    def questions(self) -> dict[str, Any]:
        """The questions of this ruleset that a choice answers, by stored name."""
        return questions_of(self._ruleset, self.game_move)

    @cached_property
    def entry(self) -> Any:
        """An entry of a record of this ruleset."""
        return one_of_these(self._named("Entry"), "kind", ENTRY, RolledEntry, self._chose, self._noted, OtherEntry)

    @property
    def _chose(self) -> Any:
        named = {stored_name(kind): choice_type(kind) for kind in self._ruleset.all_questions}
        members = [chose_entry(self._named(chose_name(name)), name, kind) for name, kind in named.items()]
        text = "An entry of a record: a question was answered."
        return one_of_these(self._named("Chose"), "question", text, *members, other_chose(self._named("OtherChose")))

    @property
    def _noted(self) -> Any:
        facts = all_facts(self._ruleset).items()
        members = [noted_entry(self._named(noted_name(name)), name, kind) for name, kind in facts]
        text = "An entry of a record: the rules came to a conclusion, the fact."
        return one_of_these(self._named("Noted"), "fact", text, *members, other_noted(self._named("OtherNoted")))


@cache
def action_members() -> dict[str, Any]:
    """The types of the fields of every action."""
    own = {"sent_by": SentBy, "proposal": VoidProposal | None}
    return {**retyped(shown_members(Action), own), **members_of(ActionParts)}


@cache
def listed_members() -> dict[str, Any]:
    """The types of the fields of every action in a list."""
    return {**retyped(shown_members(Action, LISTED), {"sent_by": SentBy}), "rules_changed": RulesChanged}


def other_action(name: str, question: Any, slug: str | None = None) -> Any:
    """An action of a kind of this ruleset that came later; without `slug`, of a ruleset that is not described."""
    types = {"record": GenericAlias(list, (Entry,)), "pending": question | None}
    return _other(name, "An action", slug, retyped(action_members(), types), OTHER_ACTION)


def other_listed(name: str, slug: str | None = None) -> Any:
    """The same in a list."""
    return _other(name, "An action in a list,", slug, listed_members(), OTHER_LISTED)


def _other(name: str, what: str, slug: str | None, members: dict[str, Any], shown: tuple[str, ...]) -> Any:
    own = retyped(members, {"ruleset": Literal[slug]}) if slug else members
    later = "of a kind that came later" if slug else NOT_DESCRIBED
    return shown_model(name, f"{what} {later}.", {field: own[field] for field in shown})


class AllResponses(dict[str, Responses]):
    """The bodies of the responses of every ruleset, by slug; and those that are of any ruleset."""

    def __init__(self, books: Rulebooks) -> None:
        super().__init__((slug, Responses(book, lambda: self)) for slug, book in books.items())

    @cached_property
    def question(self) -> Any:
        """An open question of any ruleset."""
        moves = [move for responses in self.values() for move in responses.moves]
        return any_question([responses.questions for responses in self.values()], moves)

    @cached_property
    def odds(self) -> Any:
        """Odds from a point of an attack of any ruleset."""
        members = members_of(OddsDocument)
        told = get_args(get_args(members["question"])[0])[1:]
        asked = NotRequired[Annotated[self.question | None, *told]]
        return shown_model("OddsDocument", OddsDocument.__doc__ or "", {**members, "question": asked})

    @property
    def asked(self) -> list[Any]:
        """The questions of each ruleset: a schema stays when another ruleset asks a question of the same name."""
        return [question for each in self.values() for question in each.questions.values()]

    @cached_property
    def questions(self) -> Any:
        """The open questions of a session."""
        return page_of_questions(self.question)

    @cached_property
    def decisions(self) -> Any:
        """A page of what waits for a caller."""
        return page_of_decisions(self.question)

    @cached_property
    def action(self) -> Any:
        """An action of any ruleset."""
        other = other_action("OtherAction", self.question)
        return one_of_these("Action", "ruleset", ACTION, *(each.action for each in self.values()), other)

    @cached_property
    def listed(self) -> Any:
        """A page of the list of actions."""
        other = other_listed("OtherListedAction")
        members = (each.listed for each in self.values())
        item = one_of_these("ListedAction", "ruleset", LISTED_ACTION, *members, other)
        members_of_page = {
            "items": described(GenericAlias(list, (item,)), "The actions, newest first."),
            "next": described(str | None, "The value of `cursor` for the next page; null on the last page."),
        }
        return shown_model("ActionPage", "A page of the list of actions.", members_of_page)

    @cached_property
    def state(self) -> Any:
        """The board of a game of any ruleset that has one; None without such a ruleset."""
        states = [each.state for each in self.values() if each.has_board]
        if not states:
            return None
        members = {
            "ruleset": described(str, "The slug of the ruleset."),
            "session_id": described(Uuid, "The id of the session."),
            "seq": described(int, "The number of the event after which the board stood like this."),
            "state": described(dict[str, Any], "The board."),
        }
        other = shown_model("OtherState", f"The board of a game {NOT_DESCRIBED}.", members)
        return one_of_these("StateDocument", "ruleset", "The board of a game.", *states, other)


def all_responses(books: Rulebooks) -> AllResponses:
    """The bodies of the responses of every ruleset, built once for the same rulebooks."""
    return _all_responses(tuple(books.items()))


@cache
def _all_responses(books: tuple[tuple[str, Rulebook], ...]) -> AllResponses:
    return AllResponses(dict(books))
