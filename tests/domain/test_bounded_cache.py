"""A bounded cache keeps results within its bytes."""

from app.domain.bounded_cache import bounded_cache


def test_results_are_kept_until_they_take_too_many_bytes():
    made = []

    @bounded_cache(10, 1)
    def row(length, *, of="."):
        made.append(length)
        return of * length

    assert [row(2), row(2), row(2, of="x")] == ["..", "..", "xx"]
    assert made == [2, 2]
    for n in range(4):
        row(2, of=str(n))
    assert len(made) == 6
    row(2)
    row(2, of="3")
    assert len(made) == 7


def test_one_that_takes_a_great_part_of_it_is_not_kept():
    made = []

    @bounded_cache(10, 1)
    def row(length):
        made.append(length)
        return "." * length

    assert (row(3), row(3), made) == ("...", "...", [3, 3])
