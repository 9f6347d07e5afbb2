"""What answers: documents as JSON, kept or on a condition, in parts, boards, and what was written."""
