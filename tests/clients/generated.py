"""The Python client that openapi-python-client makes of the document, kept for as long as the document is the same."""

import hashlib
import importlib
import json
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
from filelock import FileLock

NAME = "generated_umpire_client"


def generate(document, cache):
    """The folder in which the generated package lies, and what the generator said."""
    text = json.dumps(document)
    folder = cache / hashlib.sha256(text.encode()).hexdigest()[:16]
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not (folder / "said").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            (folder / "openapi.json").write_text(text)
            (folder / "settings.yml").write_text("post_hooks: []")  # these only format what is generated
            command = ["openapi-python-client", "generate", "--path", "openapi.json", "--config", "settings.yml"]
            command += ["--output-path", NAME, "--meta", "none"]
            path = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
            made = subprocess.run(command, cwd=folder, env=path, capture_output=True, text=True)
            (folder / "said").write_text(f"{made.returncode}\n{made.stdout}{made.stderr}")
    return folder, (folder / "said").read_text()


class Generated:
    """The generated client, imported; its calls go to the real app."""

    def __init__(self, folder, document, api):
        sys.path.insert(0, str(folder))
        try:
            self.models = importlib.import_module(f"{NAME}.models")
            self.types = importlib.import_module(f"{NAME}.types")
            client = importlib.import_module(f"{NAME}.client")
            package = importlib.import_module(f"{NAME}.api")
            self.operations = {
                module.name.rpartition(".")[2]: importlib.import_module(module.name)
                for module in pkgutil.walk_packages(package.__path__, f"{NAME}.api.")
                if not module.ispkg
            }
        finally:
            sys.path.remove(str(folder))
        self.document, self.api = document, api
        self.client = client.Client(base_url="http://umpire.test").set_async_httpx_client(api.http)

    def body(self, operation, example):
        """An example of a body as the generated class of its schema."""
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        name = schema["$ref"].rpartition("/")[2]
        told = self.document["components"]["schemas"][name]
        if "discriminator" in told:
            name = told["discriminator"]["mapping"][example[told["discriminator"]["propertyName"]]].rpartition("/")[2]
        return getattr(self.models, name).from_dict(example)

    async def call(self, operation_id, token=None, **arguments):
        """What an operation answers: the status, the JSON as it was sent, and what the client made of it."""
        self.api.http.headers.pop("Authorization", None)
        if token:
            self.api.http.headers["Authorization"] = f"Bearer {token}"
        done = await self.operations[operation_id].asyncio_detailed(client=self.client, **arguments)
        return done.status_code, json.loads(done.content), done.parsed

    def read(self, operation_id, status, told):
        """What the client makes of an answer."""
        answer = httpx.Response(status, json=told)
        return self.operations[operation_id]._parse_response(client=self.client, response=answer)
