"""A real Chromium before a real server, at an address that browsers do not trust: plain http, as in a hall."""

import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn

from app.main import create_app
from app.settings import Settings
from tests.chromium import CHROMIUM
from tests.waiting import LONG, wait_until
from tests.web import webkit
from tests.web.firefox import FIREFOX

HOST = "hall.test"
ODDLY = "<script>throw 1</script>"
"""A name that must never be markup."""


class Hall:
    """The server with its address, and the browser."""

    def __init__(self, address, browser):
        self.address, self.browser = address, browser


class Visitor:
    """Somebody with a browser of their own; what it complains of is kept."""

    def __init__(self, hall, **settings):
        self.address = hall.address
        self.complaints, self.elsewhere, self._expected = [], [], []
        self.context = hall.browser.new_context(
            **{"locale": "en", "viewport": {"width": 1280, "height": 900}, **settings}
        )
        self.context.set_default_timeout(LONG * 1000)
        self.page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => console.error('CSP', event.violatedDirective))"
        )

    def expects(self, *words):
        """What has one of these words is no complaint, whenever it comes."""
        self._expected += words

    def unexpected(self):
        """What it complained of and was not expected."""
        return [line for line in self.complaints if not any(word in line for word in self._expected)]

    def _heard(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} {message.location.get('url')}")

    def _asked(self, request):
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.elsewhere.append(request.url)

    def go(self, path):
        self.page.goto(self.address + path)
        return self.page

    def answer_all(self):
        """Take the first choice of each question until there is none."""
        for _ in range(30):
            self.page.wait_for_selector(".question, .verdict")
            choice = self.page.query_selector(".question .choice")
            if choice is None:
                return
            lines = self.page.locator(".step").count()
            if not choice.is_visible():  # damage is dealt by tapping; its ways stand in a list that is folded
                self.page.click(".question .fold summary")
            choice.click()
            self.page.wait_for_function("lines => document.querySelectorAll('.step').length > lines", arg=lines)
        raise AssertionError("the questions do not end")


@contextmanager
def serving_pages(folder, **settings):
    """A server of this process: its application and its address."""
    app = create_app(Settings(database_url=f"sqlite:///{folder}/umpire.db", log_level="error", **settings))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, ws="none"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive(), "the server did not start")
    assert thread.is_alive(), "the server stopped"
    yield app, f"http://{HOST}:{server.servers[0].sockets[0].getsockname()[1]}"
    connections = server.server_state.connections

    def cut():
        for connection in list(connections):
            connection.transport.abort()

    while connections:  # of pages that still wait for news; each would be left open where the loop ends before it
        server.servers[0].get_loop().call_soon_threadsafe(cut)
        wait_until(lambda: not connections, "a connection stays open")
    server.should_exit = server.force_exit = True
    thread.join(LONG)


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """The address of a server of this process."""
    with serving_pages(tmp_path_factory.mktemp("hall")) as (_, address):
        yield address


@pytest.fixture(scope="module")
def hall(request):
    """A browser; of a module, because its event loop must be gone before other tests begin theirs."""
    if CHROMIUM is None:
        pytest.skip("NO CHROMIUM: the pages are not tried in a browser")
    from playwright.sync_api import sync_playwright

    address = request.getfixturevalue("address")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"],
        )
        yield Hall(address, browser)
        browser.close()


@pytest.fixture
def visitor(hall):
    """Makes visitors; none of them may have had anything to complain of."""
    made = []

    def make(**settings):
        made.append(Visitor(hall, **settings))
        return made[-1]

    yield make
    for one in made:
        one.context.close()
        assert one.unexpected() == []
        assert one.elsewhere == []


VECTORS = Path(__file__).parents[1] / "vectors" / "fairness.json"


def pytest_terminal_summary(terminalreporter):
    """A skipped browser is told in the last lines, so that nobody takes the pages for tried."""
    for browser, is_there, packages in (
        ("CHROMIUM", CHROMIUM, "chromium-headless-shell"),
        ("FIREFOX", FIREFOX, "firefox-esr"),
        ("WEBKIT", webkit.IS_THERE, "webkit2gtk-driver xvfb"),
    ):
        if not is_there:
            terminalreporter.section(f"NO {browser}", red=True)
            terminalreporter.write_line(f"The pages were not tried in this browser: install {packages}.")
