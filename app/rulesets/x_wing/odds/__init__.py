"""Exact odds of an attack: the probability of each amount of damage."""
