"""Renews the pictures of the pages that README and docs show: `uv run python -m tests.screenshots`.

It starts a service of its own and plays in Chromium, so the dice differ from run to run.
"""

import base64
import tempfile
import threading
from pathlib import Path

import uvicorn
from playwright.sync_api import sync_playwright

from app.main import create_app
from app.settings import Settings
from tests.waiting import wait_until
from tests.web.conftest import CHROMIUM

FOLDER = Path(__file__).parents[1] / "docs" / "pages"
DESKTOP, PHONE = {"width": 1120, "height": 860}, {"width": 390, "height": 800}


def main():
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database_url=f"sqlite:///{folder}/umpire.db", log_level="error"))
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, ws="none"))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        wait_until(lambda: server.started, "the server did not start")
        take_all(f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}")
        server.should_exit = True
        thread.join(10)


def take_all(address):
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name, size, scheme, show in SHOTS:
            context = browser.new_context(viewport=size, color_scheme=scheme, locale="en", device_scale_factor=1)
            page = context.new_page()
            show(page, address)
            page.wait_for_timeout(600)
            taken = context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 80})
            (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))
            context.close()
        browser.close()


def attack(page, address):
    page.goto(f"{address}/try/open-forces")
    page.wait_for_selector(".chart .bar")
    page.click("#roll")
    page.wait_for_selector(".check")
    page.evaluate("scrollTo(0, 90)")


def battle(page, address):
    opened(page, address, "open-forces", "sample-with-positions")
    page.click(".question .choice >> nth=0")
    page.wait_for_selector(".reach-move")


def streets(page, address):
    opened(page, address, "storm-over-stalingrad", "sample")
    page.click("text=Fire from steppe")


def ships(page, address):
    page.goto(f"{address}/try/x-wing")
    page.wait_for_selector(".chart .bar")


def opened(page, address, ruleset, setup):
    page.goto(f"{address}/play")
    page.wait_for_selector("body.ready")
    page.check(f"[name=ruleset][value={ruleset}]")
    page.select_option("#setup", setup)
    for seat, name in ((1, "Anton"), (2, "Beatrix")):
        page.fill(f"#name-{seat}", name)
    page.check("#phones-one", force=True)
    page.click("text=Open the table")
    page.wait_for_selector(".question .choice")


SHOTS = (
    ("attack", DESKTOP, "light", attack),
    ("battle", DESKTOP, "light", battle),
    ("streets", PHONE, "dark", streets),
    ("ships", PHONE, "light", ships),
)
"""Name, size and colors of each picture, and what plays until it is taken."""

if __name__ == "__main__":
    main()
