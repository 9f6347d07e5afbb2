"""Following a session: one look for all its followers, and the event stream."""
