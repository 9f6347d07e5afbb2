"""Record the OpenAPI document of this release, once: `python -m tests.record_openapi` before the release is made.

It goes to tests/golden/openapi/<release>.json, where it stays: later documents are compared with it.
"""

import json
from importlib.metadata import version
from pathlib import Path

from app.main import create_app
from app.settings import Settings

RELEASES = Path(__file__).parent / "golden" / "openapi"

if __name__ == "__main__":
    RELEASES.mkdir(exist_ok=True)
    document = create_app(Settings(database_url="sqlite:////tmp/none.db")).openapi()
    with (RELEASES / f"{version('umpire')}.json").open("x") as file:
        json.dump(document, file, ensure_ascii=False, separators=(",", ":"))
