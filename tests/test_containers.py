"""The containers: what they may not do, that nothing has a default password, and that the health check works."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from app.settings import PREFIX, Settings
from tests.servers import free_port

ROOT = Path(__file__).parents[1]
COMPOSE = (ROOT / "docker-compose.yml").read_text()
SERVICES = yaml.safe_load(COMPOSE)["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
PINNED = re.compile(r"[a-z]+:\d+\.\d+(\.\d+)?-[a-z-]+")
PATCH = {"postgres": 2, "python": 3, "caddy": 3}
"""How many numbers a whole version has."""
each_service = pytest.mark.parametrize("name", SERVICES)


@each_service
def test_a_container_may_do_no_more_than_it_has_to(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "tls" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"]
    assert service["pids_limit"]


@each_service
def test_what_a_container_writes_goes_to_volumes_and_memory(name):
    service = SERVICES[name]
    assert "/tmp" in service["tmpfs"]
    assert "privileged" not in service
    assert not any(volume.startswith(("/", ".")) for volume in service.get("volumes", []))


@each_service
def test_an_image_is_pinned_to_its_patch(name):
    if "image" in SERVICES[name]:
        check_pinned(SERVICES[name]["image"])


def test_the_images_that_ours_is_built_from_are_pinned_too():
    images = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert len(images) == 2
    for image in images:
        check_pinned(image)
    assert re.search(r"pip install \S+ uv==\d+\.\d+\.\d+", DOCKERFILE)


def check_pinned(image):
    assert PINNED.fullmatch(image)
    name, _, tag = image.partition(":")
    assert len(tag.split("-")[0].split(".")) == PATCH[name]


def test_no_password_has_a_default_and_a_missing_one_says_what_to_do():
    uses = re.findall(r"\$\{(\w*PASSWORD)(:.*?)\}", COMPOSE)
    assert len(uses) == 2
    for name, rest in uses:
        assert name == "POSTGRES_PASSWORD"
        assert rest == ":?is not set. Write it to the file .env, see the top of docker-compose.yml"
    assert "password@" not in COMPOSE.lower()
    assert "\n.env\n" in (ROOT / ".gitignore").read_text()


def test_plain_http_is_open_to_this_machine_only():
    published = {name: service.get("ports", []) for name, service in SERVICES.items()}
    assert published.pop("tls") == ["80:80", "443:443", "443:443/udp"]
    assert published == {"database": [], "migrate": [], "api": ["${UMPIRE_BIND:-127.0.0.1}:8000:8000"]}


def test_unless_told_otherwise_only_the_proxy_is_believed_about_addresses():
    address = SERVICES["tls"]["networks"]["default"]["ipv4_address"]
    assert SERVICES["api"]["environment"]["UMPIRE_TRUSTED_PROXIES"] == f"${{UMPIRE_TRUSTED_PROXIES:-{address}}}"


@pytest.mark.parametrize("name", ["migrate", "api"])
def test_every_setting_of_the_operator_reaches_the_service(name):
    """A variable without a value has that of the shell or of the file .env, and none where both have none."""
    handed_on = SERVICES[name]["environment"]
    settings = {f"{PREFIX}{setting.upper()}" for setting in Settings.model_fields}
    assert {variable for variable in handed_on if variable.startswith(PREFIX)} == settings
    own = {"UMPIRE_DATABASE_URL", "UMPIRE_TRUSTED_PROXIES"}
    assert {variable: handed_on[variable] for variable in settings - own} == dict.fromkeys(settings - own)


def test_the_service_runs_as_nobody_special():
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER umpire$", last, re.MULTILINE)
    assert "useradd --system --uid 10001" in last


def test_the_health_check_tells_a_ready_service_from_none(sqlite_url, nursery):
    command = json.loads(re.search(r"HEALTHCHECK.*\\\n\s+CMD (\[.*\])", DOCKERFILE).group(1))
    assert command[:2] == ["python", "-c"]
    assert "127.0.0.1:8000/readyz" in command[2]

    def status(port):
        program = command[2].replace(":8000/", f":{port}/")
        return subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, timeout=300).returncode

    assert status(nursery.start(sqlite_url).port) == 0
    assert status(free_port()) != 0
