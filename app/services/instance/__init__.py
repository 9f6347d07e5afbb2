"""A whole instance of the service, written to one file and restored from it."""
