"""Maps of behaviour: the grid, one cell in detail, and layers on top of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

SampleLabel = Literal["best", "typical", "worst"]


class Measure(Struct, frozen=True):
    """A mean with its error and sample."""

    mean: float
    sem: float | None
    sd: float | None
    games: int


class Axis(Struct, frozen=True):
    """A feature of the map."""

    feature: str
    words: str
    description: str
    cells: int
    edges: list[float] | None
    """borders of equal cells; None where they lie elsewhere"""


class Cell(Struct, frozen=True):
    """A niche that is taken."""

    id: str
    niche: list[int]
    agent: str
    """what the agent is asked for by"""
    score: Measure | None
    features: dict[str, float | None]


class MapSummary(Struct, frozen=True):
    """A map in a list."""

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
    """cells, taken or not"""
    cells: list[Cell]


class RuleUse(Struct, frozen=True):
    """A rule of an agent, and how often it decides in self-play."""

    rule: str
    words: str
    decided: int
    share: float
    dead: bool
    """it never decided"""


class CellPartner(Struct, frozen=True):
    """How a cell fares with another one."""

    cell: str
    score: Measure


class SampleGame(Struct, frozen=True):
    """A game worth looking at."""

    label: SampleLabel
    replay: str
    """the id of its replay"""
    seed: int
    score: int
    bombed: bool


class CellDetail(Struct, frozen=True):
    """One agent of a map at work."""

    cell: Cell
    gives_up: bool
    rules: list[RuleUse]
    other_share: float
    """moves that no rule decided"""
    games: int
    first_seed: int
    histogram: list[int]
    """games by points kept"""
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
