"""Which addresses are fetched: hostile notations, hostile answers of DNS, and what the exemption exempts from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clients.addresses import CheckedAddress, check, is_public
from bot.errors import AddressRefused, PermanentError

PUBLIC = "93.184.216.34"


def public(_host: str, _port: int) -> list[str]:
    return [PUBLIC]


HOSTILE = [
    # IPv4 in every base and length
    *("http://127.0.0.1/", "http://127.1/", "http://127.0.1/", "http://2130706433/", "http://0x7f000001/"),
    *("http://0x7f.1/", "http://0x7f.0.0.0x1/", "http://017700000001/", "http://0177.0.0.1/", "http://0177.0x0.0.1/"),
    *("http://0/", "http://0.0.0.0/", "http://0x/", "http://127.0.0.1./", "http://10.0.0.1/", "http://192.168.1.1/"),
    *("http://172.16.0.1/", "http://169.254.169.254/latest/meta-data/", "http://0xa9fea9fe/", "http://2852039166/"),
    *("http://100.64.0.1/", "http://100.100.100.200/", "http://224.0.0.1/", "http://255.255.255.255/"),
    *("http://8.8.8.8/", "http://1.1.1.1.1/", "http://foo.127.1/", "http://a.0x7f/", "http://00000000177.0.0.1/"),
    # digits and dots that normalisation turns into the same
    *("http://①②⑦.⓪.⓪.①/", "http://127。0。0。1/", "http://127．0．0．1/", "http://127｡0｡0｡1/", "http://１２７.0.0.1/"),
    *(
        "http://𝟙𝟚𝟟.𝟘.𝟘.𝟙/",
        "http://⑯⑨。②⑤④。⑯⑨｡②⑤④/",
        "http://①⓪.0.0.1/",
        "http://0ｘ7f.1/",
        "http://٠/",
        "http://²¹³⁰⁷⁰⁶⁴³³/",
    ),
    # IPv6, with what it can embed
    *(
        "http://[::1]/",
        "http://[::]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[::127.0.0.1]/",
    ),
    *("http://[2002:7f00:1::]/", "http://[64:ff9b::7f00:1]/", "http://[fe80::1]/", "http://[fe80::1%25eth0]/"),
    *("http://[fc00::1]/", "http://[fd00:ec2::254]/", "http://[2001:0:7f00:1::]/", "http://[2606:4700::1111]/"),
    # names that lead home
    *("http://localhost/", "http://LOCALHOST/", "http://localhost./", "http://a.localhost/", "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/"),
    *("http://router/", "http://printer.local/", "http://metadata.google.internal/", "http://db.internal./"),
    *("http://nas.lan/", "http://x.home.arpa/", "http://intranet/", "http://app.localdomain/"),
    # schemes
    *("file:///etc/passwd", "ftp://example.org/", "gopher://example.org/", "javascript:alert(1)", "data:text/html,x"),
    *("//example.org/", "example.org", "http:/example.org/", "http:example.org", "dict://example.org:80/", ""),
    # who is the host?
    *("http://example.org@127.0.0.1/", "http://127.0.0.1@example.org/", "http://user:pw@example.org/"),
    *("http://example.org\\@127.0.0.1/", "http://127.0.0.1\\.example.org/", "http://example.org%40127.0.0.1/"),
    *("http://%31%32%37.0.0.1/", "http://127.0.0.1%2f.example.org/", "http://exam ple.org/", "http://example.org\t/"),
    *("http://example.org\r\nHost: localhost/", "http://example.org\x00/", " http://example.org/", "http://"),
    *("http:///etc", "http://./", "http://../", "http://a..example.org/", "http://-a.example.org/", "http://[/"),
    *("http://example.org:80@127.0.0.1/", "http://[::1]example.org/", "http://exa℀mple.org/", "http://*.example.org/"),
    # ports
    *("http://example.org:22/", "http://example.org:8080/", "https://example.org:6379/", "http://example.org:0/"),
    *("http://example.org:-1/", "http://example.org:99999/", "http://example.org:8０/", "http://example.org:80:80/"),
    "http://example.org/" + "a" * 2_048,
    "http://" + "a." * 130 + "org/",
    "http://" + "a" * 64 + ".org/",
]


def test_there_are_at_least_sixty_hostile_notations() -> None:
    assert len(set(HOSTILE)) >= 60


@pytest.mark.parametrize("url", HOSTILE)
def test_a_hostile_notation_is_refused_whatever_dns_says(url: str) -> None:
    with pytest.raises(AddressRefused):
        check(url, resolver=public)


@pytest.mark.parametrize("url", HOSTILE)
def test_a_hostile_notation_never_reaches_the_resolver(url: str) -> None:
    asked: list[str] = []
    with pytest.raises(AddressRefused):
        check(url, resolver=lambda host, _port: asked.append(host) or [PUBLIC])
    assert asked == []


@pytest.mark.parametrize(
    ("url", "host", "port", "clean"),
    [
        ("http://example.org", "example.org", 80, "http://example.org/"),
        ("HTTPS://Example.ORG/a?b=c#d", "example.org", 443, "https://example.org/a?b=c"),
        ("https://example.org:443/", "example.org", 443, "https://example.org/"),
        ("http://example.org:443/", "example.org", 443, "http://example.org:443/"),
        ("https://École.example.org/é", "xn--cole-9oa.example.org", 443, "https://xn--cole-9oa.example.org/%C3%A9"),
        ("http://example.org./x", "example.org", 80, "http://example.org/x"),
        ("http://my_site.example.org/", "my_site.example.org", 80, "http://my_site.example.org/"),
        ("http://127.0.0.1.example.org/", "127.0.0.1.example.org", 80, "http://127.0.0.1.example.org/"),
        ("http://example.org?q=http://localhost/", "example.org", 80, "http://example.org/?q=http://localhost/"),
    ],
)
def test_an_ordinary_address_passes_and_is_rewritten(url: str, host: str, port: int, clean: str) -> None:
    checked = check(url, resolver=public)
    assert checked == CheckedAddress(clean, clean.partition(":")[0], host, port, (PUBLIC,))


PRIVATE_ANSWERS = [
    *("127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1"),
    *("169.254.169.254", "100.64.0.1", "100.127.255.255", "100.100.100.200", "168.63.129.16", "192.0.0.192"),
    *("192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "198.19.255.255", "192.88.99.1", "224.0.0.1"),
    *("239.255.255.250", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "::8.8.8.8"),
    *("64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::", "2002:808:808::1"),
    *("2001:0:53aa:64c::1", "2001:db8::1", "3fff::1", "2001:10::1", "fc00::1", "fd00:ec2::254", "fe80::1"),
    *("fe80::1%eth0", "fec0::1", "ff02::1", "100::1", "4000::1", "5f00::1", "2620:4f:8000::1", "not an address", ""),
]


@pytest.mark.parametrize("ip", PRIVATE_ANSWERS)
def test_a_name_that_resolves_to_a_closed_address_is_refused(ip: str) -> None:
    with pytest.raises(AddressRefused):
        check("http://example.org/", resolver=lambda _host, _port: [ip])


@pytest.mark.parametrize("ip", PRIVATE_ANSWERS)
def test_one_closed_address_among_public_ones_is_enough_to_refuse(ip: str) -> None:
    with pytest.raises(AddressRefused):
        check("http://example.org/", resolver=lambda _host, _port: [PUBLIC, ip])


@pytest.mark.parametrize(
    "ip", ["8.8.8.8", "100.128.0.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_public_addresses_pass(ip: str) -> None:
    assert is_public(ip)


def test_a_name_without_any_answer_is_a_permanent_error() -> None:
    with pytest.raises(PermanentError):
        check("http://example.org/", resolver=lambda _host, _port: [])


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("http://127.0.0.1:5000/", "127.0.0.1:5000"),
        ("http://127.0.0.1:5000/", "127.0.0.1"),
        ("http://intranet/", "intranet"),
        ("http://[::1]:5000/", "[::1]:5000"),
    ],
)
def test_the_exemption_covers_host_address_and_port(url: str, allowed: str) -> None:
    assert check(url, allow_hosts=[allowed], resolver=lambda _host, _port: ["127.0.0.1"]).url == url


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("http://127.0.0.1:5001/", "127.0.0.1:5000"),
        ("http://10.0.0.1/", "127.0.0.1"),
        ("ftp://127.0.0.1/", "127.0.0.1"),
        ("http://user@127.0.0.1/", "127.0.0.1"),
        ("http://a.intranet/", "intranet"),
    ],
)
def test_the_exemption_covers_nothing_else(url: str, allowed: str) -> None:
    with pytest.raises(AddressRefused):
        check(url, allow_hosts=[allowed], resolver=public)


@given(st.ip_addresses(v=4))
def test_an_ipv6_address_is_as_closed_as_the_ipv4_address_in_it(address: object) -> None:
    assert is_public(f"::ffff:{address}") == is_public(f"64:ff9b::{address}") == is_public(str(address))


@given(st.text(max_size=60))
def test_whatever_the_text_the_answer_is_an_address_or_a_refusal(text: str) -> None:
    for url in (text, f"http://{text}", f"http://example.org{text}"):
        try:
            checked = check(url, resolver=public)
        except PermanentError:
            continue
        assert checked.host.isascii()
        assert checked.ips == (PUBLIC,)
