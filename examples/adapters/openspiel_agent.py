"""Lets an agent of OpenSpiel play: an `rl_agent.AbstractAgent` that was trained on `hanabi`.

Run it with the Python of a virtual environment that has OpenSpiel; Tamaya need not be in it:

tamaya match "remote:VENV/bin/python examples/adapters/openspiel_agent.py my_agent.py:make" piers

`make(seat, players, actions, observation_size)` returns the agent. OpenSpiel's observations and
action ids are those of HLE, which the protocol contains.
"""

import importlib.util
import json
import sys

from open_spiel.python import rl_environment


def load(place: str):
    """The function at FILE.py:NAME."""
    file, _, name = place.rpartition(":")
    spec = importlib.util.spec_from_file_location("openspiel_agent_file", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def time_step(act: dict, kind: rl_environment.StepType) -> rl_environment.TimeStep:
    """A position as OpenSpiel shows it to learning agents; other players' entries are empty."""
    view = act["view"]
    seat, players = view["seat"], view["players"]
    information, legal = [[] for _ in range(players)], [[] for _ in range(players)]
    information[seat] = [float(bit) for bit in act["observation"]]
    legal[seat] = act["legal_actions"]
    observations = {
        "info_state": information,
        "legal_actions": legal,
        "current_player": seat,
        "serialized_state": [],
    }
    return rl_environment.TimeStep(
        observations=observations,
        rewards=[0.0] * players,
        discounts=[1.0] * players,
        step_type=kind,
    )


def main() -> None:
    """Answers every message `act`."""
    output = sys.stdout
    sys.stdout = sys.stderr  # libraries and agents may print
    make, agent, is_first = load(sys.argv[1]), None, True
    for line in sys.stdin:
        message = json.loads(line)
        is_first = is_first or message["type"] == "game"
        if message["type"] != "act":
            continue
        view = message["view"]
        if agent is None:
            size = len(message["observation"])
            agent = make(view["seat"], view["players"], message["actions"], size)
        kind = rl_environment.StepType.FIRST if is_first else rl_environment.StepType.MID
        is_first = False
        action = int(agent.step(time_step(message, kind), is_evaluation=True).action)
        legal = dict(zip(message["legal_actions"], message["legal_moves"], strict=True))
        answer = {"move": legal.get(action, f"action {action}")}
        print(json.dumps(answer), file=output, flush=True)


if __name__ == "__main__":
    main()
