"""A session's log: read, exported, verified, and turned back into rows."""
