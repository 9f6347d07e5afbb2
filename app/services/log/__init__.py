"""The log of a session: read, exported, verified, and turned back into rows."""
