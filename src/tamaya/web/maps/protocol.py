"""HTTP bodies of maps: the grid, one cell in detail, and layers on top of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

SampleLabel = Literal["best", "typical", "worst"]


class Measure(Struct, frozen=True):
    """A mean with its standard error, standard deviation and sample size."""

    mean: float
    sem: float | None
    sd: float | None
    games: int


class FeatureWords(Struct, frozen=True):
    """How to show a feature for which the pages have no words of their own."""

    label: str
    description: str


class Axis(Struct, frozen=True):
    """A feature of the map."""

    feature: str
    cells: int
    edges: list[float] | None
    """borders of the cells; None if the cells are not equally wide"""


class Cell(Struct, frozen=True):
    """A niche that an elite holds."""

    id: str
    niche: list[int]
    agent: str
    """id of the elite, as other requests take it"""
    score: Measure | None
    features: dict[str, float | None]


class MapSummary(Struct, frozen=True):
    """One map in a list."""

    id: str
    axes: list[str]
    grid: list[int]
    setup: str
    rulebook: str
    taken: int
    best: float | None


class BehaviourMap(Struct, frozen=True):
    """A whole map."""

    id: str
    setup: str
    rulebook: str
    scoring: str
    axes: list[Axis]
    size: int
    """number of cells, empty ones included"""
    cells: list[Cell]
    words: dict[str, FeatureWords]
    """words of all features"""


class RuleUse(Struct, frozen=True):
    """A rule of an agent, and how often it decides in self-play."""

    rule: str
    words: str
    decided: int
    share: float
    dead: bool
    """the rule never decided"""


class CellPartner(Struct, frozen=True):
    """How an elite scores with the elite of another cell."""

    cell: str
    score: Measure


class SampleGame(Struct, frozen=True):
    """A game to watch as a replay."""

    label: SampleLabel
    replay: str
    """the id of its replay"""
    seed: int
    score: int
    bombed: bool


class CellDetail(Struct, frozen=True):
    """One elite of a map, measured in games with itself."""

    cell: Cell
    gives_up: bool
    rules: list[RuleUse]
    other_share: float
    """share of moves that no rule decided"""
    games: int
    first_seed: int
    histogram: list[int]
    """number of games by score, points kept"""
    bombed: float
    partners: list[CellPartner]
    """from the best to the worst"""
    samples: list[SampleGame]


class CellComparison(Struct, frozen=True):
    """Two cells side by side."""

    cells: list[CellDetail]
    shared: list[str]
    """rules that both have, in the first one's order"""
    together: Measure


class MapLayer(Struct, frozen=True):
    """Scores of all cells with one partner."""

    partner: str
    games: int
    scores: dict[str, Measure]


class KnownAgent(Struct, frozen=True):
    """A named agent on the map."""

    agent: str
    at: list[float]
    """the features of the axes, 0 to 1"""
    score: Measure


class MapList(Struct, frozen=True):
    """All maps of a server."""

    maps: list[MapSummary]


class KnownAgents(Struct, frozen=True):
    """Named agents on a map."""

    agents: list[KnownAgent]
