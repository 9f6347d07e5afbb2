"""What a client may do. The only callers of resolve() and of the store."""
