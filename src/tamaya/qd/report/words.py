"""Describes the settings of a run in sentences."""

from __future__ import annotations

from tamaya.features import features
from tamaya.qd.settings import EvolutionSettings

_DECKS = {
    "batch": "all candidates of a batch and the elites of their cells play the same decks; a "
    "candidate that beats the elite plays up to {extra} times as many games, and a new elite lies "
    "at least {margin:g} standard errors inside its cell",
    "shared": "a candidate and the elite of its cell play the same decks",
    "fresh": "an elite defends its cell on other decks than its challenger's",
}
_OBJECTIVE = {
    "self_play": "score in self-play",
    "mean": "mean score with the partners {partners}",
    "worst": "score with the worst of the partners {partners}",
    "regret": "smallest loss against the best response known to each of the partners {partners}",
}


TIMES = "\N{MULTIPLICATION SIGN}"


def feature_words(name: str) -> str:
    """A feature's name as people write it."""
    return name.replace("_", " ")


def settings_in_words(settings: EvolutionSettings) -> list[tuple[str, str]]:
    """(topic, description) of each group of settings."""
    topics = [
        ("Map", _map(settings)),
        *((feature_words(f.name), f.description) for f in features(*settings.features)),
        ("Game", _game(settings)),
        ("Agents", _agents(settings)),
        ("Goal", _goal(settings)),
        ("Candidates", _candidates(settings)),
        ("Variation", _variation(settings)),
        (
            "Decks",
            f"{settings.games:,} games of each candidate; "
            + _DECKS[settings.decks].format(extra=settings.extra, margin=settings.margin)
            + _incumbent(settings),
        ),
        ("Seed", str(settings.seed)),
    ]
    return [(topic[:1].upper() + topic[1:], text) for topic, text in topics]


def _map(settings: EvolutionSettings) -> str:
    names = f" {TIMES} ".join(map(feature_words, settings.features))
    if settings.cells == "cvt":
        return f"{names}, {settings.grid[0]:,} cells around centroids"
    sides = f" {TIMES} ".join(map(str, settings.grid))
    borders = "equal cells" if settings.cells == "grid" else "cells whose borders follow the elites"
    return f"{names}, {sides} {borders}"


def _game(settings: EvolutionSettings) -> str:
    game = settings.game
    lives = f"{game.max_lives} {'life' if game.max_lives == 1 else 'lives'}"
    return (
        f"{game}: {game.hand_size} cards in hand, {game.max_hints} hint tokens, {lives}, up to "
        f"{game.max_score} points"
    )


def _agents(settings: EvolutionSettings) -> str:
    end = "gives up" if settings.gives_up else "makes any legal move"
    return (
        f"the first of {settings.length} rules that applies decides, rulebook "
        f"{settings.rulebook}; if none applies, the agent {end}"
    )


def _goal(settings: EvolutionSettings) -> str:
    scoring = "0 for bombed games" if settings.strict else "points kept when bombed"
    goal = _OBJECTIVE[settings.objective].replace("{partners}", settings.partners)
    return f"{goal}, {scoring}"


def _candidates(settings: EvolutionSettings) -> str:
    start = f"the first {settings.random_start:,} random"
    if settings.seeds_from:
        start += f" except for {', '.join(settings.seeds_from)}"
    pace = "one at a time" if settings.batch == 1 else f"in batches of {settings.batch:,}"
    entry = (
        "any candidate may enter an empty cell"
        if settings.empty == "accept"
        else "a candidate must beat the empty genome to enter an empty cell"
    )
    return f"{settings.candidates:,}, {start}, {pace}; {entry}"


def _variation(settings: EvolutionSettings) -> str:
    parents = "elites" if settings.parents == "elites" else "cells, empty ones included"
    text = (
        f"parents drawn from all {parents}; crossover {settings.crossover:.0%}, each rule changes "
    )
    text += f"{settings.mutation:.0%}"
    return text + (f", one rule moves {settings.shift:.0%}" if settings.shift else "")


def _incumbent(settings: EvolutionSettings) -> str:
    if settings.decks == "batch":
        return ""
    which = "keeps its first score" if settings.incumbent == "keep" else "shows its latest score"
    return f"; an elite {which}"
