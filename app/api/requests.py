"""Request bodies: those that every ruleset shares, and those that are built from a ruleset's value."""

from dataclasses import MISSING, Field, fields
from functools import cached_property
from types import GenericAlias
from typing import Annotated, Any, Literal, Union, get_type_hints

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import BaseModel, StringConstraints
from pydantic import Field as Property
from pydantic.fields import FieldInfo

from app.api.strict import Body, model
from app.domain.dice import DiceSource
from app.errors import Problem
from app.services.attacks import AttackOrder
from app.services.catalogue import Rulebook
from app.services.players import SentAnswer, named_policies

Text = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f]+$")]
Face = Annotated[int, Ge(-(2**31)), Le(2**31)] | Annotated[str, MaxLen(100)]
Faces = Annotated[tuple[Face, ...], MaxLen(100)]
Reference = Annotated[Text, MinLen(1), MaxLen(200)]
Number = Annotated[int, Ge(1), Le(2**31 - 1)]
Instant = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$")]
Visibility = Literal["public", "unlisted", "private"]


class DiceRequest(Body):
    """Who throws the dice."""

    source: DiceSource = DiceSource.SERVICE
    """`service`: provable dice; `physical`: people throw and send the faces."""
    faces: Annotated[tuple[Faces, ...], MaxLen(256)] = ()
    """With physical dice, the rolls already thrown, in the order the rules ask for them; the next one is asked."""


class PoliciesRequest(Body):
    """Who answers for each role: `ask`, or a policy of the ruleset."""

    attacker: Annotated[str, MaxLen(60)] = "default"
    defender: Annotated[str, MaxLen(60)] = "default"


class AnswerRequest(Body):
    """An answer to the open question: a choice, or the faces of a roll."""

    seen: Annotated[int, Ge(0), Le(2**31)]
    """The length of the record that was read."""
    choice: dict[str, Any] | None = None
    faces: Faces | None = None


class VoidRequest(Body):
    """Why an action is voided."""

    reason: Annotated[Text, MaxLen(500)] | None = None


class SessionResult(Body):
    """How a session ended; all of it optional."""

    winner: Annotated[int, Ge(1), Le(8)] | None = None
    """The winner's seat; null is a draw."""
    scores: (
        Annotated[
            dict[Annotated[str, StringConstraints(pattern="^[1-8]$")], Annotated[int, Ge(-(2**31)), Le(2**31)]],
            MaxLen(8),
        ]
        | None
    ) = None
    """Scores by seat."""
    note: Annotated[Text, MaxLen(500)] | None = None


class CloseRequest(Body):
    """Close a session."""

    result: SessionResult | None = None
    abandon: bool = False
    """Void what still waits for an answer."""


def _optional(owner: str, field: Field[Any], hint: Any, doc: str | None) -> tuple[Any, FieldInfo]:
    if field.default is MISSING:
        raise TypeError(f"{owner}.{field.name} needs a default")
    return hint, Property(default=field.default, description=doc)


class Requests:
    """The request bodies of one ruleset."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._name: str = book.ruleset.situation.__name__

    @cached_property
    def options(self) -> type[BaseModel]:
        """The ruleset's options, in part, over a preset."""
        kind = self._book.ruleset.options
        hints = get_type_hints(kind, include_extras=True)
        described = self._book.codec.options.schema()["$defs"][kind.__name__].get("properties", {})
        members: dict[str, Any] = {
            field.name: _optional(
                kind.__name__, field, hints[field.name], described[field.name.rstrip("_")].get("description")
            )
            for field in fields(kind)
        }
        presets = tuple(self._book.ruleset.presets)
        if presets:
            members["preset"] = (Literal[presets] | None, Property(None, description="A named set of options."))
        return model(f"{kind.__name__}Request", Body, "Options, in part.", **members)

    @cached_property
    def answer(self) -> Any:
        """A choice already made, by the name of its question."""
        members = [
            model(
                f"{self._name}Answer{''.join(part.title() for part in name.split('-'))}",
                Body,
                f"A choice already made for `{name}`.",
                question=(Literal[name], ...),
                choice=(kind, ...),
            )
            for name, kind in self._book.ruleset.questions.items()
        ]
        if len(members) < 2:
            return members[0] if members else Body
        return Annotated[Union[tuple(members)], Property(discriminator="question")]  # noqa: UP007

    @cached_property
    def attack(self) -> type[BaseModel]:
        """An attack from a complete situation."""
        most_answers = 64 if self._book.ruleset.questions else 0
        return model(
            f"{self._name}Request",
            Body,
            "An attack from a complete situation. All but `situation` is optional.",
            situation=(self._book.ruleset.situation, ...),
            session_id=(Annotated[str, MaxLen(100)] | None, None),
            options=(self.options | None, None),
            dice=(DiceRequest | None, None),
            policies=(PoliciesRequest | None, None),
            answers=(Annotated[GenericAlias(tuple, (self.answer, ...)), MaxLen(most_answers)], ()),
            replaces=(Number | None, None),
            played_at=(Instant | None, None),
            reference=(Reference | None, None),
        )

    @cached_property
    def odds(self) -> type[BaseModel]:
        """The same situation, for its odds."""
        return model(
            f"{self._name}OddsRequest",
            Body,
            "A situation whose exact odds are wanted; nothing is stored.",
            situation=(self._book.ruleset.situation, ...),
            options=(self.options | None, None),
            policies=(PoliciesRequest | None, None),
        )

    @cached_property
    def opening(self) -> type[BaseModel]:
        """Open a series."""
        return model(
            f"{self._name}SessionRequest",
            Body,
            "Open a series: clients send whole situations.",
            kind=(Literal["series"], ...),
            options=(self.options | None, None),
            dice=(DiceSourceRequest, DiceSourceRequest()),
            visibility=(Visibility | None, None),
            reference=(Reference | None, None),
        )


class DiceSourceRequest(Body):
    """Who throws the dice of a session."""

    source: DiceSource = DiceSource.SERVICE


def options_of(book: Rulebook, sent: Any) -> Any:
    """The options of a request over its preset, or over the defaults."""
    ruleset = book.ruleset
    if sent is None:
        return ruleset.options()
    preset = getattr(sent, "preset", None)
    base = ruleset.presets[preset] if preset else ruleset.options()
    given = {name: getattr(sent, name) for name in sent.model_fields_set - {"preset"}}
    values = {field.name: getattr(base, field.name) for field in fields(ruleset.options)}
    return ruleset.options(**{**values, **given})


def policies_of(book: Rulebook, sent: PoliciesRequest | None) -> dict[str, str]:
    """The policy for each role; 422 unknown-policy."""
    return named_policies(book.ruleset, sent.model_dump() if sent else {})


def attack_order(book: Rulebook, body: Any, options: Any, dice: DiceSource) -> AttackOrder:
    """The order that a request gives; what the situation alone decides is refused here."""
    sent_dice = body.dice or DiceRequest()
    if sent_dice.faces and dice is DiceSource.SERVICE:
        raise Problem("illegal-dice", at=("dice", "faces"), reason="service-dice")
    book.ruleset.prepare(body.situation, options)
    return AttackOrder(
        book=book,
        situation=body.situation,
        options=options,
        dice=dice,
        faces=sent_dice.faces,
        policies=policies_of(book, body.policies),
        answers=tuple(SentAnswer(answer.question, answer.choice) for answer in body.answers),
        replaces=body.replaces,
        played_at=body.played_at,
        reference=body.reference,
    )
