"""`python -m app.cli` is `umpire`."""

import sys

from app.cli import main

sys.exit(main())
