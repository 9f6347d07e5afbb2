"""What Castle Rampage has on the pages: its forms and moves, its board, its drawing and its texts."""
