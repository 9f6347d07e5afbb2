"""Sessions, actions and questions as clients read them, with texts in their language."""

from itertools import islice
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.domain.fairness import SCHEME
from app.domain.record import Role
from app.domain.table import ChoiceWanted, Question, RollWanted
from app.persistence.codec import STRICT, Json
from app.persistence.rows import Event, Session
from app.services.catalogue import Rulebook
from app.services.ledger import ActionState
from app.services.texts import Texts

LISTED = 100
"""Choices that a question lists; every legal one is accepted."""

_ANYTHING: TypeAdapter[Any] = TypeAdapter(Any, config=STRICT)


def session_document(session: Session, tokens: Json | None = None) -> Json:
    """A session as it stands."""
    fairness = {
        "scheme": SCHEME,
        "label": dice_label(session),
        "commitment": session.commitment and session.commitment.hex(),
        "chain_length": session.chain_length or None,
    }
    document = {
        "id": session.id,
        "ruleset": session.ruleset,
        "ruleset_version": session.ruleset_version,
        "kind": session.kind,
        "status": session.status,
        "visibility": session.visibility,
        "reference": session.reference,
        "options": session.options,
        "dice": {"source": session.dice},
        "seats": [],
        "actions": {"resolved": session.resolved, "pending": session.pending, "void": session.void},
        "fairness": fairness,
        "result": session.result,
        "seq": session.seq,
        "head": session.head.hex(),
        "created_at": session.created_at,
        "closed_at": session.closed_at,
    }
    return document if tokens is None else {**document, "tokens": tokens}


def dice_label(session: Session) -> str:
    """What the session's dice can prove: see `umpire-1`."""
    if not session.chain:
        return "physical"
    return "recorded" if session.kind == "single" else "committed"


def action_document(book: Rulebook, state: ActionState, language: str) -> Json:
    """An action as it stands, every step told in words."""
    session, action, texts = state.session, state.action, book.texts(language)
    document = {
        "ruleset": action.ruleset,
        "ruleset_version": action.ruleset_version,
        "session_id": session.id,
        "number": action.number,
        "kind": action.kind,
        "status": action.status,
        "standard": is_standard(book, action.options),
        "text": summary(book, state, texts),
        "situation": action.situation,
        "options": action.options,
        "policies": action.policies,
        "outcome": action.outcome,
        "record": [{**entry, "text": entry_text(book, entry, texts)} for entry in state.entries],
        "casualties": state.casualties,
        "fairness": fairness_of(state),
        "seq": action.seq,
        "head": action.head.hex(),
        "sent_by": action.sent_by,
        "pending": question_document(book, state, texts),
        "reference": action.reference,
        "replaced_by": action.replaced_by,
        "created_at": action.created_at,
        "resolved_at": action.resolved_at,
        "played_at": action.played_at,
    }
    return document if state.tokens is None else {**document, "tokens": state.tokens}


def is_standard(book: Rulebook, options: Json) -> bool:
    """Whether stored options are the rulebook's, without house rules; false where they can no longer be read."""
    try:
        return bool(book.ruleset.is_standard(book.codec.options.load(options)))
    except ValidationError:
        return False


def summary(book: Rulebook, state: ActionState, texts: Texts) -> str:
    """The action in one sentence."""
    outcome = state.action.outcome
    if outcome is None:
        return texts.find(f"action.{state.action.status}", {}) or state.action.status
    return told(book.ruleset.outcome, "outcome", outcome, outcome, texts) or state.action.status


def told(kind: type, key: str, data: Json, params: Json, texts: Texts) -> str | None:
    """The message of `key`, in the variant and the plural form that the type's fields name."""
    varied_by, counted_by = getattr(kind, "varied_by", None), getattr(kind, "counted_by", None)
    return texts.find(
        key,
        params,
        varied=data[varied_by] if varied_by else None,
        count=data[counted_by] if counted_by else None,
    )


def entry_text(book: Rulebook, entry: Json, texts: Texts) -> str:
    """A step in words; its stored name where there are none."""
    match entry["kind"]:
        case "rolled":
            return texts.find(f"rolled.{entry['rule']}", entry) or texts.find("rolled", entry) or entry["die"]
        case "chose":
            question: str = entry["question"]
            return texts.find(f"chose.{question}", {**entry["choice"], "by": entry["by"]}) or question
    fact: str = entry["fact"]
    kind, data = book.ruleset.facts.get(fact), entry["data"]
    named = {**data, "unit": data["name"]} if data.get("name") else data
    return (kind and told(kind, f"fact.{fact}", data, named, texts)) or fact


