"""Sessions, actions and questions as clients read them, with texts in their language."""

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.domain.fairness import SCHEME
from app.domain.record import By, seat_name
from app.domain.table import ChoiceWanted, Question, RollWanted
from app.persistence.codec import ATTACK, STRICT, Json
from app.persistence.rows import Action, Event, Seat, Session
from app.services.access import Tokens
from app.services.catalogue import Rulebook
from app.services.ledger import ActionState
from app.services.playing import board_of
from app.services.seating import seat_for
from app.services.texts import Texts

LISTED = 100
"""Choices that a question lists; every legal one is accepted."""

_ANYTHING: TypeAdapter[Any] = TypeAdapter(Any, config=STRICT)


def session_document(session: Session, tokens: Tokens | None = None) -> Json:
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
        "seats": [seat_document(seat) for seat in session.seats],
        "actions": {"resolved": session.resolved, "pending": session.pending, "void": session.void},
        "fairness": fairness,
        "result": session.result,
        "proposal": session.proposal,
        "seq": session.seq,
        "head": session.head.hex(),
        "created_at": session.created_at,
        "closed_at": session.closed_at,
    }
    return document if tokens is None else {**document, "tokens": tokens.document}


def seat_document(seat: Seat) -> Json:
    """A player's place."""
    shown = ("seat", "name", "side", "reference", "policy")
    return {name: getattr(seat, name) for name in shown}


def names_of(session: Session) -> dict[str, str]:
    """What players are called in texts, by how their seat stands in a record."""
    return {seat_name(seat.seat): seat.name for seat in session.seats if seat.name}


def dice_label(session: Session) -> str:
    """What the session's dice can prove: see `umpire-1`."""
    if not session.chain:
        return "physical"
    return "recorded" if session.kind == "single" else "committed"


def action_document(book: Rulebook, state: ActionState, language: str) -> Json:
    """An action as it stands, every step told in words."""
    session, action, texts = state.session, state.action, book.texts(language)
    names = names_of(session)
    document = {
        "ruleset": action.ruleset,
        "ruleset_version": action.ruleset_version,
        "session_id": session.id,
        "number": action.number,
        "kind": action.kind,
        "status": action.status,
        "standard": is_standard(book, action),
        "text": summary(book, state, texts),
        "situation": action.situation,
        "options": action.options,
        "policies": action.policies,
        "seats": action.seats,
        "outcome": action.outcome,
        "record": [{**entry, "text": entry_text(book, entry, texts, names)} for entry in state.entries],
        "casualties": state.casualties,
        "fairness": fairness_of(state),
        "seq": action.seq,
        "head": action.head.hex(),
        "sent_by": action.sent_by,
        "pending": question_document(book, state, texts),
        "reference": action.reference,
        "replaced_by": action.replaced_by,
        "proposal": action.proposal,
        "created_at": action.created_at,
        "resolved_at": action.resolved_at,
        "played_at": action.played_at,
    }
    return document if state.tokens is None else {**document, "tokens": state.tokens.document}


def is_standard(book: Rulebook, action: Action) -> bool:
    """Whether stored options are the rulebook's, without house rules; false where they can no longer be read."""
    try:
        return bool(book.ruleset.is_standard(book.codec.options_of(action.kind).load(action.options)))
    except ValidationError:
        return False


def summary(book: Rulebook, state: ActionState, texts: Texts) -> str:
    """The action in one sentence."""
    action, outcome = state.action, state.action.outcome
    if outcome is None:
        return texts.find(f"action.{action.status}", {}) or action.status
    if action.kind == ATTACK:
        return told(book.ruleset.outcome, "outcome", outcome, outcome, texts) or action.status
    return told(book.ruleset.board.turn, "turn", outcome, outcome, texts) or action.status


def told(kind: type, key: str, data: Json, params: Json, texts: Texts) -> str | None:
    """The message of `key`, in the variant and the plural form that the type's fields name."""
    varied_by, counted_by = getattr(kind, "varied_by", None), getattr(kind, "counted_by", None)
    return texts.find(
        key,
        params,
        varied=data[varied_by] if varied_by else None,
        count=data[counted_by] if counted_by else None,
    )


