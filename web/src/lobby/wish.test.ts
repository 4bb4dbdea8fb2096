import { describe, expect, it } from "vitest";
import { byFamily, createWish, matching } from "./wish";
import type { AgentInfo } from "../protocol";

const base = { name: " Ada ", others: ["piers"], deck: "random", deckName: "", help: "negative", watch: false } as const;
const agent = (id: string, family: string, players: number[], style = ""): AgentInfo => ({ id, name: id, family, players, style });

describe("what the lobby asks for", () => {
  it("seats the person first, by name, and a friend without an agent", () => {
    expect(createWish({ ...base, others: ["piers", "friend"] }).seats).toEqual([
      { kind: "human", name: "Ada" },
      { kind: "agent", agent: "piers" },
      { kind: "human" },
    ]);
  });
  it("seats nobody human when one only watches", () => {
    const seats = createWish({ ...base, others: ["iggi", "friend"], watch: true }).seats;
    expect(seats).toEqual([1, 2, 3].map(() => ({ kind: "agent", agent: "iggi" })));
  });
  it("takes a fresh deck where a name was wanted and none was given", () => {
    expect(createWish({ ...base, deck: "named", deckName: " " }).deck).toEqual({ kind: "random" });
    expect(createWish({ ...base, deck: "named", deckName: "moon" }).deck).toEqual({ kind: "named", name: "moon" });
  });
});

describe("the search for partners", () => {
  const list = [agent("piers", "published", [2, 3], "Plays when it is likely enough"), agent("outer", "eger", [2])];
  it("looks at name, family and style, for tables of the size", () => {
    expect(matching(list, 2, "likely PUB").map((partner) => partner.id)).toEqual(["piers"]);
    expect(matching(list, 3, "").map((partner) => partner.id)).toEqual(["piers"]);
  });
  it("keeps families together", () => {
    expect(byFamily([...list, agent("iggi", "published", [2])]).map(([family, of]) => [family, of.length])).toEqual([
      ["published", 2],
      ["eger", 1],
    ]);
  });
});
