"""What the OpenAPI document says of the service as a whole: version, contact, the way through the API, and its tags."""

from pathlib import Path
from typing import Any

from app.services.rulebooks.registry import Rulebook, Rulebooks
from app.version import VERSION

WAY = Path(__file__).with_name("about.md")
"""The description: how an attack goes from its opening to its answer, and what holds for every request."""


def about(books: Rulebooks, contact: str | None) -> dict[str, Any]:
    """The title, version, description, contact and tags of the document, by the names of FastAPI's parameters."""
    told = {"email" if "@" in contact and "://" not in contact else "url": contact} if contact else None
    return {
        "title": "Umpire API",
        "version": VERSION,
        "description": WAY.read_text("utf-8"),
        "contact": told,
        "openapi_tags": [{"name": name, "description": text} for name, text in tags(books).items()],
    }


def tags(books: Rulebooks) -> dict[str, str]:
    """Each tag with its text, in the order in which a client needs them."""
    return {
        "service": "What this service is, and what it plays.",
        "rulesets": "What each ruleset offers: options, dice, questions, examples, and all its rules in words.",
        **{slug: of_ruleset(book) for slug, book in books.items()},
        "actions": "Attacks and moves after they were declared: read, answer, void and verify them.",
        "sessions": "What holds several actions together: its seats, its questions, its log, its board and its end.",
        "players": "One person across sessions and phones, and what waits for a caller.",
        "webhooks": "Signed messages to a server about the sessions that an API key opened.",
        "webhook-messages": "What a server that has a webhook receives.",
        "history": "Lists and statistics across sessions. A parameter that is repeated accepts each of its values.",
        "problems": "What the codes of refusals mean.",
        "health": "For whatever watches the process.",
    }


def of_ruleset(book: Rulebook) -> str:
    """What the operations of a ruleset are for."""
    games = ", open sessions and make the moves of a game" if book.ruleset.board else " and open sessions"
    return f"{book.ruleset.title}: resolve attacks, compute their odds{games}."