def entry_text(book: Rulebook, entry: Json, texts: Texts, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """A step in words; its stored name where there are none. `names`: what players are called, by seat."""
    match entry["kind"]:
        case "rolled":
            params = {**entry, "by": names.get(entry["by"], entry["by"])}
            own = texts.find(f"rolled.{entry['rule']}", params)
            return own or texts.find("rolled", params, varied=variant_by(entry["by"])) or entry["die"]
        case "chose":
            question: str = entry["question"]
            params = {**entry["choice"], "by": names.get(entry["by"], entry["by"])}
            return texts.find(f"chose.{question}", params) or question
    fact: str = entry["fact"]
    kind, data = book.codec.fact_kinds.get(fact), entry["data"]
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
    wanted, names = state.wanted, names_of(state.session)
    seat = wanted.seat or seat_for(wanted.by, state.action.seats)
    asked = {"seen": len(state.entries), "by": wanted.by, "seat": seat, "rule": wanted.rule}
    if isinstance(wanted, RollWanted):
        return roll_question(wanted, asked, texts, names)
    return choice_question(book, wanted, asked, texts, names)


def variant_by(by: By) -> str | None:
    """The variant of a text about a seat rather than a role."""
    return "seat" if by.startswith("seat-") else None


def roll_question(wanted: RollWanted, asked: Json, texts: Texts, names: Mapping[str, str]) -> Json:
    """A roll that people have to throw."""
    die = wanted.die
    params = {"by": names.get(wanted.by, wanted.by), "die": die.name}
    text = texts.find("question.roll", params, varied=variant_by(wanted.by), count=wanted.count)
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
    book: Rulebook, wanted: ChoiceWanted[object], asked: Json, texts: Texts, names: Mapping[str, str]
) -> Json:
    """A choice, with the legal ones listed, the default policy's first."""
    question = wanted.question
    shape = book.codec.choices[question.name]
    context_value = question.context()
    context = _ANYTHING.dump_python(context_value, mode="json", by_alias=True) or {}
    params = {**context, "by": names.get(wanted.by, wanted.by)}
    return {
        "kind": "choice",
        **asked,
        "question": question.name,
        "text": told(type(context_value), f"question.{question.name}", context, params, texts) or question.name,
        "context": context,
        "choices": [
            legal_choice(question, choice, shape.dump(choice), texts) for choice in listed(book, question, wanted.by)
        ],
        "choices_total": question.total(),
    }


def legal_choice(question: Question[object], choice: object, dumped: Json, texts: Texts) -> Json:
    """A choice in words, in the variant that what it leads to names, else its own."""
    leads = question.leads_to(choice)
    leads_to = _ANYTHING.dump_python(leads, mode="json", by_alias=True)
    params = {**dumped, **(leads_to or {})}
    about = leads if hasattr(leads, "varied_by") else choice
    text = told(type(about), f"choice.{question.name}", params, params, texts)
    return {"choice": dumped, "text": text or question.name, "leads_to": leads_to}


def listed(book: Rulebook, question: Question[object], by: By) -> list[object]:
    """The choices that are shown: the default policy's, then the others in the question's own order."""
    best = next(iter(book.ruleset.policies.values()))(question, by)
    others = (choice for choice in question.options() if choice != best)
    return [best, *islice(others, LISTED - 1)]


def questions_document(
    book: Rulebook,
    session: Session,
    states: list[ActionState],
    moves: list[ChoiceWanted[object]],
    language: str,
) -> Json:
    """The open questions of a session, each with the number of its action; those for a move of a game have none."""
    texts, names = book.texts(language), names_of(session)
    open_ = [{"action": state.action.number, **(question_document(book, state, texts) or {})} for state in states]
    for wanted in moves:
        asked = {"seen": session.state_seq, "by": wanted.by, "seat": wanted.seat, "rule": wanted.rule}
        open_.append({"action": None, **choice_question(book, wanted, asked, texts, names)})
    return {"items": open_}


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
    schema = codec.options.schema
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
        "questions": sorted(codec.choices),
        "facts": sorted(codec.facts),
        "measures": sorted(ruleset.measures),
        "codes": sorted(
            key.removeprefix("reason.") for key in book.catalogue.get("en", {}) if key.startswith("reason.")
        ),
        "examples": [codec.situation.dump(example) for example in ruleset.examples],
        "game": game_details(book) if ruleset.board else None,
        "rules": [{"id": rule.id, "text": rule.text, "source": rule.source} for rule in book.rules],
    }


def game_details(book: Rulebook) -> Json:
    """What a client may need to know to open a game."""
    board, shapes = board_of(book)
    return {
        "options": {"defaults": shapes.options.dump(board.options()), "described": shapes.options.schema},
        "setups": {name: shapes.setup.dump(setup) for name, setup in (board.setups or {}).items()},
        "setup": shapes.setup.schema,
        "actions": sorted(board.kinds),
    }
