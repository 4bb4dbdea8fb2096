"""Settings as sentences."""

from __future__ import annotations

from tamaya.features import features
from tamaya.qd.settings import Settings

_DECKS = {
    "batch": "all candidates of a batch and the elites they challenge play the same decks; who is "
    "ahead plays up to {extra} times as many games, and an elite lies at least {margin:g} standard "
    "errors inside its cell",
    "shared": "a candidate and the elite of its cell play the same decks",
    "fresh": "an elite defends its cell on other decks than its challenger's",
}
_OBJECTIVE = {
    "self_play": "points in self-play",
    "mean": "mean points with the partners {partners}",
    "worst": "points with the worst of the partners {partners}",
    "regret": "smallest loss against the best response known to each of the partners {partners}",
}


TIMES = "\N{MULTIPLICATION SIGN}"


def feature_words(name: str) -> str:
    """A feature's name as people write it."""
    return name.replace("_", " ")


def settings_in_words(how: Settings) -> list[tuple[str, str]]:
    """What was evolved and how: topics and sentences."""
    told = [
        ("Map", _map(how)),
        *((feature_words(f.name), f.description) for f in features(*how.features)),
        ("Game", _game(how)),
        ("Agents", _agents(how)),
        ("Goal", _goal(how)),
        ("Candidates", _candidates(how)),
        ("Variation", _variation(how)),
        (
            "Decks",
            f"{how.games:,} games of each candidate; "
            + _DECKS[how.decks].format(extra=how.extra, margin=how.margin)
            + _incumbent(how),
        ),
        ("Seed", str(how.seed)),
    ]
    return [(topic[:1].upper() + topic[1:], words) for topic, words in told]


def _map(how: Settings) -> str:
    names = f" {TIMES} ".join(map(feature_words, how.features))
    if how.cells == "cvt":
        return f"{names}, {how.grid[0]:,} cells around centroids"
    sides = f" {TIMES} ".join(map(str, how.grid))
    borders = "equal cells" if how.cells == "grid" else "cells whose borders follow the elites"
    return f"{names}, {sides} {borders}"


def _game(how: Settings) -> str:
    game = how.game
    lives = f"{game.max_lives} {'life' if game.max_lives == 1 else 'lives'}"
    return (
        f"{game}: {game.hand_size} cards in hand, {game.max_hints} hint tokens, {lives}, up to "
        f"{game.max_score} points"
    )


def _agents(how: Settings) -> str:
    end = "gives up" if how.gives_up else "makes any legal move"
    return (
        f"the first of {how.length} rules that applies decides, rulebook {how.rulebook}; if none "
        f"applies the agent {end}"
    )


def _goal(how: Settings) -> str:
    scoring = "0 for bombed games" if how.strict else "points kept when bombed"
    goal = _OBJECTIVE[how.objective].replace("{partners}", how.partners)
    return f"{goal}, {scoring}"


def _candidates(how: Settings) -> str:
    start = f"the first {how.random_start:,} random"
    if how.seeds_from:
        start += f" but for {', '.join(how.seeds_from)}"
    pace = "one at a time" if how.batch == 1 else f"in batches of {how.batch:,}"
    entry = (
        "anybody may enter an empty cell"
        if how.empty == "accept"
        else ("only who beats the empty genome may enter an empty cell")
    )
    return f"{how.candidates:,}, {start}, {pace}; {entry}"


def _variation(how: Settings) -> str:
    parents = "elites" if how.parents == "elites" else "cells, empty ones included"
    text = f"parents drawn from all {parents}; crossover {how.crossover:.0%}, each rule changes "
    text += f"{how.mutation:.0%}"
    return text + (f", one rule moves {how.shift:.0%}" if how.shift else "")


def _incumbent(how: Settings) -> str:
    if how.decks == "batch":
        return ""
    which = "keeps its first score" if how.incumbent == "keep" else "shows its latest score"
    return f"; an elite {which}"
