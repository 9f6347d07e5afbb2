"""The texts of the pages, a file a language: those of the service, and those of each rulebook."""

from app import web
from app.services.rulebooks.installed import rulebook_packages
from app.services.rulebooks.messages import LOCALES, MessagesByLanguage, load_messages, messages_in
from app.services.rulebooks.ready import ReadyMessages
from app.services.rulebooks.texts import Texts
from app.web.assets import pages_of


def page_messages() -> MessagesByLanguage:
    """The texts of the pages, by language. Of several with one key that of the service counts, then the first."""
    folders = [pages_of(package) for package in rulebook_packages()]
    parts = [load_messages(web.__name__), *(messages_in(folder / LOCALES) for folder in folders if folder)]
    languages = sorted({language for part in parts for language in part})
    return {
        language: {key: text for part in reversed(parts) for key, text in part.get(language, {}).items()}
        for language in languages
    }


MESSAGES: MessagesByLanguage = page_messages()
"""The texts of the pages, by language."""


def page_texts(language: str) -> Texts:
    """The texts of the pages in a language; English ones where the pages have no such language."""
    return Texts(ReadyMessages([MESSAGES], language))
