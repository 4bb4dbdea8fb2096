"""Drives an agent in another process, and shows what happens if it fails.

python examples/drive_remote_agent.py

The client is examples/remote_agent.py; it could be written in any language.
"""

import sys
from pathlib import Path

import tamaya as ty

CLIENT = Path(__file__).with_name("remote_agent.py")
BROKEN = "input(); make_coffee()"
"""a program that fails at the first message"""

if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    remote = f'remote:"{sys.executable} {CLIENT}"(seconds=20)'
    print(ty.match(remote, "piers", games=games))

    broken = ty.match(f"remote:\"{sys.executable} -c '{BROKEN}'\"", "piers", games=2)
    for seed, why in broken.lost.items():
        print(f"game {seed} was lost: {why}")
