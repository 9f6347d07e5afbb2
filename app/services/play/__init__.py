"""What a run of a script takes beside the rules: scripts, players, seats, and the rows that follow."""
