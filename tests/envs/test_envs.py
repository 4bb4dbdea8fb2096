"""The package builds environments without needing their libraries before."""

import subprocess
import sys

import pytest

from tamaya.envs import aec_env, vector_env
from tamaya.game import TamayaError


def test_importing_the_package_imports_no_library() -> None:
    program = (
        "import sys, tamaya, tamaya.envs; "
        "sys.exit(bool({'gymnasium', 'pettingzoo'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_missing_gymnasium_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("tamaya.envs.gymnasium", "tamaya.envs.vector"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(TamayaError, match=r"needs Gymnasium.*\[rl\]'"):
        vector_env(2)


def test_a_missing_pettingzoo_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tamaya.envs.pettingzoo", raising=False)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(TamayaError, match=r"needs PettingZoo.*\[rl\]'"):
        aec_env()


def test_both_environments_take_a_setup_in_words() -> None:
    assert aec_env("standard players=3").max_num_agents == 3
    assert vector_env(2, "standard players=3").setup.players == 3
