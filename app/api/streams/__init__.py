"""Event streams: of one session, and of several."""
