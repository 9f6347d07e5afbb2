"""The documents of rulesets: a short one for lists, and one with all details."""

from copy import deepcopy
from typing import Any, Literal

from typing_extensions import TypedDict

from app.domain.board import ACT
from app.domain.choices import class_returned, context_type, effect_type
from app.domain.names import stored_name
from app.domain.players import ASK, OF_THE_SERVICE
from app.persistence.stored.codec import Json, JsonConverter
from app.services.document_types import describe_fields, document
from app.services.documents.samples import SampleShown, named_setups, samples_of
from app.services.play.brought import bringing_of
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook


@document
class RulesetShort(TypedDict):
    """A ruleset in short."""

    slug: str
    """The name of the ruleset in paths."""
    version: int
    """The version of the rules. It is raised when the rules would resolve a recorded action differently."""
    title: str
    """The name of the ruleset for people."""
    language: str
    """The language of the original rulebook, as a code such as `de`."""
    languages: list[str]
    """The languages in which texts can be read, as codes."""


@document
class RulesetList(TypedDict):
    """A page of the installed rulesets."""

    items: list[RulesetShort]
    """The rulesets, each in short."""
    next: str | None
    """The value of `cursor` for the next page; null on the last page."""


@document
class MeasureShown(TypedDict):
    """What odds are computed of."""

    measure: str
    """The name of the measure."""
    type: Literal["number", "yes-no"]
    """`number`, with a mean; or `yes-no`, with a chance."""


@document
class OptionsShown(TypedDict):
    """The options of attacks, or of games."""

    defaults: dict[str, Any]
    """The options that apply if a request sends none."""
    presets: dict[str, dict[str, Any]]
    """Named sets of options, such as the editions of a rulebook, for `preset` of the options."""
    described: dict[str, Any]
    """The JSON schema of the options."""


@document
class DieShown(TypedDict):
    """A die."""

    die: str
    """The name of the die."""
    faces: list[int | str]
    """All faces of the die, in order."""


@document
class RuleShown(TypedDict):
    """A rule in our own words."""

    id: str
    """The id of the rule, as records contain it."""
    text: str
    """What the rule says, with its interpretation and the option that changes it."""
    source: str | None
    """Where the rule is in the rulebook; null if this is not known."""


@document
class BringsShown(TypedDict):
    """What seats can bring to the setup of a game, as JSON schemas."""

    setup: dict[str, Any]
    """A setup with entries left out, for seats that bring their own."""
    places: str
    """The field of the setup with one entry for each seat; the entry is null if the seat brings its own."""
    list: dict[str, Any]
    """The list that a seat brings."""
    limits: dict[str, Any]
    """The limits of a list, and the list in reserve."""


@document
class GameShown(TypedDict):
    """A game whose board the server keeps."""

    options: OptionsShown
    """The defaults of the game's options, and their JSON schema."""
    setups: dict[str, dict[str, Any]]
    """Setups by key, ready to be sent in order to try a game."""
    samples: dict[str, SampleShown]
    """The same setups by key, each with its name and what it shows."""
    setup: dict[str, Any]
    """The JSON schema of a setup."""
    brings: BringsShown | None
    """What seats can bring to the setup; null if the request that opens the game contains the whole setup."""
    actions: list[str]
    """The kinds of moves."""
    at_table: bool
    """Whether moves contain what only people at the table can see. Then people also make the moves of a seat that the
    service plays, and name it as `seat`."""


@document
class LabelsShown(TypedDict):
    """Texts for forms: a sentence for each policy; a label for each option, field, measure and example."""

    policies: dict[str, str]
    """What each policy does, in a sentence, by its name."""
    options: dict[str, str]
    """The label of each option, by its name."""
    fields: dict[str, str]
    """The label of each field of a situation or a setup, by its name."""
    measures: dict[str, str]
    """The label of each measure whose odds can be asked for, by its name."""
    examples: dict[str, str]
    """What each of `examples` shows, in a few words, by its place from 1."""


@document
class RulesetDetails(RulesetShort):
    """A ruleset with everything that a client may need to know."""

    options: OptionsShown
    """The options of an attack."""
    policies: list[str]
    """The names that a request may use for a policy. `ask` leaves the answer to a player. `best` and `first-legal` are
    players of the service. In a game they also make the moves of their seat, unless moves contain what only people at
    the table can see."""
    default_policy: str
    """The name of the policy for which `default` stands."""
    dice: list[DieShown]
    """The dice that can be rolled."""
    questions: list[str]
    """The names of the questions that can be asked."""
    facts: list[str]
    """The names of the facts that a record can contain."""
    measures: list[MeasureShown]
    """What odds are computed of."""
    further_measures: list[str]
    """The names of further measures, which odds include only if `also` names them."""
    codes: list[str]
    """The codes of the reasons for which the rulebook refuses something."""
    examples: list[dict[str, Any]]
    """Situations of attacks, ready to be sent."""
    game: GameShown | None
    """The game of the ruleset; null if it resolves single attacks only."""
    labels: LabelsShown
    """Texts for forms, in the language of the answer."""
    rules: list[RuleShown]
    """All rules, in the order of the rulebook."""


