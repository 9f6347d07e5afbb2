"""The languages whose texts are tested: those that the service offers, so that a further one is tested as it stands."""

from app.services.rulebooks.registry import find_rulebooks, languages

LANGUAGES = languages(find_rulebooks())
