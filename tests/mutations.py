"""Breaks the sources in more than twenty ways, one at a time, and shows that a test notices each.

    python -m tests.mutations [NUMBER ...]

works on a copy of the tree. A mutation of the core builds the core, so all of them take about half
an hour. The exit code is 1 if a mutation survived.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.tree import build, copy_of_the_tree, pytest_in


@dataclass(frozen=True)
class Mutation:
    """One change of one file, and the tests that should notice it."""

    file: str
    before: str
    after: str
    tests: str
    breaks: str
    """what is wrong after the change"""

    def apply(self, tree: Path) -> None:
        path = tree / self.file
        text = path.read_text()
        assert text.count(self.before) == 1, f"{self.file}: {self.before!r} is not there once"
        path.write_text(text.replace(self.before, self.after))


CORE = (
    Mutation(
        "cpp/tamaya/apply.hpp",
        "rank_of(card) == t.setup.ranks && t.hints",
        "rank_of(card) == t.setup.ranks && t.hints + 1",
        "tests/oracle/test_differential.py",
        "the eighth hint token is not returned by a five",
    ),
    Mutation(
        "cpp/tamaya/apply.hpp",
        "--t.turns_left == 0",
        "t.turns_left-- == 0",
        "tests/oracle/test_differential.py",
        "the last round has one turn too many",
    ),
    Mutation(
        "cpp/tamaya/apply.hpp",
        "static_cast<u64>(is_rainbow(t.setup)) << kExtraColor",
        "static_cast<u64>(0) << kExtraColor",
        "tests/oracle/test_differential.py",
        "a color hint rules out rainbow cards that it touched",
    ),
    Mutation(
        "cpp/tamaya/state.hpp",
        "static_cast<u64>(i + 1) >> 32",
        "static_cast<u64>(i) >> 32",
        "tests/test_game.py",
        "the shuffle never leaves a card in its place",
    ),
    Mutation(
        "cpp/tamaya/imagine.hpp",
        "times *= -m",
        "times *= m",
        "tests/test_imagine.py",
        "imagined hands are drawn with wrong weights",
    ),
    Mutation(
        "cpp/tamaya/view.hpp",
        "v.critical = t.hidden.low & ~t.hidden.high & ~v.dead",
        "v.critical = t.hidden.low & ~t.hidden.high",
        "tests/rules tests/agents",
        "rules take cards that can never score for critical",
    ),
    Mutation(
        "cpp/tamaya/counters.hpp",
        "c.discards_with_hint += v.table.hints > 0",
        "c.discards_with_hint += v.table.hints > 1",
        "tests/features",
        "discards with one hint token left are not counted",
    ),
    Mutation(
        "cpp/tamaya/suspect.hpp",
        "+ noise / 20.0",
        "+ noise",
        "tests/meta/test_casebook.py tests/meta/test_detective.py",
        "the belief takes a noisy move for twenty times likelier than it is",
    ),
    Mutation(
        "cpp/tamaya/rules/published/play.hpp",
        "return top >= 1 &&",
        "return top >= 0 &&",
        "tests/test_truth.py::test_every_published_rule_answers_as_the_original_in_every_recorded_state",
        "a published rule plays onto an empty firework",
    ),
    Mutation(
        "cpp/tamaya/network.hpp",
        "sums[u] = (sums[u] >> 8) + biases[u]",
        "sums[u] = (sums[u] >> 7) + biases[u]",
        "tests/networks",
        "byte inputs of a network count double",
    ),
)

PYTHON = (
    Mutation(
        "src/tamaya/stats.py",
        "sample.std(ddof=1)",
        "sample.std(ddof=0)",
        "tests/test_stats.py",
        "standard errors are too small",
    ),
    Mutation(
        "src/tamaya/stats.py",
        "count / (count - 1) *",
        "",
        "tests/test_stats.py",
        "clustered errors lack their correction for few groups",
    ),
    Mutation(
        "src/tamaya/files/checksum.py",
        "mark < 0",
        "mark < 10**9",
        "tests/files",
        "checksums are not compared",
    ),
    Mutation(
        "src/tamaya/files/atomic.py",
        "_write_synced(draft, data)\n        draft.replace(place)",
        "_write_synced(place, data)",
        "tests/files",
        "files are written in place",
    ),
    Mutation(
        "src/tamaya/web/http/tokens.py",
        "hmac.compare_digest(hashed(secret), stored)",
        "True",
        "tests/web/live/test_play.py",
        "any secret opens a seat",
    ),
    Mutation(
        "src/tamaya/hanab_live.py",
        "c.rank - low]",
        "c.rank - low - 1]",
        "tests/test_hanab_live.py",
        "links to hanab.live show other cards",
    ),
    Mutation(
        "src/tamaya/qd/archive.py",
        "np.clip(index, 0, dims - 1)",
        "np.clip(index, 0, dims - 2)",
        "tests/qd/test_archive.py",
        "the last row of the map stays empty",
    ),
    Mutation(
        "src/tamaya/matchups/tally.py",
        "self.bombed += other.bombed",
        "self.bombed = other.bombed",
        "tests/test_matchups.py",
        "bombed games of earlier parts are lost",
    ),
    Mutation(
        "src/tamaya/learn/ppo.py",
        "torch.add(advantage, self._value[:-1], out=turns.target)",
        "torch.add(advantage, self._value[1:], out=turns.target)",
        "tests/learn/test_ppo.py",
        "values learn towards the next turn's value",
    ),
    Mutation(
        "src/tamaya/grammar.py",
        "if reader.at < len(reader.text):",
        "if reader.at < 0:",
        "tests/test_grammar.py",
        "text after an agent's name is ignored",
    ),
)
BINDINGS = (
    Mutation(
        "cpp/bind/threads.cpp",
        "} catch (...) {",
        "} catch (const int&) {",
        "tests/test_threads.py",
        "an error in a helper thread ends the process",
    ),
    Mutation(
        "cpp/bind/search.cpp",
        "call.run(1, 1, [&](u64, int) {\n            const std::lock_guard<std::mutex> lock(door);",
        "call.run(1, 1, [&](u64, int) {",
        "tests/test_threads.py",
        "threads that share a search agent search at the same time",
    ),
    Mutation(
        "cpp/bind/episodes.cpp",
        "call.run(1, 1, [&](u64, int) {\n            const std::lock_guard<std::mutex> lock(door);",
        "call.run(1, 1, [&](u64, int) {",
        "tests/meta/test_casebook.py",
        "threads that share a meta-agent's seat search at the same time",
    ),
    Mutation(
        "cpp/bind/positions.cpp",
        "                order_dealt_cards(state);\n",
        "",
        "tests/test_imagine.py",
        "an imagined position has no transcript",
    ),
)
MUTATIONS = CORE + PYTHON + BINDINGS


def survives(mutation: Mutation, tree: Path) -> bool:
    """Do all tests pass although the sources are broken? Restores the file."""
    path = tree / mutation.file
    whole = path.read_text()
    mutation.apply(tree)
    try:
        if mutation not in PYTHON:
            build(tree)
        return pytest_in(tree, *mutation.tests.split()).returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        path.write_text(whole)


def check_that_tests_pass(tests: set[str], tree: Path) -> None:
    """Tests that fail anyway would seem to notice everything."""
    for paths in sorted(tests):
        done = pytest_in(tree, *paths.split())
        if done.returncode != 0:
            printed = done.stdout[-2000:] + done.stderr[-2000:]
            sys.exit(f"{paths} fail before anything is broken:\n{printed}")


def main(numbers: list[int]) -> int:
    chosen = [(i, MUTATIONS[i - 1]) for i in numbers or range(1, len(MUTATIONS) + 1)]
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = copy_of_the_tree(Path(folder) / "tree")
        build(tree)
        check_that_tests_pass({mutation.tests for _, mutation in chosen}, tree)
        # Python's mutations come first: they need no other build.
        for number, mutation in sorted(chosen, key=lambda pair: pair[1] not in PYTHON):
            survived = survives(mutation, tree)
            survivors += survived
            verdict = "SURVIVED" if survived else "noticed"
            print(f"{number:2} {verdict}: {mutation.breaks} ({mutation.file})", flush=True)
    print(f"{len(chosen) - survivors} of {len(chosen)} mutations were noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main([int(number) for number in sys.argv[1:]]))
