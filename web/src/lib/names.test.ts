import { expect, test, vi } from "vitest";
import { distinctNames, shownNames } from "./names";
import { settings } from "./settings.svelte";

test("players of one name are told apart by numbers", () => {
  expect(distinctNames(["Ann", "Echo", "Echo", "Ann", "Echo"])).toEqual(["Ann", "Echo", "Echo 2", "Ann 2", "Echo 3"]);
});

test("people who gave no name have one in the reader's language", () => {
  expect(shownNames(["Player 1", "Player 2", "Echo"])).toEqual(["Player 1", "Player 2", "Echo"]);
  const language = vi.spyOn(settings, "language", "get").mockReturnValue("de");
  expect(shownNames(["Player 1", "Player 2", "Player of Games"])).toEqual(["Spieler 1", "Spieler 2", "Player of Games"]);
  language.mockRestore();
});