@document
class QuestionSchemas(TypedDict):
    """The JSON Schemas of a question, each with its own definitions."""

    choice: dict[str, Any]
    """The answer."""
    context: dict[str, Any] | None
    """What it shows in addition to its choices; null if it shows nothing else."""
    leads_to: dict[str, Any] | None
    """What a choice leads to; null if the question does not say it."""


@document
class RulesetSchemas(TypedDict):
    """The JSON Schemas (2020-12) of the contents of a ruleset's records and questions."""

    facts: dict[str, dict[str, Any]]
    """The schema of `data` of an entry, by the name of the fact."""
    questions: dict[str, QuestionSchemas]
    """The schemas of a question and its answers, by the name of the question."""


def ruleset_schemas(book: Rulebook) -> RulesetSchemas:
    """The JSON Schemas of the facts and of the questions of a ruleset, those of its game among them."""
    ruleset, codec = book.ruleset, book.codec
    questions: dict[str, QuestionSchemas] = {
        stored_name(kind): {
            "choice": alone(codec.choices[stored_name(kind)]),
            "context": of_class(context_type(kind)),
            "leads_to": of_class(effect_type(kind)),
        }
        for kind in ruleset.all_questions
    }
    if codec.board is not None:
        leads_to = of_class(class_returned(board_of(book)[0].leads_to))
        questions[ACT] = {"choice": alone(codec.board.move), "context": None, "leads_to": leads_to}
    return {"facts": {name: alone(shape) for name, shape in codec.facts.items()}, "questions": questions}


def of_class(kind: type | None) -> Json | None:
    """The schema of a class of a rulebook; null if there is none."""
    return None if kind is None else alone(JsonConverter(kind))


def alone(shape: JsonConverter[Any]) -> Json:
    """The schema of the values of a type, without null, which no value of the type is."""
    schema = dict(shape.schema)
    kinds = [kind for kind in schema.pop("anyOf", ()) if kind != {"type": "null"}]
    told = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    return {**told, **kinds[0]} if len(kinds) == 1 else {**told, "anyOf": kinds}


def ruleset_document(book: Rulebook) -> RulesetShort:
    """The short document of a ruleset."""
    ruleset = book.ruleset
    languages = sorted(book.messages) or ["en"]
    return {
        "slug": ruleset.slug,
        "version": ruleset.version,
        "title": ruleset.title,
        "language": ruleset.language,
        "languages": languages,
    }


def ruleset_details(book: Rulebook, language: str) -> RulesetDetails:
    """The document of a ruleset with everything that a client may need to know, with texts in `language`."""
    ruleset, codec = book.ruleset, book.codec
    defaults = codec.options.dump(ruleset.options())
    return {
        **ruleset_document(book),
        "options": {
            "defaults": defaults,
            "presets": {name: codec.options.dump(preset) for name, preset in ruleset.presets.items()},
            "described": schema_of(codec.options, ruleset.options),
        },
        "policies": [ASK, "default", *[name for name in ruleset.policies if name != "default"], *OF_THE_SERVICE],
        "default_policy": ruleset.policy_name("default"),
        "dice": [{"die": die.name, "faces": list(die.faces)} for die in ruleset.dice],
        "questions": sorted(codec.choices),
        "facts": sorted(codec.facts),
        "measures": [
            {"measure": name, "type": "yes-no" if name in ruleset.yes_no else "number"}
            for name in sorted(ruleset.measures)
        ],
        "further_measures": sorted(ruleset.further.measures) if ruleset.further else [],
        "codes": sorted(book.reasons),
        "examples": [codec.situation.dump(example) for example in ruleset.examples],
        "game": game_details(book, language) if ruleset.board else None,
        "labels": labels_of(book, language),
        "rules": [{"id": rule.id, "text": rule.text, "source": rule.source} for rule in book.rules_in(language)],
    }


def labels_of(book: Rulebook, language: str) -> LabelsShown:
    """What forms show in a language: those whose keys begin with `policy.`, `option.`, `field.` and so on."""
    texts = book.texts(language)
    under = texts.messages.under
    return {
        "policies": under("policy."),
        "options": under("option."),
        "fields": under("field."),
        "measures": under("measure."),
        "examples": under("example."),
    }


def schema_of(options: JsonConverter[Any], kind: type) -> Json:
    """The JSON schema of options, in which each has its description, also those of a class that `kind` inherits."""
    schema = deepcopy(options.schema)
    describe_fields(schema["$defs"][kind.__name__], kind)
    return schema


def game_details(book: Rulebook, language: str) -> GameShown:
    """Everything that a client needs to know in order to open a game. Raises LookupError where there is no board."""
    board, shapes = board_of(book)
    return {
        "options": {
            "defaults": shapes.options.dump(board.options()),
            "presets": {name: shapes.options.dump(preset) for name, preset in board.presets.items()},
            "described": schema_of(shapes.options, board.options),
        },
        "setups": named_setups(book, language),
        "samples": samples_of(book, language),
        "setup": shapes.setup.schema,
        "brings": brings_details(book) if board.bringing else None,
        "actions": sorted(board.kinds),
        "at_table": board.at_table is not None,
    }


def brings_details(book: Rulebook) -> BringsShown:
    """What a client needs to know where seats bring their own. Raises LookupError where they cannot."""
    bringing, shapes = bringing_of(book)
    return {
        "setup": shapes.setup.schema,
        "places": bringing.places,
        "list": shapes.list.schema,
        "limits": shapes.limits.schema,
    }
