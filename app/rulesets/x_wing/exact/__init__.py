"""The policy `exact`: the whole attack is searched from its end, for the best play of both players."""
