"""What the rest of an attack depends on, what its damage comes to, and how large it may be."""
