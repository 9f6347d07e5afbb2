"""The documents of open questions: rolls that people have to throw, choices, and the moves of a game."""

import logging
from typing import Annotated, Any, Literal, NotRequired, cast

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType, TypedDict

from app.domain.board import ACT
from app.domain.hidden import Private
from app.domain.table import ChoiceWanted, RollWanted, Wanted
from app.domain.table import Question as Asking
from app.persistence.stored.codec import STRICT, Json, JsonConverter
from app.persistence.stored.private import UNKNOWN, wrap_private
from app.services.actions.state import ActionState
from app.services.document_types import UnionTag, document
from app.services.documents.wording import NONE, hidden_text, message_of, nothing_of, variant_by
from app.services.odds.odds import Mean, Probability
from app.services.play.choices import listed_choices
from app.services.play.seating import role_of, seat_for
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import Texts
from app.services.view_rights import ViewRights, may_see_question

log = logging.getLogger(__name__)
Member = Literal["choice", "faces", "move", "commitment", "entropy", "list"]
_ANYTHING: TypeAdapter[Any] = TypeAdapter(Any, config=STRICT)


@document
class LegalChoice(TypedDict):
    """A choice that the rules allow."""

    choice: dict[str, Any]
    """The choice, as it is sent as the answer; `GET /v1/rulesets/{slug}/schemas` has its form."""
    text: str
    """The choice in words."""
    leads_to: dict[str, Any] | None
    """What follows from the choice; its keys depend on the question. Null if the question does not say it."""


@document
class PricedChoice(LegalChoice):
    """A choice, and the odds if it is made and the default policy decides everything after it."""

    distributions: dict[str, list[Probability]]
    """The possible values with their probabilities, for each measure; empty if the choice leads to no attack."""
    means: dict[str, Mean]
    """The expected value of each measure; empty if the choice leads to no attack."""
    chances: dict[str, Mean]
    """The chance of each measure that is yes-or-no; empty if the choice leads to no attack."""


@document
class QuestionOdds(TypedDict):
    """The exact odds at a question, and the odds of each of its choices."""

    ruleset: str
    """The slug of the ruleset."""
    policies: dict[str, str]
    """The policy that answers for each role; the default policy if a player decides."""
    distributions: dict[str, list[Probability]]
    """The possible values with their probabilities, for each measure of the ruleset, if these policies answer."""
    means: dict[str, Mean]
    """The expected value of each measure."""
    chances: dict[str, Mean]
    """The chance of each measure that is yes-or-no."""
    text: NotRequired[str]
    """What matters most, in a sentence; absent if each choice leads to another attack."""
    choices: NotRequired[list[PricedChoice] | None]
    """The choices of the question with their odds, the best for the chooser first; absent or null if there is no
    choice."""
    best_by: NotRequired[str | None]
    """The measure by whose expected value the first choice is the best; absent or null if there is no choice."""
    chosen: NotRequired[PricedChoice | None]
    """The choice that was made at an earlier point of an action; absent or null if there was none."""


@document
class NoOdds(TypedDict):
    """Why there are no odds."""

    code: str
    """The code of the problem that a request for these odds alone would get."""
    reason: str | None
    """The code of the reason, which the ruleset or the service gives; null if there is none."""
    detail: str
    """Why there are no odds, in a sentence."""


@document
class AnswerPlace(TypedDict):
    """Where to send the answer to a question."""

    path: str
    """The path of the POST request for the answer. Its body also needs `seen` of the question."""
    member: Member
    """The field of the body that contains the answer: one of the choices, the faces that were thrown, for
    `commit-entropy` and `reveal-entropy` the contribution of the seat, or for `bring-list` its list. Instead of a
    choice or a move you can send `pick`, the position of the choice in the list, from 0."""


@document
class QuestionFields(TypedDict):
    """The fields that all open questions have."""

    action: NotRequired[int | None]
    """The number of the action that waits for the answer; null if the question asks for a move of a game. Present
    only in the list of questions."""
    seen: int
    """The number that the answer has to repeat as `seen`: the length of the record, or of the log."""
    seen_of: Literal["record", "log"]
    """`seen` is the length of this: the record of the action, or the session's log up to the last event that changed
    the question."""
    by: Literal["attacker", "defender"] | None
    """The role that has to answer; null if the question is not part of an attack."""
    seat: int | None
    """The number of the seat that has to answer; null if no seats play, or if only the host can."""
    answer: AnswerPlace | None
    """Where to send the answer; null in odds of an attack that is not stored."""
    rule: str | None
    """The id of the rule that asks; null if a player asks, with a proposal."""
    odds: NotRequired[QuestionOdds | None]
    """The odds of each choice. Present only with `include=odds`; null if `no_odds` says why there are none."""
    no_odds: NotRequired[NoOdds | None]
    """Why there are no odds. Present only with `include=odds`, and only if there are none."""


