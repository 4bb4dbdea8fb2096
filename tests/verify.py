"""Compares our engine with recorded data, case by case.

    python tests/verify.py hle-games FILE      games with HLE action ids and a strict score
    python tests/verify.py hle-encoder FILE    hashes of HLE's observation vectors
    python tests/verify.py rule-answers FILE   answers of the 105 published rules in given states
    python tests/verify.py whole-games FILE    games of published chromosomes, move by move
    python tests/verify.py eger-traces FILE    games of the agents of Eger et al., move by move
    python tests/verify.py cyclone-traces FILE games of Cyclone: moves, values and ties
    python tests/verify.py human-games FOLDER  games of the 2017 study (or the sample's file):
                                               replayed, and our agents asked for each move of
                                               the computer
    python tests/verify.py elites FILE [--games N]
                                               self-play of published chromosomes, as z-scores
    python tests/verify.py matchups ELITES MATCHUPS [--pairs N]
                                               pairs of a published match-up table, as z-scores

The last line says `agree N of M`; the exit code is 1 unless N = M. A file without cases is an
error. With `--answers OUT.jsonl` it also writes what we computed for each case, so that nobody
needs to trust the verdict.
"""

from __future__ import annotations

import argparse
import dataclasses
import gzip
import hashlib
import json
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tamaya as ty

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests import cyclone_truth, eger_truth, published_scores, published_truth

Record = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One comparison: our result, and whether it agrees with the record."""

    answer: Record
    agrees: bool


def records(path: Path) -> Iterator[Any]:
    """Lines of a JSON-lines file, or the items of one JSON list; gzipped or not.

    What is no JSON comes as the text it is.
    """
    data = path.read_bytes()
    if data.startswith(b"\x1f\x8b"):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            yield f"damaged gzip: {error}"
            return
    text = data.decode(errors="replace")
    whole = parsed(text)
    if isinstance(whole, list):
        yield from whole
    else:
        yield from (parsed(line) for line in text.splitlines() if line.strip())


def parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def each_record(path: Path, compare: Callable[[Record], Iterable[Case]]) -> Iterator[Case]:
    """Numbers the cases of all records; a record that cannot be compared disagrees."""
    for number, record in enumerate(records(path)):
        compared = False
        try:
            for case in compare(record):
                compared = True
                yield Case({"case": number} | case.answer, case.agrees)
            assert compared, "nothing to compare"
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            yield Case({"case": number, "error": reason, "record": str(record)[:60]}, agrees=False)


def hle_game(game: Record) -> Iterator[Case]:
    """Every action must be legal, and only the last action may end the game."""
    state = ty.State.from_deck(game["deck"])
    for action in game["actions"]:
        state.apply(ty.Move.from_action_id(action, state.setup))
    answer: Record = {
        "strict_score": state.strict_score,
        "turns": state.turn,
        "over": state.over,
    }
    expected = (game["strict_score"], len(game["actions"]), True)
    yield Case(answer, tuple(answer.values()) == expected)


def hle_views(game: Record) -> Iterator[Case]:
    """Legal action ids and the observation vector of every observer at every turn."""
    setup = ty.Setup.standard(game["players"])
    by_index = {card.index: card for card in setup.cards()}
    deck = [by_index[i] for i in game["deals_color*5+rank_in_draw_order"]]
    undrawn = setup.cards()
    for card in deck:
        undrawn.remove(card)
    state = ty.State.from_deck(deck + undrawn, setup)
    for turn, recorded in enumerate(game["views_before_each_action_then_terminal"]):
        answer = {
            "turn": turn,
            "legal": [move.action_id(setup) for move in state.legal_moves()],
            "sha1_16": [
                hashlib.sha1(state.view(seat).observation().tobytes()).hexdigest()[:16]
                for seat in range(setup.players)
            ],
        }
        legal = [] if state.over else recorded["legal"]  # HLE lists moves of ended games too
        agrees = answer["sha1_16"] == recorded["sha1_16"] and answer["legal"] == legal
        yield Case(answer, agrees)
        if turn < len(game["actions"]):
            state.apply(ty.Move.from_action_id(game["actions"][turn], setup))


def rules_of(record: Record) -> Iterator[Case]:
    """Every published rule in one state."""
    for answer, agrees in published_truth.rule_answers(iter([record])):
        yield Case({key: value for key, value in answer.items() if key != "case"}, agrees)


def whole_game(record: Record) -> Iterator[Case]:
    """A game of two published chromosomes, move by move."""
    yield Case(*published_truth.whole_game(record))


def eger_trace(record: Record) -> Iterator[Case]:
    """A seeded game of two agents of Eger et al., move by move."""
    for answer, agrees in eger_truth.trace(record):
        yield Case(answer, agrees)


def cyclone_trace(record: Record) -> Iterator[Case]:
    """A seeded game of two styles of Cyclone: moves, values and ties."""
    for answer, agrees in cyclone_truth.trace(record):
        yield Case(answer, agrees)


def hle_games(path: Path) -> Iterator[Case]:
    """Replays recorded games."""
    return each_record(path, hle_game)


def hle_encoder(path: Path) -> Iterator[Case]:
    """Compares observation vectors."""
    return each_record(path, hle_views)


def rule_answers(path: Path) -> Iterator[Case]:
    """Compares every published rule in every recorded state."""
    return each_record(path, rules_of)


def whole_games(path: Path) -> Iterator[Case]:
    """Replays recorded games of published chromosomes."""
    return each_record(path, whole_game)


def eger_traces(path: Path) -> Iterator[Case]:
    """Replays recorded games of Eger's agents, including random choices."""
    return each_record(path, eger_trace)


