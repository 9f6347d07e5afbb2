"""What players read is what people have read: `python -m tests.sentences` writes the files of sentences anew."""

import pytest

from tests.languages import LANGUAGES
from tests.sentences import FOLDER, sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_read_the_sentences_that_people_have_read(language):
    read = (FOLDER / f"{language}.txt").read_text().split("\n")
    assert list(sentences(language)) == read
