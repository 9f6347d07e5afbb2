"""Umpire, a service that resolves combat for tabletop games."""
