"""The pages that people look at: home, try an attack, play, a session, history, rules. No rule is in a page."""
