"""The example programs run at a small size and print what they are for."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from tamaya.features import registry
from tests.truth import ROOT

EXAMPLES = ROOT / "examples"
# Arguments of a small run, and a line that must be printed.
PROGRAMS = {
    "best_response": (("100",), "gain +"),
    "cross_play": (("4",), "best response to people: "),
    "drive_remote_agent": (("1",), "name 'make_coffee' is not defined"),
    "gymnasium_partners": (("40",), "games with 22 partners"),
    "onnx_policy": (("policy.onnx",), "mean "),
    "own_feature_and_map": (("60",), "of its moves are hints"),
    "pettingzoo_training": (("32",), "trained policy and piers: mean "),
    "pytorch_policy": ((), "my PyTorch network and piers: mean "),
    "read_hanabi_data": ((), "same moves"),
    "recognise_partners": (("1",), "with canaan2020-2:"),
    "rule_agent": (("20",), "Careful and piers: mean "),
    "run_study": ((), "a simulated person reaches the end"),
    "search_agents": (("2",), "300 rollouts: "),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_an_example_runs(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments, promised = PROGRAMS[name]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_features", dict(registry._features))  # some add features
    monkeypatch.setattr(sys, "argv", [f"{name}.py", *arguments])
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert promised in capsys.readouterr().out


def test_every_program_is_run_by_a_test() -> None:
    elsewhere = {
        "chat_model": "tests/remote/test_examples.py",
        "remote_agent": "tests/remote/test_examples.py",
        "jax_policy": "tests/remote/test_adapters.py",
    }
    assert {file.stem for file in EXAMPLES.glob("*.py")} == PROGRAMS.keys() | elsewhere.keys()
    for program, test in elsewhere.items():
        assert program in (ROOT / test).read_text()
