"""A server to test with, for what is asked of agents and models elsewhere."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Elsewhere(ThreadingHTTPServer):
    """A server that answers each request by `reply(content)`: a text, or a number for a status without one."""

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
        self.send_response(answer if isinstance(answer, int) else 200)
        body = b"" if isinstance(answer, int) else answer.encode()
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        if answer == 302:
            self.send_header("location", "/elsewhere")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def endless(status, part, pause, ended):
    """Answers with `part` again and again, with pauses of so many seconds, until the event `ended` is set or nobody
    reads; the list `sent` of the class has what was sent, and its event `closed` is set in the end."""

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
