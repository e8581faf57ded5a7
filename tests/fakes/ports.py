"""Ports for servers that are started later, and again after a kill."""

import random
import socket
from contextlib import suppress

PORTS = range(20_000, 32_000)  # below those the kernel lends to clients, so that a later start finds its port free


def free_port() -> int:
    """A port nobody listens at now."""
    for port in random.sample(PORTS, 50):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no free port")
