"""The rulebooks that the service finds: their registry, their messages, and the check of each as it is loaded."""
