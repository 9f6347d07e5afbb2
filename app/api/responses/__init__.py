"""HTTP responses: JSON documents, cached or conditional ones, boards, and the answer to a saved action."""
