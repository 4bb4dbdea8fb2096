"""Families of native agents: parameters by name, errors about them, blobs and pickles."""

from __future__ import annotations

import gc
import pickle
import re

import numpy as np
import pytest

import tamaya as ty
from tamaya import TamayaError, _core
from tamaya.agents import CoreAgent

EGER: dict[str, object] = {
    "style": 2,
    "counting": True,
    "expendable": False,
    "samples": 0,
    "of_intentional": False,
}


def policy_of(name: str) -> _core.Policy:
    agent = ty.as_agent(name)
    assert isinstance(agent, CoreAgent)
    return agent.policy


def test_every_family_says_which_parameters_it_takes() -> None:
    assert {"rule_list", "eger", "cyclone", "person"} <= set(_core.families())
    fields = {field.name: field for field in _core.family_fields("cyclone")}
    assert (fields["by_factor"].type, fields["by_factor"].count) == ("f8", 14)
    assert fields["misplay"].offset == 14 * 8
    assert [field.name for field in _core.family_fields("eger")] == [
        "samples",
        "style",
        "counting",
        "expendable",
        "of_intentional",
    ]


@pytest.mark.parametrize(
    "name", ["piers", "eger:full", "eger:sample(outer, 7)", "cyclone:self_play", "human:all"]
)
def test_a_policy_is_its_family_and_its_fields(name: str) -> None:
    policy = policy_of(name)
    again = _core.Policy(policy.family, policy.fields, policy.blob)
    assert (again.fields, again.blob) == (policy.fields, policy.blob)
    pickled = pickle.loads(pickle.dumps(policy))
    assert (pickled.family, pickled.fields) == (policy.family, policy.fields)
    assert _core.Policies([pickled]).raw() == _core.Policies([policy]).raw()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"samples": 5}, r"samples = 5 \(expected 0\)"),
        ({"style": 5}, r"samples = 0 \(expected 1 to 60000\)"),
        ({"style": 6}, r"style = 6 \(expected 0 to 5"),
        ({"samples": -1}, r"samples = -1 \(expected 0\)"),
        ({"samples": 2**70}, r"samples = \d+ \(expected a whole number"),
        ({"samples": 1.5}, r"samples = 1.5 \(expected a whole number"),
        ({"samples": True}, r"samples = True \(expected a whole number"),
        ({"counting": 1}, r"counting = 1 \(expected True or False\)"),
        ({"mood": 1}, r"no field 'mood' of family 'eger' \(expected samples, style"),
    ],
)
def test_wrong_parameters_are_quoted(change: dict[str, object], message: str) -> None:
    with pytest.raises(TamayaError, match=message):
        _core.Policy("eger", EGER | change)


def test_numbers_of_numpy_are_whole_numbers_too() -> None:
    assert _core.Policy("eger", EGER | {"style": np.uint8(3)}).fields["style"] == 3


def test_missing_parameters_are_named() -> None:
    with pytest.raises(TamayaError, match="family 'cyclone' needs a value for 'misplay'"):
        _core.Policy("cyclone", {"by_factor": [0.0] * 14})
    with pytest.raises(TamayaError, match=r"misplay = .*object.* \(expected 3 numbers\)"):
        _core.Policy("cyclone", {"by_factor": [0.0] * 14, "misplay": object()})
    with pytest.raises(TamayaError, match="family 'rule_list' needs a value for 'noise'"):
        _core.Policy("rule_list", {"rules": []})


def test_an_unknown_family_is_told_with_those_that_exist() -> None:
    known = re.escape(", ".join(_core.families()))
    with pytest.raises(ty.UnknownNameError, match=rf"no family 'witch' \(expected {known}\)"):
        _core.Policy("witch", {})


def test_a_blob_must_be_what_its_family_expects() -> None:
    with pytest.raises(TamayaError, match=r"blob = 8 bytes \(expected PERSON_WEIGHTS float32"):
        _core.Policy("person", {"likeliest": False}, bytes(8))
    spoilt = np.full(_core.PERSON_WEIGHTS, np.nan, np.float32).tobytes()
    with pytest.raises(TamayaError, match="expected finite weights"):
        _core.Policy("person", {"likeliest": False}, spoilt)
    with pytest.raises(TamayaError, match="this family has no blob"):
        _core.Policy("eger", EGER, b"12345678")


def test_agents_of_one_blob_share_it() -> None:
    policies = _core.Policies([policy_of("human:all"), policy_of("piers"), policy_of("human:all")])
    ((places, blob),) = policies.blobs()
    assert len(places) == 2
    assert len(blob) == 4 * _core.PERSON_WEIGHTS
    raw = np.frombuffer(policies.raw(), np.uint8)
    first, second = (raw[place : place + 8].tobytes() for place in places)
    assert first == second


def test_a_list_keeps_the_blobs_of_its_policies_alive() -> None:
    policies = _core.Policies([policy_of("human:all")])
    gc.collect()
    ((_, blob),) = policies.blobs()
    assert np.isfinite(np.frombuffer(blob, np.float32)).all()


@pytest.mark.parametrize("state", [("eger", {}, b""), ("witch", {}, b""), ("eger", EGER, b"x")])
def test_a_damaged_pickle_of_a_policy_is_a_clear_error(state: tuple[object, ...]) -> None:
    damaged = _core.Policy.__new__(_core.Policy)
    with pytest.raises(TamayaError):
        damaged.__setstate__(state)  # type: ignore[arg-type]
