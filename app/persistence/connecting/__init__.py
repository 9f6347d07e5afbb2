"""Connections to the database: SQLite or PostgreSQL, its revision, and what is told when it cannot be used."""
