"""Deliveries: messages to webhooks are sent, by one process at a time, to addresses on the internet."""
