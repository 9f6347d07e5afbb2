"""What the service reads of a request before its route runs: caller, address, strict body, data for the log."""
