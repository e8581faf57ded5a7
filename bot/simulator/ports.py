"""Ports of this machine, for the servers of `make run`."""

import socket

import requests

LARGEST = 65_535


def port_number(typed: str) -> int:
    """The number of a port as somebody types it. Raises ValueError, which argparse tells in one line."""
    if not 1 <= (number := int(typed)) <= LARGEST:
        raise ValueError
    return number


def free_port(wanted: int = 0) -> int:
    """A port of 127.0.0.1 that nobody uses now: the wanted one if possible, so that addresses told live on."""
    if 0 < wanted <= LARGEST and not is_taken(wanted):
        return wanted
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def next_free(number: int) -> int:
    """The first port above that nobody uses."""
    above = range(number + 1, min(number + 99, LARGEST) + 1)
    return next((each for each in above if not is_taken(each)), 0) or free_port()


def is_taken(number: int) -> bool:
    """Whether somebody listens there now, or we may not: the first thousand are the system's."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # ports in TIME_WAIT are free
        try:
            probe.bind(("127.0.0.1", number))
        except OSError:
            return True
        return False


def answers(url: str) -> bool:
    """Whether an address of ours is served, without any proxy."""
    try:
        with requests.Session() as session:
            session.trust_env = False
            return session.get(url, timeout=1).ok
    except requests.RequestException:
        return False
