"""Clients that generators make of the OpenAPI document, each with its defaults."""
