"""What the text of each card says about attacks: one entry a card, with all of it."""
