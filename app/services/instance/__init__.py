"""A whole instance, written to one file and restored from it."""
