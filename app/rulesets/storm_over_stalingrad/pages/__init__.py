"""What Storm Over Stalingrad has on the pages: its forms and moves, its board, its drawing and its texts."""
