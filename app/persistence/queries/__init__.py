"""The queries, a file a subject. What a request changes in its session is written by app.persistence.writing."""
