"""Mixed models: arms are fixed, people and decks are drawn at random (statsmodels, REML)."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tamaya.errors import TamayaError
from tamaya.study.analysis.libraries import formulas, pandas, scipy_stats

MOST_LEVELS = 300
"""people and decks together in one model; more of them take minutes"""
Random = Literal["person", "deck"]
_UNCLEAR = "these games cannot tell the effects of the model apart"


@dataclass(frozen=True)
class Observation:
    """One game, as a mixed model sees it."""

    person: str
    deck: str
    arm: str
    value: float
    number: int = 1
    """which game of the person it is, counted from 1"""


@dataclass(frozen=True)
class Fixed:
    """One fixed effect with its 95 % interval and Wald's test."""

    name: str
    value: float
    sem: float
    low: float
    high: float
    z: float
    p: float


@dataclass(frozen=True)
class Mixed:
    """A fitted mixed model."""

    fixed: tuple[Fixed, ...]
    deviations: dict[str, float]
    """standard deviations between people, between decks, and of the rest"""
    games: int
    people: int
    decks: int
    converged: bool
    notes: tuple[str, ...]
    """which random effects were left out, and why"""


def mixed_model(games: Sequence[Observation], arms: Sequence[str]) -> Mixed:
    """Fits `value ~ arm` with random people and decks, as far as the games can tell them apart.

    The first fixed effect is the mean of the first arm, the others are differences from it.

    :raises TamayaError: if an arm has no games, or neither people nor decks repeat
    """
    names = [f"mean with {arms[0]}", *(f"{arm} minus {arms[0]}" for arm in arms[1:])]
    return _fitted("C(arm, levels=ARMS)", names, games, arms)


def learning_model(games: Sequence[Observation], arms: Sequence[str]) -> Mixed:
    """Fits a line over the doublings of the game's number for each arm.

    Two to the power of a doubling is the number: game 1 has 0, game 2 has 1, game 4 has 2.

    :raises TamayaError: as `mixed_model`; or if nobody played two games
    """
    if max((game.number for game in games), default=1) < 2:
        raise TamayaError("nobody played two games, so learning cannot be measured")
    names = [f"first game with {arm}" for arm in arms]
    names += [f"{arm}: points per doubling of games" for arm in arms]
    return _fitted("0 + C(arm, levels=ARMS) + C(arm, levels=ARMS):doubling", names, games, arms)


def random_effects(games: Sequence[Observation]) -> tuple[list[Random], tuple[str, ...]]:
    """The random effects that the games can support, and reasons for leaving out the others."""
    effects: list[Random] = []
    notes: list[str] = []
    levels = {"person": len({game.person for game in games}), "deck": _decks(games)}
    names: tuple[tuple[Random, str], ...] = (("person", "people"), ("deck", "decks"))
    for effect, name in names:
        count = levels[effect]
        if count < 3:
            notes.append(f"no random {name}: there are {count} (expected three or more)")
        elif len(games) < 1.5 * count:
            notes.append(
                f"no random {name}: {len(games):,} games of {count:,} {name} hardly repeat"
            )
        elif effects and count + levels[effects[0]] > MOST_LEVELS:
            notes.append(f"no random {name}: a model with {count:,} of them would take minutes")
        else:
            effects.append(effect)
    return effects, tuple(notes)


def _fitted(
    formula: str, names: Sequence[str], games: Sequence[Observation], arms: Sequence[str]
) -> Mixed:
    for arm in arms:
        if not any(game.arm == arm for game in games):
            raise TamayaError(f"no games with arm {arm!r}")
    effects, notes = random_effects(games)
    if not effects:
        raise TamayaError("; ".join(notes))
    table = _table(games)
    model = _model(f"value ~ {formula.replace('ARMS', repr(list(arms)))}", table, effects)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `converged` says it
        try:
            result = model.fit(reml=True)  # type: ignore[attr-defined]
            errors = result.bse_fe
        except np.linalg.LinAlgError:
            raise TamayaError(_UNCLEAR) from None
    if np.isnan(errors).any():
        raise TamayaError(_UNCLEAR)
    variances = result.cov_re.to_numpy().ravel() if len(effects) == 1 else result.vcomp
    order = effects if len(effects) == 1 else sorted(effects)  # statsmodels sorts components
    words = {"person": "people", "deck": "decks"}
    deviations = {
        words[name]: math.sqrt(value) for name, value in zip(order, variances, strict=True)
    }
    return Mixed(
        tuple(map(_effect, names, result.fe_params, errors)),
        {**deviations, "rest": math.sqrt(result.scale)},
        len(games),
        len({game.person for game in games}),
        _decks(games),
        bool(result.converged),
        notes,
    )


def _model(formula: str, table: object, effects: Sequence[Random]) -> object:
    if len(effects) == 1:
        return formulas().mixedlm(formula, table, groups=effects[0])
    groups = np.ones(len(table))  # type: ignore[arg-type]  # one group, in which both are crossed
    parts = {name: f"0 + C({name})" for name in effects}
    return formulas().mixedlm(formula, table, groups=groups, vc_formula=parts, re_formula="0")


def _table(games: Sequence[Observation]) -> object:
    return pandas().DataFrame(
        {
            "value": [game.value for game in games],
            "arm": [game.arm for game in games],
            "person": [game.person for game in games],
            "deck": [game.deck for game in games],
            "doubling": [math.log2(game.number) for game in games],
        }
    )


def _effect(name: str, value: float, sem: float) -> Fixed:
    z = value / sem
    reach = float(scipy_stats().norm.ppf(0.975)) * sem
    p = 2 * float(scipy_stats().norm.sf(abs(z)))
    return Fixed(name, float(value), float(sem), value - reach, value + reach, float(z), p)


def _decks(games: Sequence[Observation]) -> int:
    return len({game.deck for game in games})
