"""What refuses: problem documents, their sentences, and the nearest path."""
