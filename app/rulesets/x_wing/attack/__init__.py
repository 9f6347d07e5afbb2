"""The steps of an attack: declare, roll, modify, neutralize, deal damage, aftermath, and the questions they ask."""
