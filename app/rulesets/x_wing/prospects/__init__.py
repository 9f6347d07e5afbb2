"""What is to be expected of the rest of an attack: what it depends on, what its damage comes to, how large it may be."""
