import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../lib/settings.svelte";
import { maps } from "./maps";

const words = {
  risk_aversion: { label: "risk aversion", description: "Says the server." },
  toy_share: { label: "toy share", description: "Share of turns with a toy." },
};

afterEach(() => void vi.restoreAllMocks());

test("a feature without words here has the label and the description that the server sends", () => {
  for (const language of ["en", "de"] as const) {
    vi.spyOn(settings, "language", "get").mockReturnValue(language);
    expect(maps().feature("toy_share", words)).toEqual(["toy share", "Share of turns with a toy."]);
  }
});

test("a feature with words here has these words, in the reader's language", () => {
  expect(maps().feature("risk_aversion", words)).toEqual(["risk aversion", "How sure a player is, on average, that a card it plays will fit."]);
  vi.spyOn(settings, "language", "get").mockReturnValue("de");
  expect(maps().feature("risk_aversion", words)[0]).toBe("Vorsicht");
});
