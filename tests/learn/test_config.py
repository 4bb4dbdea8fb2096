from __future__ import annotations

import pytest

from tamaya.agents import as_agent
from tamaya.game import TamayaError
from tamaya.learn import PRESETS, Config
from tamaya.learn.__main__ import changed
from tamaya.matchups import is_pool


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_config_survives_its_file(name: str) -> None:
    config = PRESETS[name].changed({"seed": 7, "hidden": [64, 32], "learning_rate": 3e-5})
    assert Config.from_toml(config.to_toml()) == config


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_the_partners_of_a_preset_exist(name: str) -> None:
    for partner in PRESETS[name].partners:
        assert is_pool(partner) or as_agent(partner).name == partner


def test_words_change_fields_of_every_kind() -> None:
    config = changed(
        PRESETS["response"],
        [
            "games=64",
            "turns=2e6",
            "hidden=32,16",
            "memory=game",
            "partners=iggi,piers",
            "permute_colors=true",
            "entropy=0.05",
        ],
    )
    assert (config.games, config.turns, config.hidden) == (64, 2_000_000, (32, 16))
    assert (config.memory, config.partners) == ("game", ("iggi", "piers"))
    assert config.permute_colors is True
    assert config.entropy == 0.05


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": 0}, "games = 0"),
        ({"games": 30}, "games = 30 cannot be split into 8"),
        ({"observation": "all"}, "observation = 'all'"),
        ({"partners": ["iggi"]}, "learners = 'all' with partners"),
        ({"hidden": []}, "hidden = "),
        ({"normalized": 4}, "normalized = 4"),
        ({"clip": "much"}, "clip = 'much'"),
        ({"gamma": 0.9}, "unknown fields gamma"),
        ({"entropy_fall": "fast"}, "entropy_fall = 'fast'"),
        ({"entropy_fall": "geometric", "final_entropy": 0}, "from 0.02 to 0 cannot fall by equal"),
    ],
)
def test_an_impossible_config_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(TamayaError, match=message):
        Config().changed(change)


def test_a_change_without_a_value_is_refused() -> None:
    with pytest.raises(TamayaError, match="not a change: 'games'"):
        changed(Config(), ["games"])
    with pytest.raises(TamayaError, match="games = 'many'"):
        changed(Config(), ["games=many"])


def test_the_entropy_bonus_falls_by_equal_steps_or_by_equal_ratios() -> None:
    linear = Config(entropy=0.4, final_entropy=0.1)
    geometric = Config(entropy=0.4, final_entropy=0.1, entropy_fall="geometric")
    shares = (0, 0.5, 1)
    assert [linear.entropy_at(share) for share in shares] == pytest.approx([0.4, 0.25, 0.1])
    assert [geometric.entropy_at(share) for share in shares] == pytest.approx([0.4, 0.2, 0.1])
