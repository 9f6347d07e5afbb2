"""What the run of a script needs besides the rules: the script, players, seats, and the rows that follow from it."""
