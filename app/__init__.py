"""Umpire resolves combat for tabletop games."""
