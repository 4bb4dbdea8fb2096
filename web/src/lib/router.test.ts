import { describe, expect, it } from "vitest";
import { parseRoute } from "./router.svelte";

describe("addresses", () => {
  it.each([
    ["/", "lobby", null, null],
    ["/g/abc_1", "play", "abc_1", null],
    ["/g/abc_1/belief", "belief", "abc_1", null],
    ["/replay", "replay", null, null],
    ["/replay/abc/12", "replay", "abc", 12],
    ["/story/abc", "story", "abc", null],
    ["/story", "missing", null, null],
    ["/puzzles", "puzzles", null, null],
    ["/puzzles/save-1", "puzzles", "save-1", null],
    ["/progress", "progress", null, null],
    ["/map/wide-1", "map", "wide-1", null],
    ["/learn/3", "learn", null, 3],
    ["/study", "study", null, null],
    ["/study/operator", "study", "operator", null],
    ["/study/arm", "missing", null, null],
    ["/nowhere", "missing", null, null],
    ["/g", "missing", null, null],
    ["/replay/abc/last", "missing", null, null],
  ])("%s is the page %s", (path, page, id, turn) => {
    expect(parseRoute(path)).toEqual({ page, id, turn });
  });
});
