"""The requests on the page for those who make apps: each works in a terminal as it is printed, and as it is sent."""

import json
import subprocess

from tests.web.conftest import HOST


def printed(page, n):
    """The request as it stands on the page, in a terminal that finds the address."""
    command = (
        page.inner_text(f"#step-{n} pre").replace(HOST, "127.0.0.1").replace("curl -s", "curl -s --fail-with-body")
    )
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return json.loads(done.stdout)


def sent(page, n):
    page.click(f"[data-key=send-{n}]")
    page.wait_for_selector(f"#answer-{n} pre")
    return json.loads(page.inner_text(f"#answer-{n} pre"))


def test_every_request_works_as_it_is_printed_and_as_it_is_sent(visitor):
    page = visitor().go("/developers")
    page.wait_for_selector("body.ready")
    assert page.locator("#flow > li").count() == 5
    for n in range(5):
        assert page.locator("#flow > li > div:first-child pre").count() == max(
            3, n + 1
        )  # the others wait for an answer
        there = printed(page, n)
        here = sent(page, n)
        assert there.keys() == here.keys()
    assert here["status"] == "resolved"
