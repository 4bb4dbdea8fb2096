"""Cyclone (Kantack 2021): agents that add up weighted factors of every move.

There are the paper's twelve factors and two more of its program. The three published styles are for
two players under standard rules. Their weights are in `cyclone.toml`, in two forms: as in the
program, and with the sign and the weights of Table 1 of the paper. A third form, `paper`, has other
factors: see `cyclone_paper.py`. The folder `cyclone_weights` has weights trained on
people of the study of Eger et al. 2017; each file says how it was trained.
"""

from __future__ import annotations

import importlib.resources
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Literal

from tamaya import _core
from tamaya.agents.agent import Agent
from tamaya.agents.cyclone_thoughts import CycloneThoughts
from tamaya.agents.families.cyclone_paper import PaperCycloneAgent, paper_weights
from tamaya.agents.native import CoreAgent, in_core
from tamaya.agents.registry import Entry, register
from tamaya.game import TamayaError, View

FACTORS = tuple(_core.cyclone_factors())
"""in the order of the core; the first and the last have no weight"""
MISPLAY = "misplay"
MISPLAYS = 3
"""number of weights of a misplay: with no, one and two lives lost"""
WEIGHED = FACTORS[1:-1]
STYLES = ("human_like", "human_complementary", "self_play")
FORMS = ("code", "table1")
TRAINED = Path(str(importlib.resources.files("tamaya.agents").joinpath("cyclone_weights")))
"""folder of the trained weights that come with the package"""


@dataclass(frozen=True)
class Weights:
    """The weight of each factor; costs are negative."""

    by_factor: Mapping[str, float]
    """weights of all factors in `WEIGHED` except the misplay"""
    misplay: tuple[float, ...]
    """weights of a misplay with no, one and two lives lost"""

    @classmethod
    def of(cls, table: Mapping[str, object], source: str) -> Weights:
        """Checks a table read from a file.

        :param source: what error messages call the file
        :raises TamayaError: naming what is missing, unknown or not a number
        """
        unknown = [name for name in table if name not in WEIGHED]
        missing = [name for name in WEIGHED if name not in table]
        if unknown:
            expected = ", ".join(WEIGHED)
            raise TamayaError(f"{source}: no factor {unknown[0]!r} (expected {expected})")
        if missing:
            raise TamayaError(f"{source}: no weight for {', '.join(missing)}")
        costs = table[MISPLAY]
        if not isinstance(costs, list) or len(costs) != MISPLAYS:
            raise TamayaError(
                f"{source}: {MISPLAY} = {costs!r} (expected {MISPLAYS} numbers: with no, one and "
                "two lives lost)"
            )
        by_factor = {n: _number(table[n], f"{source}: {n}") for n in WEIGHED if n != MISPLAY}
        return cls(by_factor, tuple(_number(cost, f"{source}: {MISPLAY}") for cost in costs))

    @property
    def policy(self) -> _core.Policy:
        """The core's policy with these weights."""
        by_factor = [self.by_factor.get(name, 0.0) for name in FACTORS]
        return _core.Policy("cyclone", {"by_factor": by_factor, "misplay": self.misplay})


def _number(value: object, label: str) -> float:
    try:
        number = math.nan if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if isinstance(value, str) or not math.isfinite(number):
        raise TamayaError(f"{label} = {value!r:.60} (expected a finite number)")
    return number


@cache
def published() -> dict[tuple[str, str], Weights]:
    """The weights of every style and form."""
    text = importlib.resources.files("tamaya.agents").joinpath("cyclone.toml").read_text("utf-8")
    tables = tomllib.loads(text)
    return {
        (style, form): Weights.of(tables[style][form], f"cyclone.toml, {style}.{form}")
        for style in STYLES
        for form in FORMS
    }


def read_weights(path: Path) -> Weights:
    """Reads a TOML file with a number for each factor, like the tables of `cyclone.toml`.

    :raises TamayaError: if the file cannot be read or is not such a table
    """
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise TamayaError(f"cannot read weights from {str(path)!r}: {error}") from None
    except (ValueError, RecursionError) as error:  # huge numbers and deep nesting included
        raise TamayaError(f"{str(path)!r} is not a TOML file: {error}") from None
    return Weights.of(table, str(path))


@in_core
class CycloneAgent(CoreAgent):
    """Makes the move with the highest sum of weighted factors."""

    def __init__(self, weights: Weights, *, name: str = "cyclone") -> None:
        super().__init__(name, weights.policy)
        self.weights = weights

    @property
    def parameters(self) -> Mapping[str, object]:
        """The weights."""
        return {"weights": self.weights}

    def thoughts(self, view: View, decision: _core.Decision) -> CycloneThoughts:
        """The value of every legal move, factor by factor."""
        # The core rebuilds the agent's notes from the log of the view, so empty notes suffice.
        values, _ = _core.cyclone_values(self.policy, view, _core.Notes())
        return CycloneThoughts.of(decision.move, FACTORS, values)


Form = Literal["code", "table1", "paper"]


def _published(style: str, *, form: Form = "code", name: str) -> Agent:
    if form == "paper":
        return PaperCycloneAgent(paper_weights()[style], name=name)
    return CycloneAgent(published()[style, form], name=name)


def _trained(file: str, *, name: str) -> Agent:
    return CycloneAgent(read_weights(TRAINED / f"{file}.toml"), name=name)


def _paper(*, name: str) -> Agent:
    return PaperCycloneAgent(paper_weights()["trained"], name=name)


def _of_file(file: Path, *, name: str) -> Agent:
    return CycloneAgent(read_weights(file), name=name)


for _style, _description in (
    ("human_like", "Cyclone fitted to the play of its author."),
    ("human_complementary", "Cyclone tuned to score with its human-like style."),
    ("self_play", "Cyclone tuned to score with itself."),
):
    register(Entry(f"cyclone:{_style}", _description, partial(_published, _style)))
for _name, _description in (
    ("people", "Cyclone fitted to the moves of people of the 2017 study."),
    *((f"people{n}", f"Cyclone fitted to the people of human:cluster{n}.") for n in (1, 2, 3)),
    ("companion", "Cyclone tuned to score with models of people."),
):
    register(Entry(f"cyclone:{_name}", _description, partial(_trained, _name)))
register(
    Entry("cyclone:paper", "Cyclone with the factors of its paper, trained with itself.", _paper)
)
register(Entry("cyclone:weights", "Cyclone with weights of your own.", _of_file))
