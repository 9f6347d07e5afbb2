"""What requests and responses look like, and the OpenAPI document made of it."""
