"""Webhooks: what API keys are told of their sessions, as signed messages in the Standard Webhooks form."""
