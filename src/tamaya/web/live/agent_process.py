"""A process in which agents think: it keeps their server and answers over a pipe.

It is a program of its own, so that an agent that hangs can be ended without the server.
"""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing.connection import Connection

from tamaya.web.live.agent_server import AgentReply, AgentServer


def main() -> None:
    """Answers until the other side closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
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
    os._exit(0)  # threads that an agent started do not keep the process alive
