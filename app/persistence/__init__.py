"""The store: one append-only log per session, and what is derived from it."""
