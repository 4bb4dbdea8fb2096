"""Makes the sample of the recorded truth from the full set.

    python -m tests.truth.sample        reads $TAMAYA_TRUTH, writes tests/truth/data

The choice is deterministic: every rule with each kind of answer, every pair of agents, every number
of players and every kind of ending are in the sample. README.md lists sources and licences.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from tests.truth import FOLDER, SAMPLE, human_part

Record = dict[str, Any]

ANSWERS_EACH = 4
"""states for each rule and kind of answer"""
ENDINGS_EACH = 4
"""games of chromosomes for each gene that fires and each kind of ending"""
PAIRS_APART = 401
"""one of so many pairs of the 20 by 20 map"""


def lines_of(name: str) -> list[str]:
    """The lines of a gzipped file of the full set."""
    return gzip.decompress((FOLDER / name).read_bytes()).decode().splitlines()


def write(name: str, lines: Iterable[str]) -> None:
    """Writes a file of the sample, gzipped if its name says so; equal lines give equal bytes."""
    path = SAMPLE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    data = "".join(line + "\n" for line in lines).encode()
    path.write_bytes(gzip.compress(data, 9, mtime=0) if path.suffix == ".gz" else data)
    print(f"{name}: {path.stat().st_size:,} bytes")


def covering(
    lines: list[str], traits: Callable[[Record], Iterable[Hashable]], each: int
) -> list[str]:
    """Lines in their order, so that every trait of any line occurs `each` times, if it can."""
    seen: Counter[Hashable] = Counter()
    chosen = []
    for line in lines:
        own = set(traits(json.loads(line)))
        if any(seen[trait] < each for trait in own):
            seen.update(own)
            chosen.append(line)
    return chosen


def kinds_of_answers(state: Record) -> Iterable[Hashable]:
    """Each rule with the kind of its answer, and the seat."""
    for gene, answer in enumerate(state["rules"]):
        kind = "Cnull" if answer.startswith("Cnull") else answer[0]
        yield gene, kind, state["me"] if kind != "-" else None


def genes_and_ending(game: Record) -> Iterable[Hashable]:
    """The genes that fired, and how the game ended."""
    chromosomes = game["chromosome0"], game["chromosome1"]
    for turn, (_, fired) in enumerate(game["moves"]):
        yield "fallback" if fired == 15 else chromosomes[turn % 2][fired]
    yield "ending", game["disqualified"], game["lives"] == 0, game["score"] // 5


def seats(game: Record) -> Iterable[Hashable]:
    """The agents of a seeded game by seat."""
    yield tuple(game["seats"]) if "seats" in game else (game["seat0"], game["seat1"])


def elites() -> list[str]:
    """All elites for two players."""
    lines = lines_of("java_framework/published_elites.jsonl.gz")
    return [line for line in lines if json.loads(line)["players"] == 2]


def pairs_of_the_large_map() -> list[str]:
    """One of so many pairs of the 20 by 20 map."""
    head, *rows = lines_of("java_framework/published_matchups_20x20_run1.csv.gz")
    return [head, *rows[::PAIRS_APART]]


def human_games(each: int = 40) -> list[str]:
    """Games of the 2017 study without English text, people's identities and surveys.

    `sha256` is the hash of the log without the id of an earlier game, `misplays` counts the
    person's misplays that the English text reports.
    """
    chosen: defaultdict[str, list[Record]] = defaultdict(list)
    for path in sorted((FOLDER / "HanabiData" / "log").glob("game*.log")):
        text = path.read_text()
        kept = [line for line in text.splitlines() if re.match(r"Treatment|MOVE|Score|\[", line)]
        logged = [line for line in text.splitlines() if not line.startswith("Old GID")]
        style = kept[0].split("'")[1]
        digest = hashlib.sha256("\n".join(logged).encode()).hexdigest()
        fails = sum(line.startswith("You plays ") and " and fails." in line for line in logged)
        record = {"log": "\n".join(kept), "sha256": digest, "misplays": fails}
        chosen[style].append(record)
    games = [game for logs in chosen.values() for game in logs[:: len(logs) // each][:each]]
    return [json.dumps({"game": str(number), **game}) for number, game in enumerate(games)]


def main() -> int:
    """Writes all files of the sample."""
    if not FOLDER.is_dir():
        print(f"the full set is absent: no folder {str(FOLDER)!r} (set TAMAYA_TRUTH)")
        return 1
    games = lines_of("recorded_games/jaxmarl_2p_strict.jsonl.gz")
    write("recorded_games/jaxmarl_2p_strict.jsonl.gz", games[::10])
    golden = FOLDER / "recorded_games/hle_encoder_golden.json"
    write("recorded_games/hle_encoder_golden.json", golden.read_text().splitlines())
    for name, traits, each in (
        ("java_framework/rule_answers", kinds_of_answers, ANSWERS_EACH),
        ("java_framework/whole_games", genes_and_ending, ENDINGS_EACH),
        ("eger/agent_traces", seats, 12),
        ("cyclone/agent_traces", seats, 8),
        ("cyclone/agent_traces_table1_sign", seats, 8),
    ):
        write(f"{name}.jsonl.gz", covering(lines_of(f"{name}.jsonl.gz"), traits, each))
    write("java_framework/published_elites.jsonl.gz", elites())
    for run in (1, 2):
        name = f"java_framework/published_matchups_5x5_run{run}.csv.gz"
        write(name, lines_of(name))
    write("java_framework/published_matchups_20x20_run1.csv.gz", pairs_of_the_large_map())
    for table in ("measured_selfplay_named", "measured_pairs_six_agents"):
        name = f"java_framework/{table}.csv"
        write(name, (FOLDER / name).read_text().splitlines())
    write("human_games.jsonl.gz", human_games())
    human_part.write_list()
    return 0


if __name__ == "__main__":
    sys.exit(main())
