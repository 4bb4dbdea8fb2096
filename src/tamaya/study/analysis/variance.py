"""Analysis of variance with one and two factors, effect sizes, and Tukey's test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tamaya.errors import TamayaError
from tamaya.study.analysis.libraries import formulas, pandas, scipy_stats, statsmodels_api

Groups = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class OneWay:
    """A test whether groups differ by more than chance."""

    f: float
    between: int
    within: int
    """degrees of freedom of the groups and of the rest"""
    p: float
    eta_squared: float
    """share of the variance that the groups explain in this sample"""
    eta_low: float
    eta_high: float
    """95 % interval of eta squared, from the noncentral F distribution"""
    omega_squared: float
    """the same share in the population, nearly without bias"""
    welch_f: float
    welch_p: float
    """Welch's test, which lets the groups have different variances"""


def one_way(groups: Groups) -> OneWay:
    """One-way analysis of variance.

    :raises TamayaError: if there are fewer than two groups, or a group has fewer than two values
    """
    _check(groups)
    values = list(map(list, groups.values()))
    test = scipy_stats().f_oneway(*values)
    size, between = sum(map(len, values)), len(values) - 1
    f, within = float(test.statistic), size - between - 1
    statsmodels_api()
    from statsmodels.stats import oneway  # noqa: PLC0415

    welch = oneway.anova_oneway(values, use_var="unequal")
    with np.errstate(divide="ignore"):  # groups that hardly differ
        effect = oneway.confint_effectsize_oneway(f, (between, within), nobs=size)
    low, high = (float(end) for end in effect.eta2)
    eta = between * f / (between * f + within)
    omega = between * (f - 1) / (between * (f - 1) + size)
    return OneWay(
        f,
        between,
        within,
        float(test.pvalue),
        eta,
        low,
        high,
        max(0.0, omega),
        float(welch.statistic),
        float(welch.pvalue),
    )


@dataclass(frozen=True)
class RepeatedMeasures:
    """A test whether arms differ for people who met all of them."""

    f: float
    between: int
    within: int
    """degrees of freedom of the arms and of the rest"""
    p: float
    people: int
    """who met all arms"""


def repeated_measures(arms: Mapping[str, Mapping[str, float]]) -> RepeatedMeasures:
    """Analysis of variance with repeated measures: each person's value with every arm.

    It assumes that the differences between any two arms vary equally over people (sphericity).

    :raises TamayaError: if fewer than two people met all arms, or there are fewer than two arms
    """
    everybody = [set(people) for people in arms.values()]
    both = sorted(set.intersection(*everybody)) if everybody else []
    if len(arms) < 2 or len(both) < 2:
        raise TamayaError(f"{len(both)} people met all of {len(arms)} arms (expected two or more)")
    rows = [(person, arm, arms[arm][person]) for person in both for arm in arms]
    table = pandas().DataFrame(rows, columns=["person", "arm", "value"])
    test = statsmodels_api().stats.AnovaRM(table, "value", "person", within=["arm"])
    f, between, within, p = (float(cell) for cell in test.fit().anova_table.iloc[0])
    return RepeatedMeasures(f, int(between), int(within), p, len(both))


@dataclass(frozen=True)
class Effect:
    """One factor, or an interaction, of an analysis of variance."""

    name: str
    squares: float
    freedom: int
    f: float
    p: float
    partial_eta_squared: float
    """share of the variance that no other effect explains"""


@dataclass(frozen=True)
class FactorTable:
    """An analysis of variance with several factors, of type II."""

    effects: tuple[Effect, ...]
    residual_freedom: int
    size: int

    def effect(self, name: str) -> Effect:
        """The effect of this name."""
        return next(effect for effect in self.effects if effect.name == name)


def factor_table(
    values: Sequence[float], factors: Mapping[str, Sequence[str]], *, interaction: bool = False
) -> FactorTable:
    """Analysis of variance with several factors; each is adjusted for all others (type II).

    :param factors: labels of all values, by factor
    :param interaction: also test whether the effect of the first factor depends on the second
    :raises TamayaError: if too few values are left, a factor has one label, labels of different
        factors always occur together, or, with an interaction, a combination does not occur
    """
    names = list(factors)
    for name, labels in factors.items():
        if len(set(labels)) < 2:
            raise TamayaError(f"every value has the same {name}, so it explains nothing")
    if interaction:
        _check_cells(factors[names[0]], factors[names[1]], names)
    columns = {f"factor{place}": list(labels) for place, labels in enumerate(factors.values())}
    table = pandas().DataFrame({"value": list(values), **columns})
    terms = [f"C({column})" for column in columns]
    formula = "value ~ " + " + ".join(terms)
    if interaction:
        formula += f" + {terms[0]}:{terms[1]}"
        names.append(f"{names[0]} by {names[1]}")
    model = formulas().ols(formula, table)
    if np.linalg.matrix_rank(model.exog) < model.exog.shape[1]:
        raise TamayaError(f"some labels of {' and '.join(factors)} always occur together")
    fit = model.fit()
    if fit.df_resid < 1:
        raise TamayaError(f"{len(values)} values are too few for {len(names)} effects")
    anova = statsmodels_api().stats.anova_lm(fit, typ=2)
    rest = float(anova["sum_sq"].iloc[-1])
    rows = zip(names, anova.itertuples(), strict=False)  # the last row is the residual
    effects = tuple(_effect(name, row, rest) for name, row in rows)
    return FactorTable(effects, int(fit.df_resid), len(values))


def _effect(name: str, row: tuple[str, float, float, float, float], rest: float) -> Effect:
    _, squares, freedom, f, p = row
    return Effect(name, squares, int(freedom), f, p, squares / (squares + rest))


@dataclass(frozen=True)
class PairTest:
    """One pair of groups in a test of all pairs."""

    first: str
    second: str
    difference: float
    """mean of the first minus mean of the second"""
    low: float
    high: float
    """95 % interval that holds for all pairs at once"""
    p: float
    """adjusted for all pairs"""


def tukey(groups: Groups) -> tuple[PairTest, ...]:
    """Tukey's test of all pairs; groups may differ in size (Tukey-Kramer).

    :raises TamayaError: if there are fewer than two groups, or a group has fewer than two values
    """
    _check(groups)
    names = list(groups)
    test = scipy_stats().tukey_hsd(*map(list, groups.values()))
    interval = test.confidence_interval()
    return tuple(
        PairTest(
            names[i],
            names[j],
            float(test.statistic[i, j]),
            float(interval.low[i, j]),
            float(interval.high[i, j]),
            float(test.pvalue[i, j]),
        )
        for i, j in combinations(range(len(names)), 2)
    )


def _check(groups: Groups) -> None:
    if len(groups) < 2:
        raise TamayaError(f"{len(groups)} group (expected two or more to compare)")
    for name, values in groups.items():
        if len(values) < 2:
            raise TamayaError(f"{name!r} has {len(values)} values (expected two or more)")
    if all(len(set(values)) == 1 for values in groups.values()):
        raise TamayaError("no group has two different values, so chance cannot be judged")


def _check_cells(first: Sequence[str], second: Sequence[str], names: Sequence[str]) -> None:
    occurring = set(zip(first, second, strict=True))
    for a in sorted(set(first)):
        for b in sorted(set(second)):
            if (a, b) not in occurring:
                raise TamayaError(
                    f"nobody has {names[0]} {a!r} and {names[1]} {b!r}, so their interaction "
                    "cannot be tested"
                )
