"""The middleware of every request."""
