"""Hashes of what every experiment measures at scale `tiny`; run as a program, it records them.

python -m tests.reproduce.tiny_results [EXPERIMENT ...]
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from pathlib import Path

from tamaya.reproduce import experiment, experiment_names

RECORDED = Path(__file__).with_suffix(".json")


def cells_hash(result: str) -> str:
    """The SHA-256 of the measured cells in a result's file: nothing about its version."""
    return hashlib.sha256(result.partition('"cells"')[2].encode()).hexdigest()


def recorded_hashes() -> dict[str, str]:
    """The hash of each experiment."""
    hashes: dict[str, str] = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    return hashes


def _record(names: list[str]) -> None:
    hashes = recorded_hashes()
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            hashes[name] = cells_hash(experiment(name).run("tiny").to_json())
            print(name, hashes[name], flush=True)
        ordered = {known: hashes[known] for known in experiment_names() if known in hashes}
        RECORDED.write_text(json.dumps(ordered, indent=1) + "\n")


if __name__ == "__main__":
    _record(sys.argv[1:] or experiment_names())
