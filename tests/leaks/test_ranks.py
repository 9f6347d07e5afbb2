"""The rank test against published values, and against what it is for."""

from math import isclose
from random import Random

from tests.leaks.ranks import p_value, ranks_of


def test_equal_values_share_the_mean_of_their_ranks():
    assert ranks_of([3, 1, 3, 2]) == [3.5, 1, 3.5, 2]


def test_the_p_value_is_that_of_the_literature():
    # Hollander, Wolfe: permeability of human chorioamnion at term, and between the 12th and the 26th week
    term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    early = [1.15, 0.88, 0.90, 0.74, 1.21]
    assert isclose(p_value(term, early), 0.2207, abs_tol=0.0005)
    assert p_value(term, early) == p_value(early, term)


def test_what_is_the_same_is_told_by_no_rank():
    assert p_value([1.0] * 20, [1.0] * 20) == 1.0


def test_a_shift_of_the_size_of_the_noise_is_found_among_300_pairs_and_none_is_not():
    for seed in range(20):
        draw = Random(seed)
        one, equal, slower = ([draw.gauss(mean, 1) for _ in range(300)] for mean in (0, 0, 1))
        assert p_value(one, slower) < 1e-6 < p_value(one, equal)
