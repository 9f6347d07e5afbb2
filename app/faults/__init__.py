"""What is wrong with a request, in our own words: pydantic's errors as faults with their places and ways out."""
