"""What players read is what people have read: `python -m tests.sentences` writes the files of sentences anew."""

import pytest

from tests.languages import LANGUAGES
from tests.made import require_made
from tests.sentences import FOLDER, sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_read_the_sentences_that_people_have_read(language):
    require_made(FOLDER / f"{language}.txt", "\n".join(sentences(language)), "python -m tests.sentences")
