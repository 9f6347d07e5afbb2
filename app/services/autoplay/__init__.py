"""The service as a player: the seats that it plays, and its answers after deadlines."""
