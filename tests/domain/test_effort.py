"""An effort counts the work of all odds of a request."""

from app.domain.effort import Effort


def test_work_is_counted_up_to_the_limit():
    effort = Effort(10)
    assert effort.take(10)
    assert (effort.left, effort.is_spent) == (0, False)
    assert not effort.take(1)
    assert (effort.left, effort.is_spent) == (0, True)


def test_what_is_taken_within_an_effort_is_taken_of_it():
    around = Effort(10)
    inside = Effort(100, around)
    assert inside.take(4)
    assert (inside.left, around.left, inside.bound) == (6, 6, 100)
    assert not inside.take(7)
    assert (inside.is_spent, around.is_spent, inside.bound) == (True, True, 10)


def test_what_several_odds_use_counts_once():
    around = Effort(10)
    assert Effort(100, around).take_once("search", 6)
    assert around.take_once("search", 6)
    assert Effort(100, around).take_once("search", 6)
    assert around.left == 4
    assert not around.take_once("another", 6)
