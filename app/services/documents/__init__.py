"""The documents that clients read: sessions, actions, questions, events and rulesets, with texts in their language."""
