"""What a client does in a session: declare, move, answer, void, close."""
