"""What is printed on the cards: ids, names and numbers of ships, pilots and upgrades."""
