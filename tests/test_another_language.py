"""A fifth language is one file: whoever puts it there finds it offered by the API, the pages and the document."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SERVICE, PAGES = "app/services/locales/es.json", "app/web/locales/es.json"
RULES, BOOK = "app/rulesets/open_forces/RULES.es.md", "app/rulesets/open_forces/locales/es.json"

LOOK = """
import json
from starlette.testclient import TestClient
from app.main import create_app
from app.settings import Settings

HTML = {"Accept": "text/html"}
with TestClient(create_app(Settings(database_url="sqlite:///umpire.db"))) as client:
    def seen(path, **headers):
        answer = client.get(path, headers=headers)
        return {"language": answer.headers.get("content-language"), "text": answer.text}
    print(json.dumps({
        "service": seen("/v1"),
        "asked": seen("/v1/sessions/none?language=es"),
        "accepted": seen("/v1/sessions/none", **{"Accept-Language": "es-MX, en;q=0.5"}),
        "page": seen("/?language=es", **HTML),
        "page_accepted": seen("/", **HTML, **{"Accept-Language": "es"}),
        "page_in_english": seen("/", **HTML),
        "rules": seen("/rules/open-forces?language=es", **HTML),
        "document": client.get("/openapi.json").json()["components"]["parameters"]["Language"],
    }))
"""


@pytest.fixture
def clone(tmp_path):
    """A folder with the code of the service."""
    for folder in ("app", "migrations"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "clients").mkdir()
    shutil.copy(ROOT / "clients" / "openapi.json", tmp_path / "clients")
    return tmp_path


def looked(clone):
    """What a client sees of the service whose code is in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", LOOK], cwd=clone, env={**os.environ, "PYTHONPATH": str(clone)},
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_a_language_of_a_single_text_is_offered_everywhere_and_the_rest_is_english(clone):
    (clone / SERVICE).write_text('{"title.not-found": "No encontrado"}')
    seen = looked(clone)
    assert json.loads(seen["service"]["text"])["languages"] == ["en", "de", "es", "fr", "ru"]
    for name in ("asked", "accepted"):
        problem = json.loads(seen[name]["text"])
        assert (seen[name]["language"], problem["title"]) == ("es", "No encontrado")
        assert problem["detail"].startswith("There is no session")
    for name in ("page", "page_accepted"):
        assert seen[name]["language"] == "es"
        assert '<html lang="es"' in seen[name]["text"]
        assert ">History<" in seen[name]["text"]
    assert '?language=es" hreflang="es" lang="es" aria-label="español"' in seen["page_in_english"]["text"]
    assert seen["document"]["schema"]["examples"] == ["en", "de", "es", "fr", "ru"]


def test_the_pages_and_the_rules_of_a_book_speak_a_language_that_they_have_a_file_of(clone):
    (clone / SERVICE).write_text("{}")
    (clone / PAGES).write_text('{"nav.history": "Historia"}')
    english = (clone / RULES.replace(".es", "")).read_text()
    (clone / RULES).write_text(english.replace("*Interpretation*", "*Interpretación*"))
    shutil.copy(clone / BOOK.replace("es.json", "en.json"), clone / BOOK)
    seen = looked(clone)
    books = {book["slug"]: book["languages"] for book in json.loads(seen["service"]["text"])["rulesets"]}
    assert [slug for slug, spoken in books.items() if "es" in spoken] == ["open-forces"]
    assert ">Historia<" in seen["page"]["text"]
    assert ">History<" not in seen["page"]["text"]
    readings = english.count("\n*Interpretation*")
    assert readings > 10
    assert seen["rules"]["text"].count('<p class="reading">Interpretación: ') == readings
