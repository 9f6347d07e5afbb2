"""The rulebooks that are installed, and their texts."""
