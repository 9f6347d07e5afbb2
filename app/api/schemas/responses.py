"""The bodies of responses that are built from a ruleset, for OpenAPI."""

from functools import cache, cached_property
from types import GenericAlias
from typing import Any, Literal

from app.api.schemas.requests import requests_of
from app.persistence.stored.codec import ATTACK, OPENING
from app.persistence.stored.fields import LISTED
from app.persistence.stored.rows import Action
from app.services.document_types import (
    Uuid,
    described,
    extended,
    members_of,
    one_of_these,
    retyped,
    shown_members,
    shown_model,
)
from app.services.documents.action import ActionParts, RulesChanged, VoidProposal
from app.services.documents.setup import SetupFields
from app.services.events.shapes import SentBy
from app.services.history.listed import ActionText
from app.services.rulebooks.names import schema_name
from app.services.rulebooks.registry import Rulebook, Rulebooks

ACTION = "An action in its present state."
ACTED = (
    "Who acted: `player:`, `reference:` or `name:` with the rest, by what is known first; `seat:` where nothing is. "
    "Null where the host did."
)
NOT_DESCRIBED = "of a ruleset that is not described here"

OF_RULESETS = ("situation", "options", "outcome")
"""The fields of an action whose form depends on the ruleset, and on the kind of the action."""


class Responses:
    """The bodies of the responses of one ruleset."""

    def __init__(self, book: Rulebook) -> None:
        self._book, self._ruleset = book, book.ruleset

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
        other = other_action(self._named("OtherAction"), self._ruleset.slug)
        return one_of_these(self._named("Action"), "kind", ACTION, self.attack, self.move, other)

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
        move = requests_of(self._book).game_move
        return one_of_these(self._named("GameSituation"), None, text, move, board.setup)

    def _action(self, name: str, types: dict[str, Any]) -> Any:
        own = {
            "ruleset": Literal[self._ruleset.slug],
            "options": self._ruleset.options if types["kind"] == Literal[ATTACK] else self._ruleset.board.options,
        }
        return shown_model(self._named(name), ACTION, retyped(action_members(), {**types, **own}))

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
    def setup(self) -> Any:
        """A setup of this ruleset, looked at before it is played."""
        board, setup = self._ruleset.board, requests_of(self._book).setup_opened
        members = {
            "setup": described(setup, "The setup with all that follows from it, as an opening accepts it."),
            "state": described(board.state, "The board at the start, as everybody sees it before any roll."),
        }
        return extended(self._named("SetupDocument"), "A setup, looked at before it is played.", SetupFields, members)


@cache
def action_members() -> dict[str, Any]:
    """The types of the fields of every action."""
    own = {"sent_by": SentBy, "proposal": VoidProposal | None}
    return {**retyped(shown_members(Action), own), **members_of(ActionParts)}


@cache
def listed_actions() -> Any:
    """A page of the list of actions."""
    members = {
        **retyped(shown_members(Action, LISTED), {"sent_by": SentBy}),
        "player": described(str | None, ACTED),
        "name": described(str | None, "The name of the player who acted; null where there is none."),
        "rules_changed": RulesChanged,
        **members_of(ActionText),
    }
    item = shown_model("ListedAction", "An action in a list.", members)
    members_of_page = {
        "items": described(GenericAlias(list, (item,)), "The actions, in the order of the list."),
        "next": described(str | None, "The value of `cursor` for the next page; null on the last page."),
    }
    return shown_model("ActionPage", "A page of the list of actions.", members_of_page)


def other_action(name: str, slug: str | None = None) -> Any:
    """An action of a kind of this ruleset that came later; without `slug`, of a ruleset that is not described."""
    own = retyped(action_members(), {"ruleset": Literal[slug]}) if slug else action_members()
    text = f"An action {'of a kind that came later' if slug else NOT_DESCRIBED}."
    return shown_model(name, text, {field: kind for field, kind in own.items() if field not in OF_RULESETS})


class AllResponses(dict[str, Responses]):
    """The bodies of the responses of every ruleset, by slug; and those that are of any ruleset."""

    def __init__(self, books: Rulebooks) -> None:
        super().__init__((slug, Responses(book)) for slug, book in books.items())

    @cached_property
    def action(self) -> Any:
        """An action of any ruleset."""
        other = other_action("OtherAction")
        return one_of_these("Action", "ruleset", ACTION, *(each.action for each in self.values()), other)

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