@document
class ChoiceQuestion(QuestionFields):
    """A question that a choice answers."""

    kind: Literal["choice"]
    """Always `choice`."""
    question: str
    """The name of the question; `act` asks for a move of a game, `assent` whether the seat agrees to a proposal,
    `commit-entropy` and `reveal-entropy` for its contribution to the dice, `bring-list` for its own list."""
    text: str
    """The question in words."""
    context: dict[str, Any]
    """Facts that help to answer; the keys depend on the question."""
    choices: list[LegalChoice]
    """Legal choices, at most 100, in the order of the rulebook; `include=odds` shows which is the best. Empty if the
    caller may not see them, as `choices_seen_by` says then, or if `text` says that they cannot be listed."""
    choices_total: int
    """How many choices there are in all; `choices` lists at most 100 of them. 0 if it lists none."""
    choices_seen_by: NotRequired[list[int]]
    """The numbers of the seats that see the choices, with their own tokens. Present only if this caller may not see
    them; empty if the host alone does."""


@document
class RollQuestion(QuestionFields):
    """A roll that people have to throw."""

    kind: Literal["roll"]
    """Always `roll`."""
    die: str
    """The name of the die."""
    count: int
    """How many dice have to be thrown."""
    dice: list[int]
    """The positions, from 0, of these dice in their pool; in a reroll, only those of the rerolled dice."""
    faces: list[int | str]
    """The faces of the die, in order. The answer may contain no others."""
    text: str
    """The request for the roll in words."""


Question = TypeAliasType("Question", Annotated[ChoiceQuestion | RollQuestion, UnionTag("kind", "An open question.")])


ANSWERED_NOW = (
    "The questions that the caller can answer now, at most 50. Only with `include=questions`; absent if they cannot be "
    "read at once."
)
QuestionsNow = Annotated[list[Question], Field(description=ANSWERED_NOW)]


