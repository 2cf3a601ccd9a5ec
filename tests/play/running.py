"""Test servers."""

import subprocess
import sys
import threading
from time import monotonic, sleep

from africana_env.play.addresses import listen
from africana_env.play.server import make_server
from africana_env.play.tables import Tables


class Running:
    """A server in a thread."""

    def __init__(self, room, port=0, for_agents=False, allowed=()):
        self._listening = listen("127.0.0.1", port)
        self.port = self._listening.getsockname()[1]
        self.link = f"http://127.0.0.1:{self.port}/{next(iter(room.seats))}"
        self._server = make_server(Tables(room), "127.0.0.1", for_agents, allowed)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listening]}, daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stop()

    def until_answering(self, number):
        """Wait until `number` requests are open."""
        wait_for(lambda: len(self._server.server_state.tasks) == number)

    def stop(self, at_once=False):
        """Stop the server; `at_once` is like a second Ctrl-C."""
        self._server.force_exit = at_once
        self._server.should_exit = True
        self._thread.join(600)
        assert not self._thread.is_alive()
        self._listening.close()


def start(*arguments, **options):
    """Start `africana ARGUMENTS` with `Popen` options; returns the process and the first link that it prints."""
    command = [sys.executable, "-m", "africana_env.cli", *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    return process, process.stdout.readline().split()[-1]


def wait_for(condition, seconds=120):
    ends = monotonic() + seconds
    while not condition():
        assert monotonic() < ends
        sleep(0.01)
