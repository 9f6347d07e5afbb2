"""What is read of a request before its route has it: who sends it, its body, its note."""
