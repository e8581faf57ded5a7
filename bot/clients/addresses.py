"""Which web addresses we are willing to fetch: one strict parse, then one look-up whose every answer is judged.

The result carries the judged IP addresses, so that the connection goes to them and not to what a second look-up
might say (rebinding). Nothing here opens a connection."""

import re
import socket
import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

import idna
import requests

from bot.errors import AddressRefused, PermanentError, TransientError
from bot.text.safe import safe_text

Resolver = Callable[[str, int], Sequence[str]]

MAX_URL_CHARS = 2_048
MOST_LAYERS = 4  # `%2e%2e` is unescaped first and resolved then
DEFAULT_PORTS = {"http": 80, "https": 443}
LOCAL_SUFFIXES = ("localhost", "local", "internal", "localdomain", "intranet", "private", "corp", "home", "lan", "arpa")

FORBIDDEN_CHARACTERS = re.compile(r"[\x00-\x20\x7f-\xa0\\\u2028\u2029]")
NUMERIC_LABEL = re.compile(r"(0x[0-9a-f]*|[0-9]+)")  # a host that ends in one is an IP address to some resolver
PLAIN_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")

# Python's is_global calls several of these public (measured on 3.11), hence our own list. IANA special-purpose
# registries, plus 168.63.129.16 (Azure's wire server); 169.254.169.254 and 100.100.100.200 fall in listed blocks.
CLOSED_IPV4 = tuple(
    ip_network(block)
    for block in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
        *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
        *("224.0.0.0/4", "240.0.0.0/4"),
    )
)
# Only global unicast is open, less protocol assignments (Teredo, ORCHID…), documentation and 6to4.
OPEN_IPV6 = IPv6Network("2000::/3")
CLOSED_IPV6 = tuple(
    IPv6Network(block) for block in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
)
NAT64 = IPv6Network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class CheckedAddress:
    """An address that passed. `url` is rewritten with the host in ASCII; `ips` are the judged answers, to be
    connected to in order; `host` goes into the Host header, SNI and the certificate check."""

    url: str
    scheme: str
    host: str
    port: int
    ips: tuple[str, ...]

    @property
    def authority(self) -> str:
        """The Host header: host, and the port where it is not the scheme's own."""
        return urlsplit(self.url).netloc


def check(url: str, *, allow_hosts: Collection[str] = (), resolver: Resolver | None = None) -> CheckedAddress:
    """Judge `url` and look its host up, once. `allow_hosts` (`host` or `host:port`) are exempt from the rules on
    hosts, ports and IP addresses, from no other. Raises AddressRefused, or TransientError when DNS fails."""
    clean = canonical(url)
    parts = urlsplit(clean)
    host, port = parts.hostname or "", _port(parts)
    exempt = bool({host, f"{host}:{port}", f"[{host}]:{port}"} & set(allow_hosts))
    if not exempt:
        _refuse_host(host)
        if port not in DEFAULT_PORTS.values():
            raise AddressRefused(f"port {port} is not fetched, only 80 and 443")
    ips = tuple(dict.fromkeys((resolver or resolve)(host, port)))
    if not ips:
        raise PermanentError(f"{host} has no address")
    if not exempt and not all(is_public(ip) for ip in ips):
        raise AddressRefused(f"{host} is not on the public internet")
    return CheckedAddress(clean, parts.scheme, host, port, ips)


def canonical(url: str) -> str:
    """The one spelling of an address, the same that goes over the wire: two spellings that are one here cannot be told
    apart by whoever serves them. Scheme and host in lower-case ASCII, no default port, no root dot, no fragment, dot
    segments resolved, percent-encoding as in RFC 3986 §6.2.2. Raises AddressRefused."""
    parts = _split(url)
    host, port = _host(parts), _port(parts)
    netloc = f"[{host}]" if ":" in host else host
    if port != DEFAULT_PORTS[parts.scheme]:
        netloc += f":{port}"
    address = parts._replace(netloc=netloc, path=parts.path or "/", fragment="").geturl()
    for _ in range(MOST_LAYERS):
        sent = _on_the_wire(address, netloc)
        if sent == address or "%" not in address:  # where nothing was escaped once is enough
            return sent
        address = sent
    raise AddressRefused("the address is malformed")


