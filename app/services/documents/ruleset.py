"""A ruleset as clients read it."""

from typing import Any

from typing_extensions import TypedDict

from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook
from app.services.rulebooks.texts import first_language
from app.services.typed import document


@document
class RulesetShort(TypedDict):
    """A ruleset."""

    slug: str
    version: int
    title: str
    language: str
    languages: list[str]


@document
class RulesetList(TypedDict):
    """The rulesets there are."""

    items: list[RulesetShort]


@document
class OptionsShown(TypedDict):
    """A ruleset's options."""

    defaults: dict[str, Any]
    presets: dict[str, dict[str, Any]]
    described: dict[str, Any]
    """JSON schema of the options."""


@document
class DieShown(TypedDict):
    """A die with all its faces in order."""

    die: str
    faces: list[int | str]


@document
class RuleShown(TypedDict):
    """A rule in our own words."""

    id: str
    text: str
    source: str | None


@document
class GameOptionsShown(TypedDict):
    """The options of a game."""

    defaults: dict[str, Any]
    described: dict[str, Any]
    """JSON schema of the options."""


@document
class GameShown(TypedDict):
    """A game that the server holds."""

    options: GameOptionsShown
    setups: dict[str, dict[str, Any]]
    """Setups to try."""
    setup: dict[str, Any]
    """JSON schema of a setup."""
    actions: list[str]
    """The kinds of moves."""


@document
class RulesetDetails(RulesetShort):
    """All that a client may need to know of a ruleset."""

    options: OptionsShown
    policies: list[str]
    default_policy: str
    dice: list[DieShown]
    questions: list[str]
    facts: list[str]
    measures: list[str]
    codes: list[str]
    examples: list[dict[str, Any]]
    game: GameShown | None
    rules: list[RuleShown]


def ruleset_document(book: Rulebook) -> RulesetShort:
    """A ruleset in short."""
    ruleset = book.ruleset
    languages = sorted(book.messages) or ["en"]
    return {
        "slug": ruleset.slug,
        "version": ruleset.version,
        "title": ruleset.title,
        "language": ruleset.language,
        "languages": languages,
    }


def ruleset_details(book: Rulebook) -> RulesetDetails:
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
            key.removeprefix("reason.")
            for key in book.messages.get(first_language(book.messages), {})
            if key.startswith("reason.")
        ),
        "examples": [codec.situation.dump(example) for example in ruleset.examples],
        "game": game_details(book) if ruleset.board else None,
        "rules": [{"id": rule.id, "text": rule.text, "source": rule.source} for rule in book.rules],
    }


def game_details(book: Rulebook) -> GameShown:
    """What a client may need to know to open a game."""
    board, shapes = board_of(book)
    return {
        "options": {"defaults": shapes.options.dump(board.options()), "described": shapes.options.schema},
        "setups": {name: shapes.setup.dump(setup) for name, setup in (board.setups or {}).items()},
        "setup": shapes.setup.schema,
        "actions": sorted(board.kinds),
    }
