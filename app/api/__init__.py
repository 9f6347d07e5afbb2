"""The HTTP interface: routes, bodies of requests and responses, problems, and the OpenAPI document."""
