"""The names of a release for a clone, whose folder is `app`; `hatch_build.py` makes the release's `umpire` of that."""
