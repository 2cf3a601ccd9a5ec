"""A test proxy that serves another server under a path, as JupyterHub does."""

import shutil
import ssl
import subprocess
import threading
from contextlib import suppress
from socket import create_connection
from socketserver import StreamRequestHandler, ThreadingTCPServer

import pytest

PREFIX = "/user/ann/proxy/8000"


class Proxy(ThreadingTCPServer):
    """Forwards requests below `PREFIX` to the server at `port`. Uses HTTPS if it has a certificate; `renames` replaces
    the browser's `Host` header."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, port, certificate=None, renames=False):
        super().__init__(("127.0.0.1", 0), Passing)
        self.target, self.renames, self.context = port, renames, None
        if certificate is not None:
            self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            self.context.load_cert_chain(certificate)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """A browser may hang up at any time."""


class Passing(StreamRequestHandler):
    """One request, and the websocket if it opens one."""

    def setup(self):
        if self.server.context is not None:
            self.request = self.server.context.wrap_socket(self.request, server_side=True)
        super().setup()

    def handle(self):
        first, *lines = iter(lambda: self.rfile.readline().strip(), b"")
        method, path, version = first.decode().split()
        if not path.startswith(f"{PREFIX}/"):
            return
        names = dict(line.decode().split(": ", 1) for line in lines)
        if "Upgrade" not in names:
            names["Connection"] = "close"
        if self.server.renames:
            names["Host"] = f"localhost:{self.server.target}"
        head = "".join(f"{name}: {value}\r\n" for name, value in names.items())
        with create_connection(("127.0.0.1", self.server.target)) as there:
            there.sendall(f"{method} {path.removeprefix(PREFIX)} {version}\r\n{head}\r\n".encode())
            threading.Thread(target=self.send_on, args=(there,), daemon=True).start()
            while answer := there.recv(1 << 16):
                self.wfile.write(answer)

    def send_on(self, there):
        with suppress(OSError, ValueError):  # `handle` closes the file once the answer is complete
            while asked := self.rfile.read1(1 << 16):
                there.sendall(asked)


def certificate(folder):
    """Return a file with a self-signed certificate and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed: HTTPS is not tested")
    file = folder / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=hub.localhost"]
    subprocess.run([*made, "-keyout", file, "-out", folder / "half.pem"], check=True, capture_output=True)
    file.write_bytes(file.read_bytes() + (folder / "half.pem").read_bytes())
    return file
