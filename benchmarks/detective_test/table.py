"""The section of docs/meta.md: what was measured, and whether it reaches what we wanted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from benchmarks.detective_test.measuring import Played, p_below
from benchmarks.detective_test.parts import (
    COMPANION,
    DETECTIVE,
    EXPECTS_PEOPLE,
    FORGETFUL,
    GENERALIST,
    KNOWN,
    LEARNED_COMPANION,
    NO_NETWORKS,
    RESPONSE,
    TOLD,
)
from benchmarks.detective_test.sizes import Sizes
from benchmarks.detective_test.tables_of_players import TableOfPlayers
from tamaya.benchmark.numbers import holm
from tamaya.stats import Estimate, estimate

LIMIT = -0.1
"""no single stranger should lose significantly more than this"""


@dataclass(frozen=True)
class Results:
    """Everything that the test measures."""

    sizes: Sizes
    same: Played
    others: Mapping[str, Played]
    families: Mapping[str, Played]
    forgetful: Mapping[str, Played]
    without_networks: Mapping[str, Played]
    people: Played
    players: tuple[TableOfPlayers, ...]
    again: tuple[Played, ...]
    """native strangers with low gains, on new decks"""
    bots: tuple[Played, ...]
    searched: tuple[Played, ...]

    @property
    def with_others(self) -> Played:
        """The new pools together."""
        return Played.joined(list(self.others.values()))


def text(results: Results) -> str:
    """The whole section."""
    sizes = results.sizes
    return "\n".join(
        [
            f"`python -m benchmarks.detective_test runs/detective_test docs/meta.md`, seed "
            f"{sizes.seed}: {sizes.episodes} episodes of {sizes.games} games with each partner, "
            "points kept, ± standard error over episodes.",
            "",
            *_main_table(results),
            "",
            "Gain over the Generalist in each game of an episode:",
            "",
            *_curves(results),
            "",
            "Models of people who are in no training, `eger`, same decks:",
            "",
            *_people(results),
            "",
            *_players(results),
            "",
            *_worst(results),
            "",
            *_search(results),
        ]
    )


def _main_table(results: Results) -> list[str]:
    lines = [
        "| partners | agents | Generalist | gain over the Generalist | goal | gain over "
        "`learned:response` | over the network without memory between games |",
        "|---|---|---|---|---|---|---|",
        _line(
            "`canaan2020-1` (a known pool)",
            results.same,
            3.0,
            _over_forgetful([results.same], [results.forgetful["same pool"]]),
        ),
    ]
    others, forgetful = list(results.others.values()), list(results.forgetful.values())[1:]
    lines.append(
        _line("new pools together", results.with_others, 2.4, _over_forgetful(others, forgetful))
    )
    for name, played in results.others.items():
        over = _over_forgetful([played], [results.forgetful[name]])
        lines.append(_line(f"new pool, {name}", played, 2.4, over))
    lines += [
        _line(f"{name}, left out" if KNOWN in played.agents else name, played, 1.5)
        for name, played in results.families.items()
    ]
    return lines


def _line(name: str, played: Played, goal: float, over_forgetful: Estimate | None = None) -> str:
    gain = played.gain(DETECTIVE, GENERALIST)
    last = "" if over_forgetful is None else signed(over_forgetful)
    cells = [
        name,
        str(len(played.partners)),
        str(played.score(GENERALIST)),
        signed(gain),
        f"{goal}: {reached(gain, goal)}",
        signed(played.gain(DETECTIVE, RESPONSE)),
        last,
    ]
    return f"| {' | '.join(cells)} |"


def _over_forgetful(parts: list[Played], forgetful: list[Played]) -> Estimate:
    """The gain over the network that starts each game without memory."""
    ours = [part.scores[part.agents.index(DETECTIVE)] for part in parts]
    theirs = [part.scores[part.agents.index(FORGETFUL)] for part in forgetful]
    gains = np.concatenate(ours) - np.concatenate(theirs)
    return estimate(gains.mean(axis=(0, 2)))


def _curves(results: Results) -> list[str]:
    rows = {"`canaan2020-1`": results.same, "new pools": results.with_others}
    games = results.sizes.games
    lines = [
        "| partners | " + " | ".join(map(str, range(1, games + 1))) + " |",
        "|---" * (games + 1) + "|",
    ]
    for name, played in rows.items():
        gains = played.by_game(DETECTIVE, GENERALIST)
        lines.append(f"| {name} | " + " | ".join(map(signed, gains)) + " |")
    with_rules = [
        _first(part, results.sizes.ablation_episodes)
        for name, part in {"same pool": results.same, **results.others}.items()
        if name != "same pool"
    ]
    rules = Played.joined([results.without_networks[name] for name in results.others])
    ours = Played.joined(with_rules)
    gap = ours.scores[ours.agents.index(DETECTIVE)] - rules.scores[rules.agents.index(NO_NETWORKS)]
    loss = estimate(gap.mean(axis=(0, 2)))
    return [
        *lines,
        "",
        f"Without networks among its responses (default `companion`), the detective scores "
        f"{loss} points less with the new pools (the first {results.sizes.ablation_episodes} "
        "episodes with each partner).",
    ]


def _first(played: Played, episodes: int) -> Played:
    return Played(played.agents, played.partners, played.scores[:, :, :episodes])


def _people(results: Results) -> list[str]:
    played = results.people
    lines = [
        f"| agent | score | gain over `companion` (goal 0.5) | {' | '.join(played.partners)} |",
        "|---" * (3 + len(played.partners)) + "|",
        f"| `companion` | {played.score(COMPANION)} | {' | ' * len(played.partners)} |",
    ]
    for agent, words in (
        (LEARNED_COMPANION, "`learned:companion`"),
        (EXPECTS_PEOPLE, "`detective(meets=people)` without models of people"),
        (DETECTIVE, "`detective` without models of people"),
        (TOLD, "`detective`, which knows models of all people"),
    ):
        gain = played.gain(agent, COMPANION)
        single = [signed(g) for g in played.by_partner(agent, COMPANION).values()]
        goal = f" ({reached(gain, 0.5)})"
        lines.append(
            f"| {words} | {played.score(agent)} | {signed(gain)}{goal} | {' | '.join(single)} |"
        )
    return lines


def _players(results: Results) -> list[str]:
    lines = [
        "Three to five players, new quick test sets of the benchmark (ten games, `standard`). The "
        "best fixed agent was chosen on the validation set, which has other partners and decks. "
        "± is the standard error over partners; families have equal weights.",
        "",
        "| players | best fixed agent | its score | one partner in all other seats (goal 1.0) | "
        "of which fresh partners | mixed tables (goal 1.0) |",
        "|---|---|---|---|---|---|",
    ]
    for table in results.players:
        alone, fresh = table.gain(), table.gain(fresh=True)
        mixed = table.gain(mixed=True)
        lines.append(
            f"| {table.players} | `{table.fixed}` | {table.baseline.score.value:.2f} | "
            f"{signed(alone)} ({reached(alone, 1.0)}) | {signed(fresh)} | "
            f"{signed(mixed)} ({reached(mixed, 1.0)}) |"
        )
    return lines


def _worst(results: Results) -> list[str]:
    sizes = results.sizes
    strangers = {
        name: gain
        for part in (*results.others.values(), *results.families.values())
        for name, gain in part.by_partner(DETECTIVE, GENERALIST).items()
    }
    first = holm([p_below(gain, LIMIT) for gain in strangers.values()])
    many = (*results.again, *results.bots)
    gains = {part.partners[0]: part.gain(DETECTIVE, GENERALIST) for part in many}
    adjusted = holm([p_below(gain, LIMIT) for gain in gains.values()])
    lines = [
        f"Single strangers: of {len(strangers)} native ones, {sum(p < 0.05 for p in first)} lose "
        f"significantly more than {-LIMIT} points against the Generalist in "
        f"{sizes.episodes * sizes.games} games each (one-sided, Holm). The {sizes.worst} with the "
        "lowest gains play again on new decks, as do five small bots in Python, which were written "
        "without looking at the hypotheses:",
        "",
        "| stranger | games | gain over the Generalist | p of less than "
        f"{LIMIT} (Holm) | gain over `learned:response` |",
        "|---|---|---|---|---|",
    ]
    for part, (name, gain), p in zip(many, gains.items(), adjusted, strict=True):
        over = part.gain(DETECTIVE, RESPONSE)
        chance = "< 0.0001" if p < 0.0001 else f"{p:.2g}"
        games = f"{part.scores[0].size:,}"
        lines.append(f"| {name} | {games} | {signed(gain)} | {chance} | {signed(over)} |")
    return lines


def _search(results: Results) -> list[str]:
    if not results.searched:
        return ["The search was not measured."]
    gains = [float(part.scores[1].mean() - part.scores[0].mean()) for part in results.searched]
    sizes, gain = results.sizes, estimate(gains)
    return [
        f"Search, `detective(iterations={sizes.iterations})`, with partners of the new pools: "
        f"{signed(gain)} points over `detective` on the same decks ({len(gains)} episodes of "
        f"{sizes.games} games, one partner each, in a random order)."
    ]


def signed(value: Estimate) -> str:
    """An estimate with its sign."""
    return f"{value.mean:+.2f} ± {value.sem:.2f}"


def reached(gain: Estimate, goal: float) -> str:
    """`reached` or `not reached`; the gain itself decides, not its error."""
    return "reached" if round(gain.mean, 2) >= goal else "not reached"
