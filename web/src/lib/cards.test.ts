import { describe, expect, it } from "vitest";
import { onlyRank, onlySuit, product, ranksIn, suitsIn } from "./cards";
import { face } from "./faces";
import { cardLabel } from "./labels";

describe("sets of cards", () => {
  it("put red 1 in the lowest bit and count five ranks a suit", () => {
    expect(product(["r"], [1])).toBe(1);
    expect(product(["y"], [1])).toBe(32);
    expect(product(["b"], [5])).toBe(2 ** 24);
  });
  it("say which suits and ranks are left", () => {
    const mask = product(["g", "w"], [3]);
    expect(suitsIn(mask)).toEqual(["g", "w"]);
    expect(ranksIn(mask)).toEqual([3]);
    expect(onlyRank(mask)).toBe(3);
    expect(onlySuit(mask)).toBeNull();
  });
});

describe("faces", () => {
  const all = product(["r", "y", "g", "w", "b"], [1, 2, 3, 4, 5]);
  const card = { key: "1-0", slot: 0, card: "g3", positive: all, negative: product(["g"], [1, 2, 3, 4, 5]), counting: product(["g"], [3]) };
  it("show a partner's card, and with empathy only what the partner knows", () => {
    const options = { level: "negative", suits: 5 } as const;
    expect(face(card, options)).toMatchObject({ suit: "g", rank: 3 });
    expect(face(card, { ...options, asHolder: true })).toMatchObject({ suit: "g", rank: null });
  });
  it("leave the strip out where nothing is known", () => {
    expect(face(card, { level: "positive", suits: 5 }).possible).toBeNull();
  });
  it("are told to screen readers", () => {
    expect(cardLabel({ suit: "g", rank: 3, hints: ["g", 3] })).toBe("green 3, hinted green and 3");
    expect(cardLabel({ possible: product(["g", "w"], [3]) })).toBe("a 3, could be green white, 3");
  });
});
