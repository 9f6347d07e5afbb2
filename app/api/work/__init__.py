"""Work on requests: in turn, in slices, for those who are still there, and what wakes those who wait."""
