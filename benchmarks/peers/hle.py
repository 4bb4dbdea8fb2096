"""DeepMind's Hanabi Learning Environment, compiled from its PyPI source with a driver of ours.

The C++ library is called directly (hle_random.cpp), so the
measurement includes no Python and no foreign-function layer.
"""

import hashlib
import os
from pathlib import Path

from .commands import run
from .sdist import Sdist, fetch

SOURCE = Sdist(
    name="hanabi-learning-environment",
    version="0.0.4",
    sha256="a032a914bb4b0165372591f1fce57922431b494dd0332db36f61da9bddd6f447",
)
CACHE = Path(__file__).resolve().parents[2] / "build" / "peers"
DRIVER = Path(__file__).with_name("hle_random.cpp")
# The package's own CMakeLists.txt compiles a shared library, with -O2 -std=c++11 -fPIC. That takes
# 4 % more instructions a step than this, so the choice favours the peer.
COMPILE = ("g++", "-O2", "-std=c++17")


def build() -> Path:
    """Returns the compiled driver, fetching and compiling only what is not in the cache yet.

    :raises PeerUnavailable: no network for the first download, or no working g++.
    """
    key = hashlib.sha256("\n".join([*COMPILE, SOURCE.sha256, DRIVER.read_text()]).encode())
    binary = CACHE / f"hle_random-{key.hexdigest()[:12]}"
    if not binary.exists():
        library = fetch(SOURCE, CACHE) / "hanabi_learning_environment" / "hanabi_lib"
        sources = [str(DRIVER), *sorted(map(str, library.glob("*.cc")))]
        partial = binary.with_suffix(f".{os.getpid()}")
        command = [*COMPILE, f"-I{library}", *sources, "-o", str(partial)]
        run(command, purpose="compile the Hanabi Learning Environment")
        partial.rename(binary)
    return binary
