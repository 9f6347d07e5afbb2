"""What pages load: styles, modules, drawings. Their path tells their content, so that a browser loads each once."""

import hashlib
from functools import cache
from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FOLDER = Path(__file__).parent / "assets"
FOREVER = b"public, max-age=31536000, immutable"


@cache
def assets_path() -> str:
    """The path below which the assets stand: another one whenever one of them has changed."""
    digest = hashlib.sha256()
    for file in sorted(path for path in FOLDER.rglob("*") if path.is_file()):
        digest.update(str(file.relative_to(FOLDER)).encode() + b"\0" + file.read_bytes())
    return f"/pages/{digest.hexdigest()[:12]}"


def assets() -> ASGIApp:
    """The application that serves the assets, zipped where wanted."""
    served = GZipMiddleware(StaticFiles(directory=FOLDER))

    async def lasting(scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                message["headers"] = [*message["headers"], (b"cache-control", FOREVER)]
            await send(message)

        await served(scope, receive, told)

    return lasting
