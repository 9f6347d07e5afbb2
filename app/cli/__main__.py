"""Makes `python -m app.cli` the same as `umpire`."""

import sys

from app.cli import main

sys.exit(main())
