"""Runs all long comparisons with published programs and writes them into docs/verification.md.

python tests/published_report.py        (or: make verify-published)
"""

from __future__ import annotations

import datetime
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import published_calibration, published_scores
from tests.truth import FOLDER, ROOT

PAGE = ROOT / "docs" / "verification.md"
BEGIN, END = "<!-- published:begin -->", "<!-- published:end -->"
JAVA = FOLDER / "java_framework"
ELITES = JAVA / "published_elites.jsonl.gz"
GAMES = 4000

COMPARISONS = (
    ("hle-games", FOLDER / "recorded_games" / "jaxmarl_2p_strict.jsonl.gz"),
    ("hle-encoder", FOLDER / "recorded_games" / "hle_encoder_golden.json"),
    ("rule-answers", JAVA / "rule_answers.jsonl.gz"),
    ("whole-games", JAVA / "whole_games.jsonl.gz"),
    ("elites", ELITES, "--games", "1000"),
    *(
        ("matchups", ELITES, JAVA / f"published_matchups_{run}.csv.gz", "--games", "1000")
        for run in ("5x5_run1", "5x5_run2", "20x20_run1")
    ),
)


def verified(words: tuple[object, ...]) -> tuple[list[str], bool]:
    """The output of verify.py for one comparison, and whether it succeeded."""
    command = [sys.executable, str(ROOT / "tests" / "verify.py"), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    shown = " ".join(Path(str(w)).name if isinstance(w, Path) else str(w) for w in words)
    return [f"`verify.py {shown}`", "", *done.stdout.splitlines(), ""], done.returncode == 0


def named_agents(table: str) -> list[str]:
    """Our score and the original's of every re-measured agent or pair."""
    lines = [
        f"`{table}`, {GAMES:,} games of ours each, competition set-up, points kept",
        "",
        "| agents | ours | original | z |",
        "|---|---|---|---|",
    ]
    for comparison in published_scores.named_agents(JAVA / table, GAMES):
        if comparison is not None:
            numbers = f"{comparison.ours:.2f} | {comparison.theirs:.2f} | {comparison.z:+.2f}"
            lines.append(f"| {comparison.case} | {numbers} |")
    return [*lines, ""]


def main() -> int:
    """Writes the page; fails if a comparison fails."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    lines = [BEGIN, f"Written by `make verify-published` on {today}.", ""]
    content = True
    for words in COMPARISONS:
        printed, agrees = verified(words)
        lines += printed
        content = content and agrees
    for table in ("measured_selfplay_named.csv", "measured_pairs_six_agents.csv"):
        lines += named_agents(table)
    for population in ("tog2020_5x5_run1", "tog2020_5x5_run2"):
        lines += [published_calibration.sentence(ELITES, population), ""]
    page = PAGE.read_text()
    head, tail = page.split(BEGIN)[0], page.split(END)[1]
    PAGE.write_text(head + "\n".join([*lines, END]) + tail)
    print("\n".join(lines))
    return 0 if content else 1


if __name__ == "__main__":
    sys.exit(main())
