"""Exact odds of an attack, and where its outcome lies in them."""
