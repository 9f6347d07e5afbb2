"""The names that stand where a policy of a rulebook can stand."""

ASK = "ask"
"""In place of the name of a policy: the player is asked."""
BEST = "best"
"""A player of the service: takes what advice says is worth the most. It answers outside the writer, so it is asked."""
FIRST_LEGAL = "first-legal"
"""A player of the service: takes the first choice that a question lists."""
OF_THE_SERVICE = (BEST, FIRST_LEGAL)
"""The players of the service: in a game they make the moves of their seat too."""
