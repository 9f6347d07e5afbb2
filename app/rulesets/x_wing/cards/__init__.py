"""The cards that a situation can name, written as data."""
