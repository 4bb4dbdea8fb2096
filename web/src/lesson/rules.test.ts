import { describe, expect, it } from "vitest";
import { COPIES } from "../lib/cards";
import { begin, move, tableOf } from "./rules";
import { STEPS } from "./steps";

const names = ["you", "Bo"] as const;

describe("the lesson's rules", () => {
  it("grow a firework by the next rank only, and a misplay costs a life", () => {
    const start = begin({ you: "r1 r3", partner: "y1 y2", deck: "b1 b2" });
    const good = move(start, "play 0");
    expect(good.fireworks.r).toBe(1);
    expect(good.hands[0].map((card) => card.face)).toEqual(["r3", "b1"]);
    const bad = move(start, "play 1");
    expect([bad.lives, bad.fireworks.r, bad.discards]).toEqual([2, 0, ["r3"]]);
  });
  it("tell of a hint what it touches and what it rules out", () => {
    const [, partner] = move(begin({ you: "r1", partner: "y1 b2" }), "hint y").hands;
    expect(tableOf(begin({ you: "r1", partner: "y1 b2" }), names).choices!.map((choice) => choice.move)).toContain("hint 2");
    expect(partner[0]!.negative).toBe(0b11111 << 5);
    expect(partner[1]!.negative & (0b11111 << 5)).toBe(0);
    expect(partner[1]!.positive).toBe(2 ** 25 - 1);
  });
  it("give a token for a discard and for a five", () => {
    expect(move(begin({ you: "r1", partner: "y1", hints: 3 }), "discard 0").hints).toBe(4);
    expect(move(begin({ you: "r5", partner: "y1", hints: 3, fireworks: "r4" }), "play 0").hints).toBe(4);
  });
  it("flag a known misplay", () => {
    const at = begin({ you: "r1 g4", partner: "y1", fireworks: "r1 y1 g1 w1 b1", told: ["0 1"] });
    const guards = tableOf(at, names).choices!.filter((choice) => choice.kind === "play").map((choice) => choice.guard);
    expect(guards).toEqual(["misplay", ""]);
  });
});

describe("the steps", () => {
  it.each(STEPS.map((step, index) => [index + 1, step] as const))("step %i can be done, and its deck is a real one", (_, step) => {
    const start = begin(step.start);
    const faces = [...start.hands.flat().map((card) => card.face), ...start.deck, ...start.discards];
    for (const [suit, height] of Object.entries(start.fireworks))
      for (let rank = 1; rank <= height; rank++) faces.push(`${suit}${rank}` as (typeof faces)[number]);
    for (const face of faces)
      expect(faces.filter((other) => other === face).length, face).toBeLessThanOrEqual(COPIES[Number(face[1]) as 1]);
    for (const wanted of step.wanted.filter((move) => !move.startsWith("choose"))) {
      expect(tableOf(start, names).choices!.map((choice) => choice.move)).toContain(wanted);
      const after = move(start, wanted);
      const answered = step.answer ? move(after, step.answer) : after;
      expect(answered.lives).toBe(start.lives);
    }
  });
});
