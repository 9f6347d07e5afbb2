"""The texts of the pages, a file a language: those of the service and of each rulebook, with the names of measures."""

from app import web
from app.services.rulebooks.installed import rulebook_packages
from app.services.rulebooks.messages import LOCALES, MessagesByLanguage, load_messages, messages_in
from app.services.rulebooks.parsed_messages import ParsedMessages
from app.services.rulebooks.texts import Texts
from app.web.assets import PAGES, folder_of

MEASURE = "measure."
"""How the keys of the names of measures begin, which stand among the texts of a rulebook for the API."""


def page_messages() -> MessagesByLanguage:
    """The texts of the pages, by language. Of several with one key that of the service counts, then the first."""
    folders = [folder for package in rulebook_packages() if (folder := folder_of(package))]
    own = [messages_in(folder / PAGES / LOCALES) for folder in folders]
    measures = [only(MEASURE, messages_in(folder / LOCALES)) for folder in folders]
    parts = [load_messages(web.__name__), *own, *measures]
    languages = sorted({language for part in parts for language in part})
    return {
        language: {key: text for part in reversed(parts) for key, text in part.get(language, {}).items()}
        for language in languages
    }


def only(begin: str, messages: MessagesByLanguage) -> MessagesByLanguage:
    """Those messages whose keys begin so."""
    return {
        language: {key: text for key, text in texts.items() if key.startswith(begin)}
        for language, texts in messages.items()
    }


MESSAGES: MessagesByLanguage = page_messages()
"""The texts of the pages, by language."""


def page_texts(language: str) -> Texts:
    """The texts of the pages in a language; English ones where the pages have no such language."""
    return Texts(ParsedMessages([MESSAGES], language))
