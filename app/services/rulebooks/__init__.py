"""The installed rulebooks: their registry, their texts, and the check of each rulebook when it is loaded."""
