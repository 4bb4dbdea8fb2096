"""Ports for servers that tests start."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager


@contextmanager
def reserved_ports(count: int) -> Iterator[list[int]]:
    """Ports that the system gives to nobody else; servers that are told of them may use them.

    A socket that is bound but does not listen keeps a port, and lets others listen there if they
    reuse addresses, as servers do.
    """
    with ExitStack() as stack:
        ports: list[int] = []
        for _ in range(count):
            holder = stack.enter_context(socket.socket())
            holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            holder.bind(("127.0.0.1", 0))
            ports.append(holder.getsockname()[1])
        yield ports