@document
class Questions(TypedDict):
    """A page of the open questions of a session."""

    items: list[Question]
    """The questions: first those of waiting actions, lowest number first, then those for moves, then those for
    contributions to the dice, then proposals."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


def question_document(book: Rulebook, state: ActionState, texts: Texts, sight: ViewRights) -> Question | None:
    """The open question of an action as a caller may see it; None where it waits for nothing."""
    if state.wanted is None:
        return None
    seat = state.wanted.seat or seat_for(state.wanted.by, state.action.seats)
    asked = asked_of(state.wanted, seat, len(state.entries), answers_to(state.session.id, state.action.number))
    return asked_document(book, state.wanted, asked, texts, sight)


def asked_of(wanted: Wanted, seat: int | None, seen: int, path: str | None) -> QuestionFields:
    """What a roll or a choice of an action has in common with other questions; without a `path` nobody answers it."""
    member: Member = "faces" if isinstance(wanted, RollWanted) else "choice"
    return {
        "seen": seen,
        "seen_of": "record",
        "by": role_of(wanted.by),
        "seat": seat,
        "answer": None if path is None else {"path": path, "member": member},
        "rule": wanted.rule,
    }


def answers_to(session: str, action: int) -> str:
    """The path that takes the answers to the questions of an action."""
    return f"/v1/sessions/{session}/actions/{action}/answers"


def asked_document(book: Rulebook, wanted: Wanted, asked: QuestionFields, texts: Texts, sight: ViewRights) -> Question:
    """The document of a roll or a choice that is to be answered, without what the caller may not see of it."""
    if isinstance(wanted, RollWanted):
        return roll_question(wanted, asked, texts)
    if may_see_question(wanted, asked["seat"], sight):
        try:
            found = choice_question(book, wanted, asked, texts)
        except (
            Exception
        ):  # what is asked is written already: it is told, and can be answered, whatever the rulebook does
            log.exception("%s cannot list the choices of `%s`", book.slug, wanted.question.name)
            found = unlisted_question(wanted, asked, texts)
        return cast(ChoiceQuestion, sight.of(found))
    text = texts.find(f"question.{wanted.question.name}", {"by": wanted.by}) if wanted.question.name == ACT else None
    hidden = without_choices(wanted, asked, text or hidden_text("question", wanted.by, texts), {})
    hidden["choices_seen_by"] = [] if asked["seat"] is None else [asked["seat"]]
    return hidden


def roll_question(wanted: RollWanted, asked: QuestionFields, texts: Texts) -> RollQuestion:
    """The document of a roll that people have to throw."""
    die = wanted.die
    params = {"by": wanted.by, "die": die.name}
    keys = (f"question.roll.{wanted.rule}", "question.roll")
    told = (texts.find(key, params, varied=variant_by(wanted.by), count=wanted.count) for key in keys)
    text = next((text for text in told if text is not None), None)
    return {
        "kind": "roll",
        **asked,
        "die": die.name,
        "count": wanted.count,
        "dice": list(wanted.dice),
        "faces": list(die.faces),
        "text": text or die.name,
    }


def choice_question(
    book: Rulebook, wanted: ChoiceWanted[object], asked: QuestionFields, texts: Texts
) -> ChoiceQuestion:
    """The document of a question with a choice. Raises what its rulebook raises."""
    question = wanted.question
    shape, (text, context) = book.codec.choices[question.name], asked_in_words(wanted, texts)
    shown = without_choices(wanted, asked, text, context)
    shown["choices"] = legal_choices(question, listed_choices(question), shape, texts)
    shown["choices_total"] = max(question.total(), len(shown["choices"]))
    return shown


def unlisted_question(wanted: ChoiceWanted[object], asked: QuestionFields, texts: Texts) -> ChoiceQuestion:
    """The document of a question whose rulebook fails to list the choices, and perhaps to tell what it is about."""
    try:
        text, context = asked_in_words(wanted, texts)
    except Exception:  # the log has one already
        text, context = "", {}
    unlisted = texts.find("unlisted.choices", {}) or wanted.question.name
    return without_choices(wanted, asked, f"{text} {unlisted}".strip(), context)


def asked_in_words(wanted: ChoiceWanted[object], texts: Texts) -> tuple[str, Json]:
    """The text of a question, and what a client shows beside its choices."""
    name, value = wanted.question.name, wanted.question.context()
    context = dumped_anything(value) or {}
    text = message_of(type(value), f"question.{name}", context, {**context, "by": wanted.by}, texts)
    return text or name, context


def without_choices(wanted: ChoiceWanted[object], asked: QuestionFields, text: str, context: Json) -> ChoiceQuestion:
    """The document of a question as far as it stands without its choices."""
    own = {"question": wanted.question.name, "text": text, "context": context, "choices": [], "choices_total": 0}
    return cast(ChoiceQuestion, {"kind": "choice", **asked, **own})


def dumped_anything(value: object) -> Any:
    """A dataclass of a rulebook as JSON data, with its private parts as the database has them."""
    return _ANYTHING.dump_python(value, mode="json", by_alias=True, fallback=_dumped_part)


def _dumped_part(part: object) -> Any:
    if not isinstance(part, Private):
        raise TypeError(f"{type(part).__name__} is not JSON")
    value = dumped_anything(part.known)
    return UNKNOWN if part.known is None else value if part.to is None else wrap_private(value, part.to, part.tag)


def legal_choices(
    question: Asking[object], choices: list[object], shape: JsonConverter[Any], texts: Texts
) -> list[LegalChoice]:
    """Choices with their texts; where names alone would make two of them equal, with the ids of cards."""
    told = [legal_choice(question, choice, shape, texts) for choice in choices]
    if len({choice["text"] for choice in told}) == len(told):
        return told
    return [legal_choice(question, choice, shape, texts.with_ids()) for choice in choices]


def legal_choice(question: Asking[object], choice: object, shape: JsonConverter[Any], texts: Texts) -> LegalChoice:
    """A choice with its text. The text is written for what the choice leads to, where this has variants."""
    leads, dumped = question.leads_to(choice), shape.dump(choice)
    leads_to = dumped_anything(leads)
    params = {**dumped, **(leads_to or {})}
    about, key = leads if hasattr(leads, "varied_by") else choice, f"choice.{question.name}"
    nothing = texts.find(f"{key}_{NONE}", params) if dumped == nothing_of(shape) else None
    text = nothing or message_of(type(about), key, params, params, texts)
    return {"choice": dumped, "text": text or question.name, "leads_to": leads_to}
