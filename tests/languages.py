"""The languages whose texts are tested: those that the service offers, so that a further one is tested as it stands."""

from app.services.rulebooks.installed import find_rulebooks
from app.services.rulebooks.registry import languages

LANGUAGES = languages(find_rulebooks())
