// A remote agent in JavaScript, served over HTTP: plays surely playable cards, or else hints or discards.
//
// Start it: node examples/remote_agent.mjs 8123
// Play with it: tamaya match remote:http://localhost:8123/ piers --games 20
import { createServer } from "node:http";

function isPlayable(slot, fireworks) {
  return [...slot.colors].every((color) => slot.ranks.every((rank) => fireworks[color] + 1 === rank));
}

function choose(view, legalMoves) {
  const safe = view.hands[view.seat].findIndex((slot) => slot && isPlayable(slot, view.fireworks));
  if (safe >= 0) return `play ${safe}`;
  const hints = legalMoves.filter((move) => move.startsWith("hint"));
  const discards = legalMoves.filter((move) => move.startsWith("discard"));
  if (hints.length && (view.hints > 2 || !discards.length)) return hints[view.turn % hints.length];
  return discards[0] ?? legalMoves[0];
}

createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    const message = JSON.parse(body);
    const answer = message.type === "act" ? { move: choose(message.view, message.legal_moves) } : {};
    response.end(JSON.stringify(answer)); // only "act" needs an answer
  });
}).listen(Number(process.argv[2] ?? 8123), "127.0.0.1");
