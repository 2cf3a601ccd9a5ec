"""Servers to test with."""

import threading

from africana_env.play.server import listen, make_server


class Running:
    """A server in a thread."""

    def __init__(self, room, port=0, for_agents=False):
        self._listening = listen("127.0.0.1", port)
        self.port = self._listening.getsockname()[1]
        self.link = f"http://127.0.0.1:{self.port}/{next(iter(room.seats))}"
        self._server = make_server(room, "127.0.0.1", for_agents)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listening]}, daemon=True)
        self._thread.start()

    def stop(self):
        self._server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()
        self._listening.close()
