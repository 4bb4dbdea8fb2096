"""Searching agents by name: `mcs(piers)`, `is_mcts(iterations=500)`, `predictor(piers | iggi)`.

Settings are written by key: `iterations=1000`, `seconds=0.1`, `threads=2`, `strict=yes`.
`published=yes` plays exactly like the original programs, including their mistakes.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import get_type_hints

from tamaya.agents import Agent, CoreAgent, core_agent
from tamaya.agents.registry import Entry, register
from tamaya.errors import NotationError
from tamaya.search import settings as presets
from tamaya.search.agent import SearchAgent
from tamaya.search.learning_predictor import LearnedModel, LearningPredictor
from tamaya.search.settings import Settings

_TYPES = {
    field.name: type(getattr(Settings(), field.name)) for field in dataclasses.fields(Settings)
}


def _with_settings(make: Callable[..., Agent]) -> Callable[..., Agent]:
    """Replaces `**settings` in a function's signature by one keyword parameter per setting."""
    hints = get_type_hints(make)
    own = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(make).parameters.items()
        if parameter.kind is not parameter.VAR_KEYWORD
    ]
    options = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in _TYPES.items()
    ]
    make.__signature__ = inspect.Signature([*own, *options])  # type: ignore[attr-defined]
    return make


def _with_changes(start: Settings, settings: dict[str, object]) -> Settings:
    return dataclasses.replace(start, **settings)  # type: ignore[arg-type]


@_with_settings
def _mcs(policy: CoreAgent, *, published: bool = False, name: str, **settings: object) -> Agent:
    start = presets.MCS_PUBLISHED if published else presets.MCS
    return SearchAgent(_with_changes(start, settings), own=policy, partners=[[policy]], name=name)


def _tree(start: Settings) -> Callable[..., Agent]:
    """IS-MCTS; a policy plays the rollouts, or else random legal moves."""

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
        return SearchAgent(
            _with_changes(chosen, settings), own=policy, partners=partners, name=name
        )

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
        raise NotationError(
            f"{name!r}: no models (expected models, as in 'predictor(piers | iggi, outer)')"
        )
    if any(isinstance(model, LearnedModel) for choices in models for model in choices):
        return _learning(models, own, published, name, settings)
    if not published:
        own = core_agent("piers") if own is None else own
        chosen = _with_changes(presets.PREDICTOR, settings)
    elif own is not None:
        raise NotationError(
            f"{name!r}: published=yes cannot be combined with own= (expected one of them)"
        )
    else:
        chosen = _with_changes(presets.PREDICTOR_PUBLISHED, settings)
    return SearchAgent(chosen, own=own, partners=models, name=name)


def _learning(
    models: tuple[tuple[CoreAgent, ...], ...],
    own: CoreAgent | None,
    published: bool,
    name: str,
    settings: dict[str, object],
) -> Agent:
    if published or len(models) > 1 or len(models[0]) > 1:
        raise NotationError(
            f"{name!r}: 'learned' cannot be combined with other models or with published=yes "
            "(expected 'predictor(learned)')"
        )
    chosen = _with_changes(presets.PREDICTOR, settings)
    return LearningPredictor(chosen, own=own or core_agent("piers"), name=name)


def _learned(*, name: str) -> Agent:
    return LearnedModel(name=name)


register(
    Entry(
        "learned",
        "A model that predictor(learned) fits to its partner; by itself it plays like Piers.",
        _learned,
    )
)
register(
    Entry(
        "mcs",
        "Monte Carlo search: tries all moves in rollouts that AGENT plays (docs/search.md).",
        _mcs,
        usage="mcs(AGENT, iterations=, seconds=, ...)",
    )
)
register(
    Entry(
        "is_mcts",
        "Tree search (IS-MCTS) over sampled hidden cards; AGENT plays the rollouts.",
        _tree(presets.IS_MCTS),
        usage="is_mcts(AGENT, iterations=, ...)",
    )
)
register(
    Entry(
        "ris_mcts",
        "IS-MCTS that re-samples each partner's hand from that partner's own view.",
        _tree(presets.RIS_MCTS),
        usage="ris_mcts(AGENT, iterations=, ...)",
    )
)
register(
    Entry(
        "predictor",
        "Searches while it infers which of these agents each partner is.",
        _predictor,
        usage="predictor(AGENT | AGENT, iterations=, ...)",
    )
)
