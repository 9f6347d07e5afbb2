"""The Python client that openapi-python-client makes of the document, kept for as long as the document is the same."""

import hashlib
import importlib
import inspect
import json
import pkgutil
import shutil
import subprocess
import sys
from datetime import datetime
from enum import EnumType
from pathlib import Path
from typing import get_args, get_origin

import httpx
from filelock import FileLock

NAME = "generated_umpire_client"
SETTINGS = "post_hooks: []\ncontent_type_overrides:\n  image/png: application/octet-stream\n"
"""Hooks only format what is generated; a picture is bytes, as the generator knows of no images."""


def generate(document, cache):
    """The folder in which the generated package lies, and what the generator said."""
    text = json.dumps(document)
    folder = cache / hashlib.sha256((SETTINGS + text).encode()).hexdigest()[:16]
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not (folder / "said").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            (folder / "openapi.json").write_text(text)
            (folder / "settings.yml").write_text(SETTINGS)
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

    async def send(self, request, body):
        """The detailed answer to a request of the story, sent by the operation that the generator made."""
        operation = self.operations[request.operation["operationId"]].asyncio_detailed
        hints = inspect.signature(operation).parameters
        named = {"Idempotency-Key": "idempotency_key", "If-None-Match": "if_none_match"}
        arguments = {**request.path, **request.query}
        arguments |= {
            to: request.headers[name] for name, to in named.items() if name in request.headers and to in hints
        }
        own = {name: name if name in hints else f"{name}_" for name in arguments}  # `format` is a function of Python
        typed = {own[name]: as_typed(value, hints[own[name]].annotation) for name, value in arguments.items()}
        self.api.http.headers.update(request.headers)
        try:
            return await operation(client=self.client, **typed, **({} if body is None else {"body": body}))
        finally:
            for name in request.headers:
                self.api.http.headers.pop(name, None)

    def read(self, operation_id, status, told):
        """What the client makes of an answer."""
        answer = httpx.Response(status, json=told)
        return self.operations[operation_id]._parse_response(client=self.client, response=answer)


def as_typed(value, annotation):
    """A parameter as it stands in an address, in the type that the generated operation takes."""
    kinds = list(kinds_in(annotation))
    if isinstance(value, list):
        values = [as_typed(each, annotation) for each in value]
        return values if list in kinds else values[0]
    if bool in kinds:
        return value == "true"
    enum = next((kind for kind in kinds if isinstance(kind, EnumType)), None)
    if enum or datetime in kinds:
        return enum(value) if enum else datetime.fromisoformat(value)
    return int(value) if int in kinds else value


def kinds_in(annotation):
    """The classes that a type names."""
    yield get_origin(annotation) or annotation
    for part in get_args(annotation):
        yield from kinds_in(part)
