"""The bodies of responses that are built from a ruleset, for OpenAPI."""

from functools import cache, cached_property
from types import GenericAlias
from typing import Annotated, Any, Literal, Union, get_args

from pydantic import Field

from app.persistence.codec import ATTACK, OPENING, all_facts
from app.persistence.rows import Action
from app.services.documents.action import ActionParts, ChoseEntry, RolledEntry
from app.services.documents.catalogue import EntryDocument
from app.services.rulebooks.names import noted_name, schema_name
from app.services.rulebooks.registry import Rulebook, Rulebooks
from app.services.typed import LaterShown, described, shown_members, shown_model


class Responses:
    """The bodies of the responses of one ruleset."""

    def __init__(self, book: Rulebook) -> None:
        self._ruleset = book.ruleset

    @property
    def has_board(self) -> bool:
        """Whether the ruleset has games."""
        return self._ruleset.board is not None

    @cached_property
    def attack(self) -> Any:
        """An attack of this ruleset."""
        ruleset = self._ruleset
        return self._action("AttackAction", (ATTACK,), ruleset.situation, ruleset.options, ruleset.outcome)

    @cached_property
    def move(self) -> Any:
        """An action in a game of this ruleset: its opening or a move."""
        board = self._ruleset.board
        situation: Any = Union[(board.setup, *board.actions)]
        return self._action("GameAction", (OPENING, *board.kinds), situation, board.options, board.turn)

    @cached_property
    def actions(self) -> tuple[Any, ...]:
        """The actions of this ruleset, which differ in `kind`."""
        return (self.attack, self.move) if self.has_board else (self.attack,)

    def _action(self, name: str, kinds: tuple[str, ...], situation: Any, options: type, outcome: type) -> Any:
        own = {
            "ruleset": Literal[self._ruleset.slug],
            "kind": Literal[kinds],
            "situation": situation,
            "options": options,
            "outcome": outcome | None,
            "record": GenericAlias(list, (self.entry,)),
        }
        members = {**shown_members(Action), **ActionParts.__annotations__}
        typed = {name: retyped(members[name], hint) for name, hint in own.items()}
        return shown_model(self._named(name), "An action in its present state.", {**members, **typed})

    def _named(self, name: str) -> str:
        return schema_name(self._ruleset.slug, name)

    @cached_property
    def state(self) -> Any:
        """The board of a game of this ruleset."""
        members = {
            "ruleset": described(Literal[self._ruleset.slug], "The slug of the ruleset."),
            "session_id": described(str, "The id of the session."),
            "seq": described(int, "The number of the event after which the board stood like this."),
            "state": described(self._ruleset.board.state, "The board."),
        }
        return shown_model(self._named("StateDocument"), "The board of a game.", members)

    @cached_property
    def catalogue(self) -> Any:
        """What situations of this ruleset can name."""
        members = {**EntryDocument.__annotations__}
        members["kind"] = retyped(members["kind"], Literal[self._ruleset.catalogue.kinds])
        members["details"] = retyped(members["details"], self._ruleset.catalogue.details)
        entry = shown_model(self._named("CatalogueEntry"), "Something that a situation can name.", members, LaterShown)
        items = described(GenericAlias(list, (entry,)), "The entries that were asked for.")
        return shown_model(self._named("CatalogueDocument"), "What situations can name.", {"items": items}, LaterShown)

    @cached_property
    def entry(self) -> Any:
        """An entry of a record of this ruleset."""
        noted = [
            shown_model(
                self._named(noted_name(name)),
                "An entry of a record: the rules came to a conclusion, the fact.",
                {
                    "kind": described(Literal["noted"], "Always `noted`."),
                    "rule": described(str, "The id of the rule."),
                    "fact": described(Literal[name], f"The name of the fact: `{name}`."),
                    "data": described(kind, "The fact."),
                    "text": described(str, "The entry as a sentence."),
                },
            )
            for name, kind in all_facts(self._ruleset).items()
        ]
        by_fact = [Annotated[Union[tuple(noted)], Field(discriminator="fact")]] if len(noted) > 1 else noted  # noqa: UP007
        return Union[(RolledEntry, ChoseEntry, *by_fact)]


def retyped(member: Any, hint: Any) -> Any:
    """The type of a document's field for one ruleset, with the description that the field has for all."""
    return Annotated[hint, *get_args(member)[1:]]


def any_action(responses: list[Responses]) -> Any:
    """An action of any ruleset; they differ in `ruleset` and `kind`."""
    return Union[tuple(action for response in responses for action in response.actions)]  # noqa: UP007


def any_state(responses: list[Responses]) -> Any:
    """The board of a game of any ruleset that has one."""
    kinds = tuple(response.state for response in responses if response.has_board)
    return Annotated[Union[kinds], Field(discriminator="ruleset")] if len(kinds) > 1 else kinds[0]  # noqa: UP007


def all_responses(books: Rulebooks) -> dict[str, Responses]:
    """The bodies of the responses of every ruleset, by slug."""
    return {slug: responses_of(book) for slug, book in books.items()}


@cache
def responses_of(book: Rulebook) -> Responses:
    """The bodies of the responses of a ruleset, built once."""
    return Responses(book)
