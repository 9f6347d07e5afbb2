"""Leak channels: every way in which somebody may be told what is hidden, asked in pairs of games that differ in it.

`channels.py` is the list, and has an entry for each route; `games.py` and `persons.py` are what is played in pairs.
"""
