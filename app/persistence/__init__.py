"""The database: one append-only log for each session, and the tables that are derived from the logs."""
