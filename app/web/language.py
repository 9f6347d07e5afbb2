"""The texts of the pages, a file a language."""

from app import web
from app.services.rulebooks.messages import MessagesByLanguage, load_messages
from app.services.rulebooks.ready import ReadyMessages
from app.services.rulebooks.texts import Texts

MESSAGES: MessagesByLanguage = load_messages(web.__name__)
"""The texts of the pages, by language."""


def page_texts(language: str) -> Texts:
    """The texts of the pages in a language; English ones where the pages have no such language."""
    return Texts(ReadyMessages([MESSAGES], language))
