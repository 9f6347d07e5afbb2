"""Renews the pictures of the pages that README and docs show: `uv run python -m tests.screenshots`.

One more picture, `table.webp`, shows six moments of games side by side, in the order and the sizes of the drawn sheet. It starts a service of its own and plays in Chromium, so the dice differ from run to run.
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
        take_sheet(browser, address)
        browser.close()


def take_sheet(browser, address):
    """The six moments of `MOMENTS` as one picture."""
    frames = []
    for title, size, show in MOMENTS:
        context = browser.new_context(viewport=size, color_scheme="light", locale="en")
        page = context.new_page()
        show(page, address)
        page.wait_for_timeout(600)
        taken = base64.b64encode(page.screenshot()).decode()
        frames.append(f'<figure><figcaption>{title}</figcaption><img src="data:image/png;base64,{taken}"></figure>')
        context.close()
    page = browser.new_page(viewport={"width": 1846, "height": 2000})
    page.set_content(f"<style>{SHEET}</style>{''.join(frames)}")
    clip = page.evaluate("() => ({x: 0, y: 0, scale: 1, width: 1846, height: document.documentElement.scrollHeight})")
    taken = page.context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": 80, "clip": clip, "captureBeyondViewport": True}
    )
    (FOLDER / "table.webp").write_bytes(base64.b64decode(taken["data"]))


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


def siege(page, address):
    opened(page, address, "castle-rampage", "whole-sample", ".cover button")
    take(page)
    for _ in range(3):
        page.click(".question .choice >> nth=0")
        page.wait_for_timeout(500)
        take(page)


def take(page):
    """The next player takes the phone that goes round."""
    if cover := page.query_selector(".cover button"):
        cover.click()
        page.wait_for_selector(".question")


def fire(page, address):
    opened(page, address, "storm-over-stalingrad", "sample")
    page.click(".question .choice >> nth=0")
    page.wait_for_timeout(500)


def end(page, address):
    fire(page, address)
    page.click(".question .choice >> nth=0")
    page.wait_for_timeout(500)
    page.click("[data-key=concede]")
    page.click("dialog [data-key=sure]")
    page.wait_for_selector(".over")


def opened(page, address, ruleset, setup, first=".question .choice"):
    page.goto(f"{address}/play")
    page.wait_for_selector("body.ready")
    page.check(f"[name=ruleset][value={ruleset}]")
    page.select_option("#setup", setup)
    for seat, name in ((1, "Anton"), (2, "Beatrix")):
        page.fill(f"#name-{seat}", name)
    page.check("#phones-one", force=True)
    page.click("text=Open the table")
    page.wait_for_selector(first)


SHOTS = (
    ("attack", DESKTOP, "light", attack),
    ("battle", DESKTOP, "light", battle),
    ("streets", PHONE, "dark", streets),
    ("ships", PHONE, "light", ships),
)
"""Name, size and colors of each picture, and what plays until it is taken."""

WINDOW, HAND = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
MOMENTS = (
    ("1 Open Forces", WINDOW, battle),
    ("2 The same, on a phone", HAND, battle),
    ("3 Castle Rampage", HAND, siege),
    ("4 X-Wing, try an attack", HAND, ships),
    ("5 Storm Over Stalingrad", HAND, fire),
    ("6 The end of a game", HAND, end),
)
"""Title and size of each moment of the sheet, and what plays until it is taken."""
SHEET = """body { margin: 0; padding: 56px 64px; background: #e7e0d0; display: flex; flex-wrap: wrap; gap: 40px 48px; width: 1718px; }
figure { margin: 0; } figcaption { font: 600 22px serif; margin-bottom: 12px; } img { display: block; outline: 1px solid #cfc5af; }"""

if __name__ == "__main__":
    main()
