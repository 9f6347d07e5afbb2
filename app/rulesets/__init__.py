"""The rulebooks, one folder each; none imports another."""
