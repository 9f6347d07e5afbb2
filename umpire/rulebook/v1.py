"""What a rulebook may import of Umpire: `app/rulebook/v1.py` tells."""

from app.rulebook.v1 import *  # noqa: F403
