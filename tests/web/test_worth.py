"""What choices are worth, beside them at a seat: told for each question of every board, or said why not."""

import pytest

from tests.web.opening import BOARDS, answer_first, opened, players, sits, some
from tests.web.test_games import uncover

QUESTIONS = 6
ATTACKED = [
    *(("open-forces", setup) for setup in ("sample", "sample-with-teams")),
    *(("storm-over-stalingrad", setup) for setup in ("sample", "sample-with-cards")),
]
"""Where one of the first questions asks for a target; X-Wing's page shows the odds of each attack as it is measured."""


@pytest.mark.thorough
@pytest.mark.parametrize(("slug", "setup"), some(BOARDS, first=2))
def test_at_each_question_the_choices_have_their_worth_or_it_is_said_why_not(visitor, slug, setup):
    one, names = visitor(), players(slug, setup)
    page = sits(one, opened(one, slug, setup, names), *range(1, len(names) + 1))
    uncover(page)
    page.check("[data-key=advice]")
    told, measured = [], False
    for _ in range(QUESTIONS):
        uncover(page)
        page.wait_for_selector(".question .worth:not(:empty), .question .no-worth:not(:empty)")
        told += page.locator(".question .worth:not(:empty)").all_inner_texts()
        measured |= page.query_selector(".ruler") is not None
        if not page.query_selector(".question .choice:visible"):
            break
        answer_first(page)
    assert bool(told) == ((slug, setup) in ATTACKED or measured)
