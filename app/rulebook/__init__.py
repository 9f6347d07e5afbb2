"""What rulebooks that are packages of their own import, a module a version."""
