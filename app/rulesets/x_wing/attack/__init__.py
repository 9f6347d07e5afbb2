"""The steps of an attack: what is rolled, used, canceled, dealt and decided, and in which windows."""
