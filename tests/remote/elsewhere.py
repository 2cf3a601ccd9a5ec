"""A test server for remote agents and models."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Elsewhere(ThreadingHTTPServer):
    """A server that answers with `reply(content)`: a text, a status, or a status with headers and a text."""

    daemon_threads = True

    def __init__(self, reply):
        super().__init__(("127.0.0.1", 0), Handler)
        self.reply = reply

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        content = json.loads(self.rfile.read(int(self.headers["content-length"])))
        answer = self.server.reply(content)
        if not isinstance(answer, tuple):
            answer = (answer, {}, "") if isinstance(answer, int) else (200, {}, answer)
        status, headers, body = answer
        self.send_response(status)
        length = {"content-type": "application/json", "content-length": str(len(body.encode()))}
        for header in (length | headers).items():
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


def endless(status, part, pause, ended):
    """Return a handler that sends `part` every `pause` seconds until the event `ended` is set or the client closes. Its
    list `sent` has the sizes sent; its event `closed` is set when the client closes."""

    class Endless(Handler):
        sent, closed = [], threading.Event()

        def do_POST(self):
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(status)
            self.end_headers()
            try:
                while not ended.wait(pause):
                    self.wfile.write(part)
                    self.wfile.flush()
                    self.sent.append(len(part))
            except OSError:
                self.closed.set()

    return Endless


@contextmanager
def elsewhere(reply):
    server = Elsewhere(reply)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
