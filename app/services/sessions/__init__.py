"""Open and read sessions, and renew the tokens of their seats."""
