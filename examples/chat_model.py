"""Lets a chat model play Hanabi, through any server with the chat completions API of OpenAI.

export CHAT_URL=http://localhost:11434/v1/chat/completions CHAT_MODEL=llama3
tamaya play 'remote:python examples/chat_model.py(seconds=120)' piers

CHAT_KEY is the API key, if the server needs one. A reply without a legal move gets one reminder;
after that the first legal hint or discard is made, and a note goes to standard error.
"""

import json
import os
import sys
import time
import urllib.request

RULES = (
    "You play Hanabi, a cooperative card game. You see the cards of your partners but not your "
    "own. Answer with exactly one of the legal moves, and nothing else. Slot 0 is the oldest card; "
    "'hint +1 r' tells the next player which cards are red."
)


def ask(messages: list[dict], seconds: float) -> str:
    """Sends the conversation to the model and returns its reply, within a number of seconds."""
    body = {"model": os.environ.get("CHAT_MODEL", "default"), "messages": messages}
    headers = {"Content-Type": "application/json"}
    if "CHAT_KEY" in os.environ:
        headers["Authorization"] = f"Bearer {os.environ['CHAT_KEY']}"
    request = urllib.request.Request(os.environ["CHAT_URL"], json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=seconds) as response:
        return json.load(response)["choices"][0]["message"]["content"]


def find_move(reply: str, legal_moves: list[str]) -> str | None:
    """The legal move that the reply names last, since models think aloud before they decide."""
    places = {move: reply.lower().rfind(move.lower()) for move in legal_moves}
    best = max(places, key=lambda move: (places[move], len(move)))
    return best if places[best] >= 0 else None


def choose(act: dict) -> str:
    """Asks the model twice at most, within the time limit."""
    legal, deadline = act["legal_moves"], time.monotonic() + 0.9 * act["seconds"]
    prompt = f"{act['text']}\n\nLegal moves: {', '.join(legal)}\nYour move:"
    messages = [{"role": "system", "content": RULES}, {"role": "user", "content": prompt}]
    for _ in range(2):
        reply = ask(messages, max(0.1, deadline - time.monotonic()))
        move = find_move(reply, legal)
        if move is not None:
            return move
        reminder = f"That is not a legal move. Answer with one of: {', '.join(legal)}"
        messages += [
            {"role": "assistant", "content": reply},
            {"role": "user", "content": reminder},
        ]
    print(f"no legal move in {reply!r}", file=sys.stderr)
    return next((move for move in legal if not move.startswith("play")), legal[0])


if __name__ == "__main__":
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "act":
            print(json.dumps({"move": choose(message)}), flush=True)
