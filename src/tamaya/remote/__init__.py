"""Remote agents: programs in any language that play by a line-based JSON protocol.

`remote:COMMAND` starts a program for each player and talks to its standard input and output;
`remote:http://host:port/path` posts the same messages. docs/remote.md describes the protocol.
"""

from tamaya.remote.agent import RemoteAgent, RemotePlayer
from tamaya.remote.messages import PROTOCOL, view_message

__all__ = ["PROTOCOL", "RemoteAgent", "RemotePlayer", "view_message"]
