import socket

import pytest

from africana_env import UserError
from africana_env.play.addresses import checked_patterns, is_allowed_host, listen

NAMES = ["mybox", "hub.example", "*.apps.example"]


def test_a_port_in_use_is_reported_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match=f"cannot listen on 127.0.0.1, port {port}: another program uses this port"):
            listen("127.0.0.1", port)
    with pytest.raises(UserError, match="a --port from 1 to 65535"):
        listen("127.0.0.1", 10**6)


@pytest.mark.parametrize(
    "authority",
    [
        *("evil.example", "hub.example.evil.example", "xhub.example", "apps.example", "xapps.example", "", ":80", "*"),
        *("evil.example@localhost", "localhost/", "localhost evil.example", "[::1", "[evil.example]", "localhost:x"),
    ],
)
def test_what_may_be_the_name_of_somebody_else_is_refused(authority):
    assert not is_allowed_host(authority, NAMES)


def test_every_name_is_allowed_only_if_that_is_said():
    assert is_allowed_host("evil.example", ["*"])
    assert not is_allowed_host("", ["*"])
    assert not is_allowed_host("evil.example", [])


@pytest.mark.parametrize("name", ["", "https://hub.example", "hub.example:8000", "hub.*", "*hub.example", "a b", "*."])
def test_what_is_no_name_is_refused(name):
    with pytest.raises(UserError, match="--allow_host needs a name such as hub"):
        checked_patterns([name])


def test_names_are_compared_in_small_letters():
    assert checked_patterns(["Hub.Example", "*.Apps.Example", "*"]) == ["hub.example", "*.apps.example", "*"]
