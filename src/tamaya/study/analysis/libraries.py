"""The libraries of statistics, imported where they are needed."""

from __future__ import annotations

from types import ModuleType

from tamaya.extras import extra

_PURPOSE = "analyses of studies need SciPy and statsmodels"


def scipy_stats() -> ModuleType:
    """`scipy.stats`.

    :raises MissingExtraError: if SciPy is missing
    """
    with extra("study", _PURPOSE):
        from scipy import stats  # noqa: PLC0415
    return stats  # type: ignore[no-any-return]


def formulas() -> ModuleType:
    """`statsmodels.formula.api`: models written as formulas.

    :raises MissingExtraError: if statsmodels is missing
    """
    with extra("study", _PURPOSE):
        from statsmodels.formula import api  # noqa: PLC0415
    return api  # type: ignore[no-any-return]


def statsmodels_api() -> ModuleType:
    """`statsmodels.api`, after which all parts of `statsmodels.stats` can be used.

    :raises MissingExtraError: if statsmodels is missing
    """
    with extra("study", _PURPOSE):
        from statsmodels import api  # noqa: PLC0415
    return api  # type: ignore[no-any-return]


def pandas() -> ModuleType:
    """`pandas`, whose tables statsmodels reads.

    :raises MissingExtraError: if pandas is missing
    """
    with extra("study", _PURPOSE):
        import pandas  # noqa: PLC0415
    return pandas  # type: ignore[no-any-return]
