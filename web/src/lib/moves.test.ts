import { expect, test } from "vitest";
import { moveWords, parseMove } from "./moves";

const setting = { seat: 1, names: ["Ann", "Bo"], hand: ["g4", "r1"] };

test("moves are read as the server writes them", () => {
  expect(parseMove("play 2")).toEqual({ kind: "play", slot: 2 });
  expect(parseMove("hint +1 r")).toEqual({ kind: "hint", offset: 1, value: "r" });
  expect(parseMove("")).toEqual({ kind: "none" });
});

test("words name the card, and whom a hint goes to", () => {
  expect(moveWords("discard 0", setting)).toBe("Discard green 4 (card 1)");
  expect(moveWords("play 1", { ...setting, hand: undefined })).toBe("Play card 2");
  expect(moveWords("hint +1 r", setting)).toBe("Hint Ann: red");
  expect(moveWords("hint +1 3", setting)).toBe("Hint Ann: all 3s");
  expect(moveWords("", setting)).toBe("Give up");
});
