"""Setups for trying a siege, and cards that stand for those of the players; names and order are made up."""

from app.rulesets.castle_rampage.game.model import Level, Setup
from app.rulesets.castle_rampage.game.whole_sample import WHOLE_SAMPLE
from app.rulesets.castle_rampage.model import Card

PAIRS = ((2, 2), (1, 1), (4, 4), (2, 1), (4, 2), (1, 3), (6, 6), (3, 1), (2, 3))
"""Defense at the gate and in the castle, as they are printed on cards of the game."""

SAMPLE_CARDS = tuple(Card(f"{gate}/{castle}", gate, castle) for gate, castle in PAIRS)
"""Made-up cards, for a player without a plan."""

SAMPLE_SALT = "00" * 16
"""The salt of sealed sample cards; a player's own salt is secret and drawn anew for each card."""

SAMPLES = {"siege": Setup(), "sealed": Setup(Level.SEALED), "whole-sample": Setup(whole=WHOLE_SAMPLE)}
