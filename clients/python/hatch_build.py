"""Makes `umpire_client.generated` from the document of the service, when the package is built."""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DOCUMENT = Path(__file__).parents[1] / "openapi.json"
GENERATED = Path(__file__).parent / "src" / "umpire_client" / "generated"


class CustomBuildHook(BuildHookInterface[Any]):
    """Run by hatchling; a source distribution has the generated modules already."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not DOCUMENT.exists():
            return
        shutil.rmtree(GENERATED, ignore_errors=True)
        with TemporaryDirectory() as folder:
            settings = Path(folder) / "settings.yml"
            settings.write_text("post_hooks: []")  # these only format what is generated
            command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(DOCUMENT)]
            command += ["--config", str(settings), "--output-path", str(GENERATED), "--meta", "none"]
            subprocess.run(command, cwd=folder, check=True)
