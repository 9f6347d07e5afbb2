"""Deliberate mistakes in the toys: pairs of old and new words of a file."""


def changed(toy, file, words):
    return toy, *((file, old, new) for old, new in zip(words[::2], words[1::2], strict=True))


def duel(*words):
    return changed("coin_duel", "__init__.py", words)


def duel_text(*words):
    return changed("coin_duel", "locales/en.json", words)


def duel_rules(*words):
    return changed("coin_duel", "RULES.md", words)


def game(*words):
    return changed("pebbles", "game.py", words)


def game_text(*words):
    return changed("pebbles", "locales/en.json", words)
