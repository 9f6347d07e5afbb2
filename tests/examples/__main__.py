"""Record the examples of the OpenAPI document: `python -m tests.examples` after a change of what is sent or answered.

A story is played on the real service. What was sent and answered goes to app/api/schemas/examples.json, from where the
document has it; a test plays the story again and compares.
"""

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from app.api.schemas.examples import RECORDED
from app.persistence.connecting.database import open_database
from app.persistence.connecting.migrate import migrate
from tests.examples.story import recorded


def written(examples: object) -> str:
    """The examples as their file has them."""
    return json.dumps(examples, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Record them."""
    with TemporaryDirectory() as scratch:
        file = Path(scratch) / "umpire.db"
        file.touch(0o600)
        database = open_database(url := f"sqlite:///{file}")
        migrate(database)
        database.dispose()
        examples = asyncio.run(recorded(url))
    RECORDED.write_text(written(examples), "utf-8")


if __name__ == "__main__":
    main()