def cyclone_traces(path: Path) -> Iterator[Case]:
    """Replays recorded games of Cyclone."""
    return each_record(path, cyclone_trace)


def human_games(folder: Path) -> Iterator[Case]:
    """Replays the games of the human study."""
    for answer, agrees in eger_truth.human_games(folder):
        yield Case(answer, agrees)


COMPARISONS: dict[str, Callable[[Path], Iterator[Case]]] = {
    "hle-games": hle_games,
    "hle-encoder": hle_encoder,
    "rule-answers": rule_answers,
    "whole-games": whole_games,
    "eger-traces": eger_traces,
    "cyclone-traces": cyclone_traces,
}
FOLDERS: dict[str, Callable[[Path], Iterator[Case]]] = {"human-games": human_games}
"""comparisons with a whole folder"""


def arguments() -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "comparison", choices=[*sorted(COMPARISONS | FOLDERS), "elites", "matchups"]
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("table", type=Path, nargs="?", help="the match-up table")
    parser.add_argument("--answers", type=Path, help="write what we computed, as JSON lines")
    parser.add_argument("--games", type=int, default=1000, help="games of ours for each number")
    parser.add_argument("--pairs", type=int, default=200, help="random pairs of the table")
    args = parser.parse_args()
    if (args.comparison == "matchups") != (args.table is not None):
        parser.error("matchups takes two files, all other comparisons take one")
    return args


def exact(args: argparse.Namespace) -> int:
    """Compares case by case."""
    cases = list((COMPARISONS | FOLDERS)[args.comparison](args.file))
    write_answers(args.answers, [case.answer for case in cases])
    for case in [case for case in cases if not case.agrees][:5]:
        print("differs:", json.dumps(case.answer))
    if args.comparison == "human-games":
        print(*eger_truth.summary([case.answer for case in cases]), sep="\n")
    return verdict(sum(case.agrees for case in cases), len(cases))


def statistical(args: argparse.Namespace) -> int:
    """Compares means, as z-scores."""
    if args.comparison == "elites":
        comparisons = list(published_scores.elites(args.file, args.games))
    else:
        comparisons = list(published_scores.matchups(args.file, args.table, args.pairs, args.games))
    compared = [comparison for comparison in comparisons if comparison is not None]
    write_answers(args.answers, [dataclasses.asdict(comparison) for comparison in compared])
    summaries = published_scores.summaries(compared)
    print("| numbers | cases | mean z | sd | largest | verdict |\n|---|---|---|---|---|---|")
    print(*summaries, sep="\n")
    print(f"skipped {len(comparisons) - len(compared)} without numbers to compare")
    return verdict(sum(summary.is_noise for summary in summaries), len(summaries))


def verdict(agreeing: int, compared: int) -> int:
    """Prints how many cases agree, and returns the exit code."""
    if compared == 0:
        print("error: there was nothing to compare", file=sys.stderr)
        return 1
    print(f"agree {agreeing} of {compared}")
    return 0 if agreeing == compared else 1


def write_answers(path: Path | None, answers: list[Record]) -> None:
    """Writes our results as JSON lines."""
    if path:
        path.write_text("".join(json.dumps(answer) + "\n" for answer in answers))


def main() -> int:
    """Runs one comparison and prints its verdict."""
    args = arguments()
    return exact(args) if args.comparison in COMPARISONS | FOLDERS else statistical(args)


if __name__ == "__main__":
    sys.exit(main())
