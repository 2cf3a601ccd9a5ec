"""The address a server listens on, and the host names that it accepts.

A foreign page can make a browser send requests to this server, even under the page's own host name (DNS rebinding).
Requests must therefore name `localhost`, an address or an allowed name, and websockets must come from our own pages.
"""

import errno
import re
import socket
from collections.abc import Mapping, Sequence
from ipaddress import ip_address

from africana_env.engine.process.errors import UserError, error_reason, format_name

AUTHORITY = re.compile(r"(\[[0-9a-f:.]+\]|[^][\s:/?#@]+)(:[0-9]*)?", re.IGNORECASE)
"""A name or an address, with an optional port."""
PATTERN = re.compile(r"[*]|([*][.])?[^][\s:/?#@*]+")
"""A name, a name's subdomains, or `*` for all names."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 means any free port. Raises `UserError` if that fails."""
    if not 0 <= port < 1 << 16:
        raise UserError(f"cannot listen on port {port}: use a --port from 1 to 65535")
    try:
        if ":" in host:
            every = socket.has_dualstack_ipv6()
            return socket.create_server((host, port), family=socket.AF_INET6, dualstack_ipv6=every)
        return socket.create_server((host, port))
    except OSError as error:
        reason = f"{error_reason(error)}: use another --port or --host"
        if error.errno == errno.EADDRINUSE:
            reason = "another program uses this port: choose another --port, or leave it out"
        raise UserError(f"cannot listen on {format_name(host)}, port {port}: {reason}") from None


def canonical_host(host: str) -> str:
    """Return a host as browsers send it: addresses in full (127.0.0.1 for 127.1), names in lower case."""
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except OSError:
        return ip_address(host).compressed if is_address(host) else host.lower()


def address_of(host: str, listening: socket.socket) -> str:
    """Return `HOST:PORT` for links to the server, with `localhost` if it listens on every address."""
    at, port = listening.getsockname()[:2]
    name = "localhost" if ip_address(at).is_unspecified else host
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


def checked_patterns(names: Sequence[str]) -> list[str]:
    """Return the names of `--allow_host` in lower case; raises `UserError` for a malformed one."""
    for name in names:
        if not PATTERN.fullmatch(name):
            raise UserError(f"--allow_host needs a name such as hub.example or *.hub.example, not {format_name(name)}")
    return [name.lower() for name in names]


def is_allowed_host(authority: str, names: Sequence[str]) -> bool:
    """Return whether a server with these names answers requests with this `Host` header."""
    name = name_of(authority)
    return name == "localhost" or is_address(name) or matches(name, names)


def is_from_site(headers: Mapping[str, str], allowed: Sequence[str]) -> bool:
    """Return whether a request with these headers comes from a page of this server, see `is_same_site`."""
    return is_same_site(headers.get("origin", ""), headers.get("host", ""), allowed)


def is_same_site(origin: str, authority: str, allowed: Sequence[str]) -> bool:
    """Return whether a page from `origin` belongs to the server named `authority` in the request. A proxy may serve the
    page over HTTPS or rename the host; the browser's host is then one of `allowed`."""
    scheme, _, place = origin.partition("://")
    return scheme in ("http", "https") and (place == authority or matches(name_of(place), allowed))


def name_of(authority: str) -> str:
    """Return the name or address in `HOST:PORT` in lower case, or "" if malformed."""
    found = AUTHORITY.fullmatch(authority)
    return "" if found is None else found[1].strip("[]").lower()


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def matches(name: str, patterns: Sequence[str]) -> bool:
    """Return whether a name matches a pattern: a name, `*.hub.example` for subdomains, or `*` for any name."""
    return name != "" and any(name == one or (one.startswith("*") and name.endswith(one[1:])) for one in patterns)
