"""Open and read sessions, and renew their tokens."""
