"""Ports of this machine, for the servers of `make run`."""

import socket


def free_port(wanted: int = 0) -> int:
    """A port of 127.0.0.1 that nobody uses now: the wanted one if possible, so that addresses told live on."""
    if wanted and not is_taken(wanted):
        return wanted
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def next_free(port: int) -> int:
    """The first port above that nobody uses."""
    return next((above for above in range(port + 1, port + 100) if not is_taken(above)), 0) or free_port()


def is_taken(port: int) -> bool:
    """Whether somebody listens there now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # ports in TIME_WAIT are free
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
        return False
