"""Makes a shipped validation set and its bounds.

`python -m tamaya.benchmark.shipping people 2 quick` makes those of a track, a number of players and
a size; with a fourth word `set` only the set. An interrupted call resumes. A set that is already
shipped is kept; delete its file to grow it again.
"""

from __future__ import annotations

import sys
import time

from tamaya.benchmark.bounds import bounds_name, find_bounds
from tamaya.benchmark.growing import grow_test_set
from tamaya.benchmark.protocol import FULL, QUICK, VALIDATION_SEED, track_named
from tamaya.benchmark.validation import FOLDER, set_file
from tamaya.files import write_whole


def ship(track: str, players: int, size: str, what: str = "bounds") -> None:
    """Writes a validation set into the package, and its bounds unless `what` is "set"."""
    quick = size == "quick"
    FOLDER.mkdir(exist_ok=True)
    started = time.process_time()
    partners = grow_test_set(VALIDATION_SEED, players, quick=quick, track=track)
    partners.write(set_file(track_named(track), players, QUICK if quick else FULL))
    print(f"{len(partners.partners)} partners, {time.process_time() - started:.0f} s of CPU time")
    if what == "set":
        return

    def tell(step: str, done: int, total: int) -> None:
        print(f"{done} of {total} bounds, {time.process_time() - started:.0f} s", flush=True)

    bounds = find_bounds(partners, quick=quick, tell=tell)
    text = "".join(bounds[partner.name].line() for partner in partners.partners)
    write_whole(FOLDER / bounds_name(partners, quick=quick), text)


if __name__ == "__main__":
    ship(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
