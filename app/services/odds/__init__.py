"""Exact odds of an attack, and how probable its outcome was."""
