"""The tests.

What they import is compiled once and kept, whatever the environment says: the processes of a run, and those that its
tests start, are many and import the same.
"""

import os
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
