"""The open questions of rulesets, for OpenAPI: each question with the types of its context and its choices."""

from collections.abc import Mapping
from types import GenericAlias
from typing import Any, Literal, get_args

from app.domain.board import ACT
from app.domain.choices import choice_type, context_type, effect_type
from app.domain.names import stored_name
from app.services.documents.assent import ASSENT, AssentContext
from app.services.documents.entropy import EntropyContext
from app.services.documents.question import ChoiceQuestion, LegalChoice, OtherQuestion, RollQuestion
from app.services.history.decisions import Decision
from app.services.rulebooks.names import AnyRuleset, asked_name, legal_name, schema_name
from app.services.sessions.shares import COMMIT, REVEAL
from app.services.typed import described, members_of, one_of_these, retyped, shown_model

MOVE = "A move in a game."


def questions_of(ruleset: AnyRuleset, move: Any) -> dict[str, Any]:
    """The questions of a ruleset that a choice answers, by stored name; `move`: the moves of its game, if any."""
    asked = {
        stored_name(kind): _question(
            ruleset, stored_name(kind), choice_type(kind), context_type(kind), effect_type(kind)
        )
        for kind in ruleset.all_questions
    }
    return asked if ruleset.board is None else {**asked, ACT: _question(ruleset, ACT, move, None, None)}


def _question(ruleset: AnyRuleset, name: str, choice: Any, context: type | None, effect: type | None) -> Any:
    """A question of a ruleset; without a class its context, and what its choices lead to, may be any object."""
    own: dict[str, Any] = {"choice": choice} if effect is None else {"choice": choice, "leads_to": effect | None}
    legal = shown_model(
        schema_name(ruleset.slug, legal_name(name)),
        f"A choice that the rules allow as the answer to `{name}`.",
        retyped(members_of(LegalChoice), own),
    )
    told: dict[str, Any] = {"question": Literal[name], "choices": GenericAlias(list, (legal,))}
    if context is not None:
        told["context"] = context
    return shown_model(
        schema_name(ruleset.slug, asked_name(name)),
        f"The question `{name}`, which a choice answers.",
        retyped(members_of(ChoiceQuestion), told),
    )


def other_move(name: str) -> Any:
    """A move of a kind that a client does not know."""
    return shown_model(name, "A move of a kind that came later.", {"kind": described(str, "The kind of the move.")})


def _any_act(moves: list[Any]) -> Any:
    """The question for a move in a game of any ruleset; it does not tell the ruleset, so its open member comes last."""
    move = one_of_these("GameMoveShown", None, MOVE, *moves, other_move("OtherGameMove"))
    text = f"A choice that the rules allow as the answer to `{ACT}`."
    return _asked(ACT, shown_model(legal_name(ACT), text, retyped(members_of(LegalChoice), {"choice": move})))


def _shared_question(name: str, kinds: list[Any]) -> Any:
    """A question that several rulesets may ask, each with choices of its own."""
    legal = [get_args(kind.model_fields["choices"].annotation)[0] for kind in kinds]
    text = f"A choice that the rules allow as the answer to `{name}`."
    return _asked(name, one_of_these(legal_name(name), None, text, *legal))


def _asked(name: str, choice: Any) -> Any:
    """A question of any ruleset, with the type of its choices."""
    told: dict[str, Any] = {"question": Literal[name], "choices": GenericAlias(list, (choice,))}
    text = f"The question `{name}`, which a choice answers."
    return shown_model(asked_name(name), text, retyped(members_of(ChoiceQuestion), told))


OF_THE_SERVICE: Mapping[str, type] = {ASSENT: AssentContext, COMMIT: EntropyContext, REVEAL: EntropyContext}
"""The questions that the service itself asks, with their contexts."""


def _of_the_service(name: str, context: type) -> Any:
    """A question that the service itself asks."""
    told = {"question": Literal[name], "context": context}
    text = f"The question `{name}`, which the service itself asks."
    return shown_model(asked_name(name), text, retyped(members_of(ChoiceQuestion), told))


def any_question(asked: list[Mapping[str, Any]], moves: list[Any]) -> Any:
    """An open question of any ruleset, from the questions of each; two may have a question of the same name.

    `moves`: the kinds of moves in the games of all of them.
    """
    by_name: dict[str, list[Any]] = {}
    for questions in asked:
        for name, question in questions.items():
            by_name.setdefault(name, []).append(question)
    members = [
        _any_act(moves) if name == ACT else kinds[0] if len(kinds) == 1 else _shared_question(name, kinds)
        for name, kinds in by_name.items()
    ]
    members += [_of_the_service(name, context) for name, context in OF_THE_SERVICE.items()]
    other = shown_model(
        "OtherChoiceQuestion",
        "A question that came later, which a choice answers; its text and its choices say what it is.",
        members_of(ChoiceQuestion),
    )
    choice = one_of_these("ChoiceQuestion", "question", ChoiceQuestion.__doc__ or "", *members, other)
    return one_of_these("Question", "kind", "An open question.", RollQuestion, choice, OtherQuestion)


def page_of_questions(question: Any) -> Any:
    """The open questions of a session."""
    text = "The questions: first those of waiting actions, lowest number first, then those for moves."
    items = described(GenericAlias(list, (question,)), text)
    return shown_model("Questions", "The open questions of a session.", {"items": items})


def page_of_decisions(question: Any) -> Any:
    """A page of what waits for a caller."""
    decision = shown_model("Decision", Decision.__doc__ or "", retyped(members_of(Decision), {"question": question}))
    members = {
        "items": described(GenericAlias(list, (decision,)), "The questions, those of the newest session first."),
        "next": described(str | None, "The value of `cursor` for the next page; null on the last page."),
    }
    return shown_model("DecisionPage", "A page of what waits for a caller.", members)
