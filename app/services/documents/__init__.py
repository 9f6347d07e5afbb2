"""What clients read: sessions, actions, questions, rulesets, with texts in their language."""
