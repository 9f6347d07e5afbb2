"""The request bodies that are built from a ruleset's value."""

from dataclasses import MISSING, Field, fields
from functools import cache, cached_property
from types import GenericAlias
from typing import Annotated, Any, Literal, Union, get_type_hints

from annotated_types import Ge, Le, MaxLen
from pydantic import BaseModel, Discriminator
from pydantic import Field as Property
from pydantic.fields import FieldInfo

from app.api.bodies import (
    DiceRequest,
    DiceSourceRequest,
    Instant,
    Number,
    PoliciesRequest,
    Reference,
    SeatNumber,
    SeatPolicies,
    SeatRequest,
    SeatsRequest,
)
from app.api.strict import Body, model
from app.persistence.codec import Shape, all_questions, one_of
from app.persistence.rows import Visibility
from app.services.play.scripts import board_of
from app.services.rulebooks.names import answer_name, schema_name
from app.services.rulebooks.registry import Rulebook


@cache
def requests_of(book: Rulebook) -> "Requests":
    """The request bodies of a ruleset, built once."""
    return Requests(book)


def _optional(owner: str, field: Field[Any], hint: Any, doc: str | None) -> tuple[Any, FieldInfo]:
    if field.default is MISSING:
        raise TypeError(f"{owner}.{field.name} needs a default")
    return hint, Property(default=field.default, description=doc)


class Requests:
    """The request bodies of one ruleset."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book

    def _named(self, name: str) -> str:
        return schema_name(self._book.slug, name)

    @cached_property
    def options(self) -> type[BaseModel]:
        """The ruleset's options, in part, over a preset."""
        return self._in_part("OptionsRequest", self._book.ruleset.options, self._book.codec.options)

    @cached_property
    def game_options(self) -> type[BaseModel]:
        """The options of a game, in part."""
        board, shapes = board_of(self._book)
        return self._in_part("GameOptionsRequest", board.options, shapes.options)

    def _in_part(self, name: str, kind: type[Any], shape: Shape[Any]) -> type[BaseModel]:
        hints = get_type_hints(kind, include_extras=True)
        described = shape.schema["$defs"][kind.__name__].get("properties", {})
        members: dict[str, Any] = {
            field.name: _optional(
                kind.__name__, field, hints[field.name], described[field.name.rstrip("_")].get("description")
            )
            for field in fields(kind)
        }
        presets = tuple(self._book.ruleset.presets)
        if presets and kind is self._book.ruleset.options:
            members["preset"] = (Literal[presets] | None, Property(None, description="A named set of options."))
        return model(self._named(name), Body, "Options, in part.", **members)

    @cached_property
    def answer(self) -> Any:
        """A choice already made, by the name of its question."""
        members = [
            model(
                self._named(answer_name(name)),
                Body,
                f"A choice already made for `{name}`.",
                question=(Literal[name], ...),
                choice=(kind, ...),
            )
            for name, kind in all_questions(self._book.ruleset).items()
        ]
        if len(members) < 2:
            return members[0] if members else Body
        return Annotated[Union[tuple(members)], Property(discriminator="question")]  # noqa: UP007

    @property
    def _answers(self) -> Any:
        most = 64 if all_questions(self._book.ruleset) else 0
        return Annotated[GenericAlias(tuple, (self.answer, ...)), MaxLen(most)]

    @cached_property
    def attack(self) -> type[BaseModel]:
        """An attack from a complete situation."""
        return model(
            self._named("AttackRequest"),
            Body,
            "An attack from a complete situation. All but `situation` is optional.",
            situation=(self._book.ruleset.situation, ...),
            session_id=(Annotated[str, MaxLen(100)] | None, None),
            options=(self.options | None, None),
            dice=(DiceRequest | None, None),
            seats=(SeatsRequest | None, None),
            policies=(PoliciesRequest | None, None),
            answers=(self._answers, ()),
            replaces=(Number | None, None),
            played_at=(Instant | None, None),
            reference=(Reference | None, None),
        )

    @cached_property
    def odds(self) -> type[BaseModel]:
        """The same situation, for its odds."""
        return model(
            self._named("OddsRequest"),
            Body,
            "A situation whose exact odds are wanted; nothing is stored.",
            situation=(self._book.ruleset.situation, ...),
            options=(self.options | None, None),
            policies=(PoliciesRequest | None, None),
        )

    @cached_property
    def opening(self) -> Any:
        """Open a series, or where the ruleset has a board, a game."""
        series = self._opening("SeriesRequest", "series", "Open a series: clients send whole situations.", self.options)
        if self._book.ruleset.board is None:
            return series
        board, _ = board_of(self._book)
        game = self._opening(
            "GameRequest",
            "game",
            "Open a game: the server holds the board.",
            self.game_options,
            setup=(board.setup, ...),
        )
        return Annotated[series | game, Discriminator("kind")]

    def _opening(self, name: str, kind: str, doc: str, options: type[BaseModel], **more: Any) -> type[BaseModel]:
        return model(
            self._named(name),
            Body,
            doc,
            kind=(Literal[kind], ...),
            options=(options | None, None),
            seats=(Annotated[tuple[SeatRequest, ...], MaxLen(8)], ()),
            dice=(DiceSourceRequest, DiceSourceRequest()),
            policies=(SeatPolicies, {}),
            host=(bool, True),
            visibility=(Visibility | None, None),
            reference=(Reference | None, None),
            **more,
        )

    @cached_property
    def move(self) -> type[BaseModel]:
        """A move in a game."""
        board, _ = board_of(self._book)
        return model(
            self._named("MoveRequest"),
            Body,
            "A move in a game.",
            seen=(Annotated[int, Ge(0), Le(2**53)], Property(description="The seq that the player has read.")),
            action=(one_of(board.actions), ...),
            seat=(SeatNumber | None, Property(None, description="For the host: whose move it is.")),
            dice=(DiceRequest | None, None),
            answers=(self._answers, ()),
            played_at=(Instant | None, None),
            reference=(Reference | None, None),
        )
