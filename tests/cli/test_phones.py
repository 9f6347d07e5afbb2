"""Phones in the same Wi-Fi: every address that is printed leads to the service, and so does its code."""

import io
import re
import subprocess
import sys
from contextlib import contextmanager

import ifaddr
import pytest
import segno

from app.cli.phones import LIGHT_ON_DARK, PLAIN, code_of, print_addresses
from app.web.lan import lan_addresses
from tests.qr import read_matrix, read_terminal
from tests.servers import environment_for, free_port, is_ready


def adapter(name, *addresses):
    return ifaddr.Adapter(name, name, [ifaddr.IP(address, 24, name) for address in addresses])


def test_addresses_are_those_that_others_reach():
    adapters = [
        adapter("lo", "127.0.0.1", ("::1", 0, 0)),
        adapter("eth0", "203.0.113.9", "192.168.1.23", ("fd00::2", 0, 0)),
        adapter("wlan0", "10.0.0.5", "169.254.3.4"),
        adapter("docker0", "172.17.0.1"),
        adapter("br-0a1b2c", "172.18.0.1"),
        adapter("utun3", "100.64.0.2"),
        adapter("Hyper-V Virtual Ethernet Adapter", "172.20.0.1"),
        adapter("Intel(R) Wi-Fi 6 AX201", "10.0.0.5"),
    ]
    assert lan_addresses(adapters) == ["10.0.0.5", "192.168.1.23", "203.0.113.9"]


@pytest.mark.parametrize("url", ["http://192.168.1.23:8000", "http://10.0.0.5:8000", "https://dice.example/umpire"])
def test_the_code_in_the_terminal_says_the_address(url):
    code = code_of(url, io.StringIO()).splitlines()
    assert read_terminal(code) == url
    assert len({len(line) for line in code}) == 1


def test_the_reader_of_codes_reads_every_mask():
    for mask in range(8):
        code = segno.make("http://192.168.1.23:8000", error="m", micro=False, mask=mask, boost_error=False)
        assert read_matrix([list(row) for row in code.matrix]) == "http://192.168.1.23:8000"


class Terminal(io.StringIO):
    """A terminal with colours."""

    def isatty(self):
        return True


def test_a_terminal_shows_the_code_light_on_dark_whatever_its_colours():
    for line in code_of("http://10.0.0.5:8000", Terminal()).splitlines():
        assert line.startswith(LIGHT_ON_DARK)
        assert line.endswith(PLAIN)


def test_a_terminal_without_blocks_is_told_the_addresses_alone(monkeypatch):
    monkeypatch.setattr("app.cli.phones.lan_addresses", lambda: ["10.0.0.5"])
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    print_addresses(8000, None, out)
    assert b"http://10.0.0.5:8000\n" in out.buffer.getvalue()


def test_the_public_address_is_the_first_that_phones_are_told(monkeypatch):
    monkeypatch.setattr("app.cli.phones.lan_addresses", lambda: ["10.0.0.5"])
    print_addresses(8000, "https://dice.example", out := io.StringIO())
    assert re.findall(r"^http.*", out.getvalue(), re.MULTILINE) == ["https://dice.example", "http://10.0.0.5:8000"]


def test_without_a_network_it_is_said(monkeypatch):
    monkeypatch.setattr("app.cli.phones.lan_addresses", list)
    print_addresses(8000, None, out := io.StringIO())
    assert (
        out.getvalue() == "This machine is not connected to a network: join the Wi-Fi of the phones and start again.\n"
    )


@contextmanager
def serving(url, *arguments):
    environment = {**environment_for(url), "UMPIRE_LOG_LEVEL": "info", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "app.cli", "serve", *arguments]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def told_until(process, last):
    """The lines up to the one in which this stands."""
    lines = []
    while not lines or last not in lines[-1]:
        line = process.stdout.readline()
        assert line, "\n".join(lines)
        lines.append(line.rstrip("\n"))
    return lines


def test_every_code_that_is_printed_leads_to_the_service(sqlite_url):
    port = free_port()
    with serving(sqlite_url, "--lan", "--port", str(port)) as process:
        lines = told_until(process, "No phone gets in?")
        urls = [line for line in lines if line.startswith("http")]
        if not urls:
            pytest.skip("this machine is in no network")
        assert urls == [f"http://{address}:{port}" for address in lan_addresses()]
        for url in urls:
            below = lines[lines.index(url) + 1 :]
            code = below[: next(n for n, line in enumerate(below) if not set(line) <= set("█▀▄ ") or not line)]
            assert read_terminal(code) == url
            assert is_ready(port, re.search(r"//(.*):", url).group(1))


def test_a_server_for_this_machine_alone_says_how_phones_get_in(sqlite_url):
    port = free_port()
    with serving(sqlite_url, "--port", str(port)) as process:
        line = told_until(process, "umpire serve --lan")[-1]
    assert (
        f"only this machine reaches http://127.0.0.1:{port}; for phones in the same Wi-Fi: umpire serve --lan" in line
    )


def test_a_host_and_all_interfaces_exclude_each_other(sqlite_url):
    with serving(sqlite_url, "--lan", "--host", "127.0.0.1") as process:
        assert "not allowed with argument" in process.stdout.read()
        assert process.wait() == 2
