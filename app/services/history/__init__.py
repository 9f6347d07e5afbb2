"""Lists and statistics across sessions."""
