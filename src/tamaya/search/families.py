"""Searching agents by name: `mcs(piers)`, `is_mcts(iterations=500)`, `predictor(piers | iggi)`.

Settings are written by key: `iterations=1000`, `seconds=0.1`, `threads=2`, `strict=yes`.
`published=yes` plays as the original programs do, mistakes included.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import get_type_hints

from tamaya.agents import Agent, CoreAgent, core_agent
from tamaya.agents.registry import Entry, register
from tamaya.errors import NotationError
from tamaya.search import settings as ways
from tamaya.search.agent import SearchAgent
from tamaya.search.settings import Settings

_TYPES = {
    field.name: type(getattr(Settings(), field.name)) for field in dataclasses.fields(Settings)
}


def _with_settings(make: Callable[..., Agent]) -> Callable[..., Agent]:
    """Lets a function take all settings by key, in the place of its `**settings`."""
    hints = get_type_hints(make)
    own = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(make).parameters.items()
        if parameter.kind is not parameter.VAR_KEYWORD
    ]
    more = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in _TYPES.items()
    ]
    make.__signature__ = inspect.Signature([*own, *more])  # type: ignore[attr-defined]
    return make


def _changed(start: Settings, settings: dict[str, object]) -> Settings:
    return dataclasses.replace(start, **settings)  # type: ignore[arg-type]


@_with_settings
def _mcs(policy: CoreAgent, *, published: bool = False, name: str, **settings: object) -> Agent:
    start = ways.MCS_PUBLISHED if published else ways.MCS
    return SearchAgent(_changed(start, settings), own=policy, partners=[[policy]], name=name)


def _tree(start: Settings) -> Callable[..., Agent]:
    """IS-MCTS with rollouts by chance, or by a policy."""

    @_with_settings
    def make(
        policy: CoreAgent | None = None,
        *,
        published: bool = False,
        name: str,
        **settings: object,
    ) -> Agent:
        chosen = dataclasses.replace(start, ask_models=False)
        if published:
            chosen = dataclasses.replace(chosen, rollout=100, skip_fives=True)
        partners = [] if policy is None else [[policy]]
        return SearchAgent(_changed(chosen, settings), own=policy, partners=partners, name=name)

    return make


@_with_settings
def _predictor(
    *models: tuple[CoreAgent, ...],
    own: CoreAgent | None = None,
    published: bool = False,
    name: str,
    **settings: object,
) -> Agent:
    if not models:
        raise NotationError(f"{name!r}: expected models, as in 'predictor(piers | iggi, outer)'")
    if not published:
        own = core_agent("piers") if own is None else own
        chosen = _changed(ways.PREDICTOR, settings)
    elif own is not None:
        raise NotationError(f"{name!r}: the published predictor has no policy of its own")
    else:
        chosen = _changed(ways.PREDICTOR_PUBLISHED, settings)
    return SearchAgent(chosen, own=own, partners=models, name=name)


register(
    Entry(
        "mcs",
        "Monte Carlo search: tries all moves in imagined games (docs/search.md).",
        _mcs,
        usage="mcs(AGENT, iterations=, seconds=, ...)",
    )
)
register(
    Entry(
        "is_mcts",
        "Tree search over imagined positions; AGENT plays the rollouts.",
        _tree(ways.IS_MCTS),
        usage="is_mcts(AGENT, iterations=, ...)",
    )
)
register(
    Entry(
        "ris_mcts",
        "Tree search that draws partners' hands anew, as they see them.",
        _tree(ways.RIS_MCTS),
        usage="ris_mcts(AGENT, iterations=, ...)",
    )
)
register(
    Entry(
        "predictor",
        "Searches, and finds out which of these agents each partner is.",
        _predictor,
        usage="predictor(AGENT | AGENT, iterations=, ...)",
    )
)
