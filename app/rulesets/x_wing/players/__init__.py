"""Automatic players: the policies that answer questions in place of a person."""