def fairness_of(state: ActionState) -> Json:
    """Where the dice come from, and what proves them."""
    session, action = state.session, state.action
    held_back = action.commitment is not None and action.number > session.closed_upto
    return {
        "scheme": SCHEME,
        "label": dice_label(session),
        "commitment": action.commitment and action.commitment.hex(),
        "seed": state.seed and state.seed.hex(),
        "waits_for": session.closed_upto + 1 if held_back else None,
    }


def question_document(book: Rulebook, state: ActionState, texts: Texts) -> Json | None:
    """The open question of an action, if it waits."""
    if state.wanted is None:
        return None
    asked = {"seen": len(state.entries), "by": state.wanted.by.value, "seat": None, "rule": state.wanted.rule}
    if isinstance(state.wanted, RollWanted):
        return roll_question(state.wanted, asked, texts)
    return choice_question(book, state.wanted, asked, texts)


def roll_question(wanted: RollWanted, asked: Json, texts: Texts) -> Json:
    """A roll that people have to throw."""
    die = wanted.die
    params = {"by": wanted.by.value, "die": die.name}
    return {
        "kind": "roll",
        **asked,
        "die": die.name,
        "count": wanted.count,
        "dice": list(wanted.dice),
        "faces": list(die.faces),
        "text": texts.find("question.roll", params, count=wanted.count) or die.name,
    }


def choice_question(book: Rulebook, wanted: ChoiceWanted[object], asked: Json, texts: Texts) -> Json:
    """A choice, with the legal ones listed, the default policy's first."""
    question = wanted.question
    shape = book.codec.choices[question.name]
    context_value = question.context()
    context = _ANYTHING.dump_python(context_value, mode="json", by_alias=True) or {}
    params = {**context, "by": wanted.by.value}
    return {
        "kind": "choice",
        **asked,
        "question": question.name,
        "text": told(type(context_value), f"question.{question.name}", context, params, texts) or question.name,
        "context": context,
        "choices": [
            {
                "choice": (dumped := shape.dump(choice)),
                "text": texts.find(f"choice.{question.name}", dumped) or question.name,
                "leads_to": _ANYTHING.dump_python(question.leads_to(choice), mode="json", by_alias=True),
            }
            for choice in listed(book, question, wanted.by)
        ],
        "choices_total": question.total(),
    }


def listed(book: Rulebook, question: Question[object], by: Role) -> list[object]:
    """The choices that are shown: the default policy's, then the others in the question's own order."""
    best = next(iter(book.ruleset.policies.values()))(question, by)
    others = (choice for choice in question.options() if choice != best)
    return [best, *islice(others, LISTED - 1)]


def questions_document(book: Rulebook, states: list[ActionState], language: str) -> Json:
    """The open questions of a session, each with the number of its action."""
    texts = book.texts(language)
    return {
        "items": [{"action": state.action.number, **(question_document(book, state, texts) or {})} for state in states]
    }


def event_document(event: Event) -> str:
    """An event of a JSON page; its body is the stored one."""
    return f'{{"seq":{event.seq},"type":"{event.type}","hash":"{event.hash.hex()}","event":{event.body.decode()}}}'


def ruleset_document(book: Rulebook) -> Json:
    """A ruleset in short."""
    ruleset = book.ruleset
    languages = sorted(book.catalogue) or ["en"]
    return {
        "slug": ruleset.slug,
        "version": ruleset.version,
        "title": ruleset.title,
        "language": ruleset.language,
        "languages": languages,
    }


def ruleset_details(book: Rulebook) -> Json:
    """A ruleset with all that a client may need to know of it."""
    ruleset, codec = book.ruleset, book.codec
    schema = codec.options.schema()
    defaults = codec.options.dump(ruleset.options())
    return {
        **ruleset_document(book),
        "options": {
            "defaults": defaults,
            "presets": {name: codec.options.dump(preset) for name, preset in ruleset.presets.items()},
            "described": schema,
        },
        "policies": ["ask", "default", *[name for name in ruleset.policies if name != "default"]],
        "default_policy": ruleset.policy_name("default"),
        "dice": [{"die": die.name, "faces": list(die.faces)} for die in ruleset.dice],
        "questions": sorted(ruleset.questions),
        "facts": sorted(ruleset.facts),
        "measures": sorted(ruleset.measures),
        "codes": sorted(
            key.removeprefix("reason.") for key in book.catalogue.get("en", {}) if key.startswith("reason.")
        ),
        "examples": [codec.situation.dump(example) for example in ruleset.examples],
        "rules": [{"id": rule.id, "text": rule.text, "source": rule.source} for rule in book.rules],
    }
