"""WebKit, as Debian has it: its small browser in a window that nobody sees, driven over WebDriver."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from tests.waiting import LONG, wait_until

DRIVER, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
BROWSER = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)
IS_THERE = bool(DRIVER and SCREEN and BROWSER)
HEARS = """globalThis.heard = [];
for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"])
  addEventListener(kind, (event) => heard.push(String(event.message || event.reason || event.violatedDirective)));"""


class WebKit:
    """A page. What it complains of once it is ready is kept."""

    def __init__(self, driver: httpx.Client, address: str) -> None:
        self._driver, self.address, self.complaints = driver, address, []

    def _do(self, command: str, **body):
        answer = self._driver.post(command, json=body).json()["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise AssertionError(f"{command}: {answer['error']}: {answer['message']}")
        return answer

    def ask(self, expression: str):
        """What an expression of JavaScript is there."""
        return self._do("execute/sync", script=f"return {expression}", args=[])

    def go(self, path: str) -> None:
        self.hear()
        self._do("url", url=self.address + path)
        self.see("body.ready")
        self._do("execute/sync", script=HEARS, args=[])

    def hear(self) -> None:
        self.complaints += self.ask("globalThis.heard || []")

    def _element(self, what: str, at: int = 0) -> str:
        self.see(what)
        found = self._do("elements", using="css selector", value=what)
        return "element/" + next(iter(found[at].values()))

    def see(self, what: str) -> None:
        """Waits until something is there and has a size."""
        seen = f"[...document.querySelectorAll({what!r})].some((each) => each.getClientRects().length)"
        wait_until(lambda: self.ask(seen), f"{what} does not come")

    def tap(self, what: str) -> None:
        self._do(self._element(what) + "/click")

    def write(self, what: str, text: str) -> None:
        """Text into a field that is empty."""
        self._do(self._element(what) + "/value", text=text)


@contextmanager
def webkit(address: str) -> Iterator[WebKit]:
    """A page of a browser of its own. It reaches the server as a proxy, by a name that it does not trust."""
    with _running(SCREEN, "-displayfd", "1", "-screen", "0", "500x900x24", "-nolisten", "tcp") as screen:
        display = f":{screen.stdout.readline().decode().strip()}"
        seen = {"DISPLAY": display, "GDK_BACKEND": "x11", "LANG": "C.UTF-8", "LANGUAGE": "en"}
        port = _free()
        with _running(DRIVER, f"--port={port}", **seen), httpx.Client(timeout=LONG) as http:
            base = f"http://127.0.0.1:{port}/session"
            wanted = {
                "browserName": "MiniBrowser",
                "webkitgtk:browserOptions": {"binary": str(BROWSER), "args": ["--automation"]},
                "proxy": {"proxyType": "manual", "httpProxy": f"127.0.0.1:{urlsplit(address).port}"},
            }
            session = _started(http, base, {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
            http.base_url = f"{base}/{session}"
            try:
                http.post("window/rect", json={"width": 450, "height": 844})
                yield WebKit(http, address)
            finally:
                http.delete("")


def _started(http, url, body):
    """The session, as soon as the driver hears."""

    def answered():
        with suppress(httpx.ConnectError):
            return http.post(url, json=body)
        return None

    return wait_until(answered, "the driver does not start").json()["value"]


@contextmanager
def _running(*command, **env):
    """A process that ends with the block."""
    process = subprocess.Popen(command, env={**os.environ, **env}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(LONG)
        process.stdout.close()


def _free():
    """A port that nobody uses."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
