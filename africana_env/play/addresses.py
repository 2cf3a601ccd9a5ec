"""Where a server listens, and the names by which browsers and agents may ask for it.

A page of somebody else can make a browser ask this server for anything, even under the page's own name (DNS rebinding).
So requests must be for `localhost`, an address, or a name that whoever started the server has named; and a page that
opens a websocket must come from the same place.
"""

import errno
import re
import socket
from collections.abc import Sequence
from ipaddress import ip_address

from africana_env.engine.process.errors import UserError, error_reason, format_name

AUTHORITY = re.compile(r"(\[[0-9a-f:.]+\]|[^][\s:/?#@]+)(:[0-9]*)?", re.IGNORECASE)
"""A name or an address, perhaps with a port."""
PATTERN = re.compile(r"[*]|([*][.])?[^][\s:/?#@*]+")
"""A name, names that end like it, or all names."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections, at any free port for 0; raises `UserError` if there can be none."""
    if not 0 <= port < 1 << 16:
        raise UserError(f"cannot listen at port {port}: use a --port from 1 to 65535")
    try:
        if ":" in host:
            every = socket.has_dualstack_ipv6()
            return socket.create_server((host, port), family=socket.AF_INET6, dualstack_ipv6=every)
        return socket.create_server((host, port))
    except OSError as error:
        raise UserError(f"cannot listen at {format_name(host)}, port {port}: {reason(error)}") from None


def reason(error: OSError) -> str:
    """The error message where no socket takes connections, with what to do."""
    if error.errno == errno.EADDRINUSE:
        return "another program uses this port: choose another --port, or leave it out"
    return f"{error_reason(error)}: use another --port or --host"


def canonical_host(host: str) -> str:
    """A host as browsers write it when they ask for a page: an address in full, 127.0.0.1 for 127.1, and a name in
    small letters."""
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except OSError:
        return ip_address(host).compressed if is_address(host) else host.lower()


def address_of(host: str, listening: socket.socket) -> str:
    """`HOST:PORT` for links to a server that listens at `host`; `localhost` where it listens at every address."""
    at, port = listening.getsockname()[:2]
    name = "localhost" if ip_address(at).is_unspecified else host
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


def checked_patterns(names: Sequence[str]) -> list[str]:
    """The names of `--allow_host`; raises `UserError` for what is none."""
    for name in names:
        if not PATTERN.fullmatch(name):
            raise UserError(f"--allow_host needs a name such as hub.example or *.hub.example, not {format_name(name)}")
    return [name.lower() for name in names]


def may_ask_by(authority: str, names: Sequence[str]) -> bool:
    """Whether a request with this `Host` may be for a server of these names."""
    name = name_of(authority)
    return name == "localhost" or is_address(name) or matches(name, names)


def is_same_site(origin: str, authority: str, allowed: Sequence[str]) -> bool:
    """Whether a page from `origin` belongs to the server that is asked for by `authority`. A proxy may serve it by
    HTTPS, and may ask by another name than the browser: then the browser's is one of `allowed`."""
    scheme, _, place = origin.partition("://")
    return scheme in ("http", "https") and (place == authority or matches(name_of(place), allowed))


def name_of(authority: str) -> str:
    """The name or address in `HOST:PORT`, in small letters; empty if it is malformed."""
    found = AUTHORITY.fullmatch(authority)
    return "" if found is None else found[1].strip("[]").lower()


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def matches(name: str, patterns: Sequence[str]) -> bool:
    """Whether a name is one of the patterns, of which `*.hub.example` is any name that ends so, and `*` any."""
    return name != "" and any(name == one or (one.startswith("*") and name.endswith(one[1:])) for one in patterns)
