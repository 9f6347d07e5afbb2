"""The cards that a situation can name, written as data: pilots, upgrades, weapons."""
