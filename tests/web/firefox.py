"""Firefox, as Debian has it, over WebDriver BiDi."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FIREFOX = next((found for name in ("firefox-esr", "firefox") if (found := shutil.which(name))), None)
"""Where it is, or None where there is none."""
DRIVER = Path(__file__).with_suffix(".cjs")


@contextmanager
def firefox(host: str) -> Iterator:
    """A browser in which a host is this machine, at an address that it does not trust."""
    from playwright.sync_api import sync_playwright

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NODE_OPTIONS", f'--require="{DRIVER}"')
        with sync_playwright() as playwright:
            browser = playwright.firefox.launch(
                channel="moz-firefox",
                executable_path=FIREFOX,
                firefox_user_prefs={"network.dns.localDomains": host},
            )
            yield browser
            browser.close()
