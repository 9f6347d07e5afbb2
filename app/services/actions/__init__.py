"""What a client can do in a session: attack, move, answer a question, void an action, close the session."""
