"""A server for the tests of a client in another language: they can have it ended and started again."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def table(nursery, url) -> Iterator[dict[str, str]]:
    """What the environment of the tests tells of a server on a database."""
    servers = [nursery.start(url)]

    class Restart(BaseHTTPRequestHandler):
        def do_POST(self):
            servers[-1].send_signal(15)
            servers[-1].wait()
            servers.append(nursery.start(url, port=servers[-1].port))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    door = HTTPServer(("127.0.0.1", 0), Restart)
    thread = threading.Thread(target=door.serve_forever)
    thread.start()
    try:
        yield {
            "UMPIRE_TEST_URL": f"http://127.0.0.1:{servers[0].port}",
            "UMPIRE_TEST_RESTART": f"http://127.0.0.1:{door.server_port}",
            "UMPIRE_TEST_ROOT": str(ROOT),
        }
    finally:
        door.shutdown()
        door.server_close()
        thread.join()
