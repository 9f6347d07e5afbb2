"""Exact odds of an attack: the probability of each value of each measure."""
