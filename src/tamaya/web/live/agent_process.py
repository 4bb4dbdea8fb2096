"""The child process in which agents think. It answers questions over a pipe.

A separate process lets the server kill an agent that hangs.
"""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing.connection import Connection

from tamaya.web.live.agent_server import AgentReply, AgentServer


def main() -> None:
    """Answers questions until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    pipe = Connection(int(sys.argv[1]))
    server = AgentServer()
    pipe.send(AgentReply())  # ready
    while True:
        try:
            question = pipe.recv()
        except EOFError:
            return
        pipe.send(server.answer(question))


if __name__ == "__main__":
    main()
    os._exit(0)  # do not wait for threads that an agent started
