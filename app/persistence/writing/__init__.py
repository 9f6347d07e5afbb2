"""The writer: what waits for it, the batch that it makes of it, and the statements that write its rows."""
