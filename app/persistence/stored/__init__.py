"""What is stored: the tables, their rows in memory, and how values of a ruleset become JSON."""
