import socket

import pytest

from africana_env import UserError
from africana_env.play.addresses import checked_patterns, is_same_site, listen, may_ask_by

NAMES = ["mybox", "hub.example", "*.apps.example"]


def test_a_port_in_use_is_reported_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match=f"cannot listen at 127.0.0.1, port {port}: another program uses this port"):
            listen("127.0.0.1", port)
    with pytest.raises(UserError, match="a --port from 1 to 65535"):
        listen("127.0.0.1", 10**6)


@pytest.mark.parametrize(
    "name", ["localhost", "127.0.0.1", "10.0.0.7", "[::1]", "MyBox", "hub.example", "a.apps.example"]
)
@pytest.mark.parametrize("port", ["", ":8000"])
def test_what_leads_here_and_nowhere_else_may_be_asked_for(name, port):
    assert may_ask_by(name + port, NAMES)


@pytest.mark.parametrize(
    "authority",
    [
        *("evil.example", "hub.example.evil.example", "xhub.example", "apps.example", "xapps.example", "", ":80", "*"),
        *("evil.example@localhost", "localhost/", "localhost evil.example", "[::1", "[evil.example]", "localhost:x"),
    ],
)
def test_what_may_be_the_name_of_somebody_else_is_refused(authority):
    assert not may_ask_by(authority, NAMES)


def test_every_name_is_allowed_only_if_that_is_said():
    assert may_ask_by("evil.example", ["*"])
    assert not may_ask_by("", ["*"])
    assert not may_ask_by("evil.example", [])


@pytest.mark.parametrize(
    ("origin", "authority", "is_same"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("https://localhost:8000", "localhost:8000", True),
        ("http://localhost:8000", "localhost:8001", False),
        ("http://127.0.0.1:8000", "localhost:8000", False),
        ("https://hub.example", "localhost:8000", True),
        ("https://evil.example", "localhost:8000", False),
        ("https://evil.example", "hub.example", False),
        ("file://hub.example", "hub.example", False),
        ("null", "localhost:8000", False),
        ("", "", False),
    ],
)
def test_a_page_belongs_to_the_server_that_it_asks_for(origin, authority, is_same):
    assert is_same_site(origin, authority, NAMES) == is_same


@pytest.mark.parametrize("name", ["", "https://hub.example", "hub.example:8000", "hub.*", "*hub.example", "a b", "*."])
def test_what_is_no_name_is_refused(name):
    with pytest.raises(UserError, match="--allow_host needs a name such as hub"):
        checked_patterns([name])


def test_names_are_compared_in_small_letters():
    assert checked_patterns(["Hub.Example", "*.Apps.Example", "*"]) == ["hub.example", "*.apps.example", "*"]
