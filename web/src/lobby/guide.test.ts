import { afterEach, describe, expect, test, vi } from "vitest";
import { settings } from "../lib/settings.svelte";
import { guide } from "./guide";

const lines = (part: "hints" | "discards" | "saves" | "expects", shares: Record<string, number>): string =>
  guide()[part].map((line) => line(shares)).filter(Boolean).join(" ");

const speak = (language: "en" | "de") => vi.spyOn(settings, "language", "get").mockReturnValue(language);
afterEach(() => void vi.restoreAllMocks());

describe("a partner's habits in words", () => {
  test("one of ten takes the singular", () => {
    speak("en");
    expect(lines("hints", { hint_playable: 91, hint_last_copy: 9 })).toBe("9 in 10 of my hints touch a card that you can play at once. 1 in 10 touches a last copy that you should keep.");
    expect(lines("saves", { save: 12 })).toContain("I hint it 1 time out of 10.");
    speak("de");
    expect(lines("hints", { hint_last_copy: 9 })).toBe("1 von 10 berührt ein letztes Exemplar, das du behalten solltest.");
  });
  test("shares near the ends are words", () => {
    speak("en");
    expect(lines("hints", { hint_playable: 99 })).toMatch(/^All my hints touch /);
    expect(lines("hints", { hint_playable: 96 })).toMatch(/^Nearly all my hints touch /);
    expect(lines("discards", { discard_oldest: 3, discard_useless: 1 })).toBe("Hardly any of my discards are my oldest card without a hint. None are known to be useless.");
    expect(lines("expects", { answer_single: 96, play_certain: 60, play_works: 90 })).toBe("Hint exactly one of my cards: I play it nearly always. Of the cards I play, I am certain of 6 in 10; 9 in 10 fit.");
    speak("de");
    expect(lines("discards", { discard_oldest: 97, discard_useless: 3 })).toBe("Fast alle abgelegten Karten sind meine älteste ohne Hinweis. Sehr wenige sind sicher nutzlos.");
  });
});
