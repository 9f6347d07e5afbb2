"""Lists across sessions."""