def spelling(url: str) -> str | None:
    """`canonical`, or None for an address that is never fetched."""
    try:
        return canonical(url)
    except AddressRefused:
        return None


def _on_the_wire(address: str, netloc: str) -> str:
    """By the very function that writes the request line, so that both can never differ."""
    try:
        return urlsplit(str(requests.Request("GET", address).prepare().url))._replace(netloc=netloc).geturl()
    except (requests.RequestException, UnicodeError):
        raise AddressRefused("the address is malformed") from None


def resolve(host: str, port: int) -> list[str]:
    """Every address the machine's resolver knows for `host`. Raises TransientError or PermanentError."""
    try:
        answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except socket.gaierror as error:
        if error.errno == socket.EAI_AGAIN:
            raise TransientError(f"the name {host} could not be looked up just now") from None
        raise PermanentError(f"there is no site named {host}") from None
    return [str(answer[4][0]) for answer in answers]


def is_public(text: str) -> bool:
    """Whether an IP address, and the IPv4 address it may embed, belongs to the public internet."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv4Address):
        return not any(address in block for block in CLOSED_IPV4)
    embedded = _embedded(address)
    if embedded is not None:
        return is_public(str(embedded))
    return address in OPEN_IPV6 and not any(address in block for block in CLOSED_IPV6)


def _embedded(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address a mapped or NAT64 address leads to. Compatible, 6to4 and Teredo addresses are closed
    altogether by the lists above, whatever they embed."""
    if address.ipv4_mapped:
        return address.ipv4_mapped
    return IPv4Address(int(address) & 0xFFFFFFFF) if address in NAT64 else None


def _split(url: str) -> SplitResult:
    if len(url) > MAX_URL_CHARS:
        raise AddressRefused(f"the address is longer than {MAX_URL_CHARS} characters")
    if FORBIDDEN_CHARACTERS.search(url):
        raise AddressRefused("the address holds a space, a control character or a backslash")
    if safe_text(url) != url:
        raise AddressRefused("the address holds characters that nobody sees")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise AddressRefused("the address is malformed") from None
    if parts.scheme not in DEFAULT_PORTS:
        raise AddressRefused("only http and https addresses are fetched")
    if "@" in parts.netloc or "%" in parts.netloc:
        raise AddressRefused("an address with a user name or an escaped host is not fetched")
    return parts


def _host(parts: SplitResult) -> str:
    """The host in lower-case ASCII, without the root dot."""
    name = unicodedata.normalize("NFKC", parts.hostname or "").lower()
    name = re.sub("[\u3002\uff0e\uff61]", ".", name).removesuffix(".")
    if ":" in name:
        return name  # an IPv6 literal, refused unless exempt
    labels = name.split(".")
    if not all(PLAIN_LABEL.fullmatch(label) for label in labels):
        try:
            name = idna.encode(name, uts46=True).decode("ascii")
        except (idna.IDNAError, UnicodeError):
            raise AddressRefused("the address has no valid host name") from None
    if not name or name.endswith(".") or len(name) > 253:
        raise AddressRefused("the address has no valid host name")
    return name


def _port(parts: SplitResult) -> int:
    try:
        port = parts.port
    except ValueError:
        raise AddressRefused("the port is malformed") from None
    return DEFAULT_PORTS[parts.scheme] if port is None else port


def _refuse_host(host: str) -> None:
    labels = host.split(".")
    if ":" in host or NUMERIC_LABEL.fullmatch(labels[-1]):
        raise AddressRefused("an address made of numbers is not fetched: use the site's name")
    if len(labels) == 1 or labels[-1] in LOCAL_SUFFIXES:
        raise AddressRefused(f"{host} is not on the public internet")
