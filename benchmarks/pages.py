"""When the pages are useful on a slow phone: 400 ms, 500 kbit/s, a processor four times slower, nothing cached.

`python -m benchmarks.pages` prints the time after which each page shows what it is for, how far its layout shifted, and
how much had come by then and in all, beside the goals. Each is loaded five times by a browser that knows nothing of the
service; the seat of a game is one that the browser holds.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import httpx
from playwright.sync_api import Browser, sync_playwright

from app.persistence.stored.codec import Json
from benchmarks.load import server
from benchmarks.report import Goal, judged, lined
from tests.chromium import CHROMIUM

PHONE = {"width": 390, "height": 844}
LINE = {"offline": False, "latency": 400, "downloadThroughput": 500_000 / 8, "uploadThroughput": 500_000 / 8}
SLOWER = 4
SHIFT, LIGHT = 0.05, 60
"""The layout shift that no page should pass, and the kB that the first question at a seat may need."""
WATCH = """what => {
  globalThis.measured = {useful: 0, shift: 0};
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) measured.shift += each.value;
  }).observe({type: "layout-shift", buffered: true});
  const look = () => {
    const found = document.querySelector(what);
    if (found?.getClientRects().length) measured.useful = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


HOLD = "([id, held]) => localStorage.setItem(`umpire:session:${id}`, JSON.stringify(held))"
SEATS = (
    ("open-forces", "sample-with-positions"),
    ("storm-over-stalingrad", "sample"),
    ("castle-rampage", "whole-sample"),
    ("x-wing", "ships"),
)
"""The games of which the page of a seat is measured."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page, the first thing that makes it useful, and the seconds in which that should be there."""

    path: str
    shows: str
    goal: float
    held: tuple[str, Json] | None = None
    """The session whose seat the browser holds, and how."""


def pages(base: str) -> Iterator[Page]:
    """The pages that are measured; a session with an attack is opened for its page."""
    for slug in ("x-wing", "open-forces", "storm-over-stalingrad", "castle-rampage"):
        yield Page(f"/try/{slug}", ".chart .bar", 2.5)
    with httpx.Client(base_url=base) as client:
        book = client.get("/v1/rulesets/open-forces").json()
        opening = {"kind": "series", "seats": [{"name": "Anton"}, {"name": "Beatrix"}]}
        session = client.post("/v1/rulesets/open-forces/sessions", json=opening).json()
        attack = {
            "situation": book["examples"][0],
            "session_id": session["id"],
            "seats": {"attacker": 1, "defender": 2},
        }
        token = {"Authorization": f"Bearer {session['tokens']['host']}"}
        client.post("/v1/rulesets/open-forces/attacks", json=attack, headers=token).raise_for_status()
        yield Page(f"/sessions/{session['id']}", ".step", 3.0)
        game = {"kind": "game", "setup": book["game"]["setups"]["sample-with-positions"], "seats": opening["seats"]}
        played = client.post("/v1/rulesets/open-forces/sessions", json=game).json()
        yield Page(f"/sessions/{played['id']}", ".board", 3.0)
        for slug, setup in SEATS:
            book = client.get(f"/v1/rulesets/{slug}").json()
            game = {"kind": "game", "setup": book["game"]["setups"][setup], "seats": opening["seats"]}
            played = client.post(f"/v1/rulesets/{slug}/sessions", json=game).json()
            tokens, commitment = played["tokens"], played["fairness"]["commitment"]
            held = {"ruleset": slug, "seats": tokens["seats"], "host": tokens["host"], "one": True}
            seat = (played["id"], {**held, "commitment": commitment})
            yield Page(f"/play/{played['id']}", "#asked :is(button, input)", 3.0, seat)
    yield Page("/docs", ".opblock-tag", 3.0)


def loaded(browser: Browser, base: str, page: Page) -> tuple[float, float, float, float]:
    """The seconds until a page is useful, how far its layout shifted until it was still, the kB by then, and in all."""
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)  # type: ignore[arg-type]
    context.set_default_timeout(180_000)
    view = context.new_page()
    if page.held:
        view.goto(f"{base}/healthz")  # the same address, and nothing that is loaded
        view.evaluate(HOLD, list(page.held))
    view.add_init_script(f"({WATCH})({page.shows!r})")
    phone = context.new_cdp_session(view)
    sizes = list[float]()
    phone.on("Network.loadingFinished", lambda each: sizes.append(each["encodedDataLength"]))
    phone.send("Network.enable")
    phone.send("Network.emulateNetworkConditions", LINE)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    view.goto(base + page.path, wait_until="load")
    view.wait_for_function("() => measured.useful > 0")
    by_then = sum(sizes)
    view.wait_for_timeout(2000)  # what comes late shifts too
    found = view.evaluate("measured")
    context.close()
    return found["useful"] / 1000, found["shift"], by_then / 1000, sum(sizes) / 1000


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of the tests."""
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])


def main() -> None:
    """Measure, and print a row for each page."""
    parser = argparse.ArgumentParser(prog="benchmarks.pages")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--only", default="/", help="how the paths begin that are measured")
    given = parser.parse_args()
    print(
        *lined(("page, nothing cached", "useful, s", "goal", "layout shift", "kB by then", "goal", "kB"), []), sep="\n"
    )
    with tempfile.TemporaryDirectory() as name, server("store", f"sqlite:///{Path(name) / 'umpire.db'}") as served:
        base = f"http://127.0.0.1:{served.port}"
        with chromium() as browser:
            for page in (each for each in pages(base) if each.path.startswith(given.only)):
                loads = [loaded(browser, base, page) for _ in range(given.times)]
                useful, shift, by_then, size = (median(each) for each in zip(*loads, strict=True))
                least, most = min(loads)[0], max(loads)[0]
                path = page.path[:12] + "…" if page.path.startswith("/sessions") else page.path
                path = f"/play/… {page.held[1]['ruleset']}" if page.held else path
                light = judged(by_then, Goal(at_most=LIGHT)) if page.held else "–"
                cells = [path, f"{useful:.1f} [{least:.1f}–{most:.1f}]", judged(useful, Goal(at_most=page.goal))]
                moved = f"{shift:.3f}" if shift <= SHIFT else f"{shift:.3f}: **missed**"
                print(f"| {' | '.join([*cells, moved, f'{by_then:.0f}', light, f'{size:.0f}'])} |", flush=True)
        time.sleep(10)  # requests that wait for news end by themselves, and the server with them


if __name__ == "__main__":
    main()
