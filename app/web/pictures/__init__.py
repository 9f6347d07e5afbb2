"""The pictures that other sites show beside a link to a session."""
