"""Lets an agent of kaggle-environments play: a function that was written for `open_spiel_hanabi`.

Run it with the Python of a virtual environment that has kaggle-environments:

tamaya match "remote:VENV/bin/python examples/adapters/kaggle_agent.py my_agent.py:agent" piers

`agent(observation, configuration)` returns `{"submission": ID}`. It receives the observation that
Kaggle's environment makes, except `serializedGameAndState`, which would contain the hidden cards.
"""

import importlib.util
import json
import sys

COPIES = {1: 3, 5: 1}
"""copies of a card by rank, where they are not 2"""


def load(place: str):
    """The function at FILE.py:NAME."""
    file, _, name = place.rpartition(":")
    spec = importlib.util.spec_from_file_location("kaggle_agent_file", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def card_object(card: str | None) -> dict | None:
    """The card `r3` as Kaggle writes it."""
    return None if card is None else {"color": card[0].upper(), "rank": int(card[1])}


def slot_object(slot: dict) -> dict:
    """A slot of a hand as Kaggle writes it."""
    return {
        "card": card_object(slot["card"]),
        "hinted_color": slot["colors"].upper() if slot["color_hinted"] else None,
        "hinted_rank": slot["ranks"][0] if slot["rank_hinted"] else None,
        "plausible_colors": list(slot["colors"].upper()),
        "plausible_ranks": slot["ranks"],
    }


def label(move: str) -> str:
    """A move as OpenSpiel prints it."""
    kind, _, rest = move.partition(" ")
    if kind != "hint":
        return f"({kind.title()} {rest})"
    target, value = rest.split()
    what = f"rank {value}" if value.isdigit() else f"color {value.upper()}"
    return f"(Reveal player {target} {what})"


def table_object(act: dict) -> dict:
    """The position as Kaggle's observation string contains it."""
    view = act["view"]
    heights = {color.upper(): height for color, height in view["fireworks"].items()}
    deck_total = len(heights) * sum(COPIES.get(rank, 2) for rank in range(1, view["ranks"] + 1))
    hands = [
        {
            "player": player,
            "is_observer": player == view["seat"],
            "cards": [slot_object(slot) for slot in hand if slot is not None],
        }
        for player, hand in enumerate(view["hands"])
    ]
    moves = zip(act["legal_actions"], act["legal_moves"], strict=True)
    return {
        "num_players": view["players"],
        "colors": len(heights),
        "ranks": view["ranks"],
        "hand_size": view["hand_size"],
        "observer": view["seat"],
        "current_player": view["current"],
        "life_tokens": view["lives"],
        "max_life_tokens": view["max_lives"],
        "info_tokens": view["hints"],
        "max_info_tokens": view["max_hints"],
        "fireworks": heights,
        "score": view["score"],
        "fireworks_total": view["score"],
        "max_score": len(heights) * view["ranks"],
        "hands": hands,
        "deck_size": view["deck"],
        "deck_total": deck_total,
        "final_turns_remaining": view["turns_left"],
        "discards": [card_object(card) for card in view["discards"]],
        "is_terminal": False,
        "winner": None,
        "outcome": "in_progress",
        "returns": [],
        "legal_actions": [{"action": action, "label": label(move)} for action, move in moves],
        "move_number": view["turn"] + deck_total - view["deck"],  # OpenSpiel counts cards dealt
    }


def observation(act: dict) -> dict:
    """What Kaggle's environment gives to the agent that is to move."""
    table = table_object(act)
    return {
        "observationString": json.dumps(table),
        "legalActions": act["legal_actions"],
        "legalActionStrings": [entry["label"] for entry in table["legal_actions"]],
        "currentPlayer": table["current_player"],
        "playerId": table["observer"],
        "isTerminal": False,
        "step": act["view"]["turn"],
        "remainingOverageTime": act["seconds"],
    }


def main() -> None:
    """Answers every message `act`."""
    output = sys.stdout
    sys.stdout = sys.stderr  # the package prints when it is imported, and agents may print too
    from kaggle_environments.utils import structify  # noqa: PLC0415

    agent = load(sys.argv[1])
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] != "act":
            continue
        configuration = structify({"actTimeout": message["seconds"], "includeLegalActions": True})
        answer = agent(structify(observation(message)), configuration)
        action = int(answer["submission"] if isinstance(answer, dict) else answer)
        legal = dict(zip(message["legal_actions"], message["legal_moves"], strict=True))
        move = legal.get(action, f"action {action}")
        print(json.dumps({"move": move}), file=output, flush=True)


if __name__ == "__main__":
    main()
