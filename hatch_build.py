"""Makes the wheel's package `umpire` of the folder `app`, with migrations and the document of the API in it."""

import re
import shutil
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
IMPORT = re.compile(r"^(\s*)(from|import) app\b", re.MULTILINE)
"""The beginning of a line that imports from the folder. Nothing else in it names itself."""
PARTS = {
    "app": ".",
    "migrations": "migrations",
    "clients/openapi.json": "openapi.json",
    "docs/first-client.md": "web/first-client.md",
}
"""What the package consists of, and where in it each part stands."""


class CustomBuildHook(BuildHookInterface[Any]):
    """Run by hatchling; an installation of a clone that can be edited has the folders as they are."""

    made: Path

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the package beside the sources, and tell hatchling to take it."""
        self.made = Path(mkdtemp())
        if version == "editable":
            return
        for source, place in PARTS.items():
            take(ROOT / source, self.made / place)
        for module in self.made.rglob("*.py"):
            module.write_text(IMPORT.sub(r"\1\2 umpire", module.read_text("utf-8")), "utf-8")
        build_data["force_include"][str(self.made)] = "umpire"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what is in the wheel now."""
        shutil.rmtree(self.made)


def take(source: Path, target: Path) -> None:
    """Copy a folder without what Python makes in it, or a file."""
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    else:
        shutil.copy(source, target)
