"""A ruleset as clients read it."""

from app.persistence.codec import Json
from app.services.play.scripts import board_of
from app.services.rulebooks.registry import Rulebook


def ruleset_document(book: Rulebook) -> Json:
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
            key.removeprefix("reason.") for key in book.messages.get("en", {}) if key.startswith("reason.")
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
        "actions": sorted(board.actions),
    }
