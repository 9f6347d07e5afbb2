"""What the service answers in the place of players: for seats that it plays, and after deadlines."""
