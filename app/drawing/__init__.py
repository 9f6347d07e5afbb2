"""What draws boards of games as pictures, for the pages of rulebooks. It is pure, but counts in floats."""
