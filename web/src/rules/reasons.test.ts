import { describe, expect, it, vi } from "vitest";
import { settings } from "../lib/settings.svelte";
import { ruleInGerman } from "./german";
import { readReason } from "./reasons";
import { reasonWords } from "./words.svelte";

describe("reasons of agents", () => {
  it.each([
    ["rule 5 of 15, hint_unmixed: Gives the hint.", "hint_unmixed", "Gives the hint."],
    ["rule 4 of 16, hint_focus(8): Gives: a hint.", "hint_focus(8)", "Gives: a hint."],
    ["rule 1 of 2, if(lives_at_least=2, play_probably(60)): With at least 2 lives: plays.", "if(lives_at_least=2, play_probably(60))", "With at least 2 lives: plays."],
  ])("%s is by the rule %s", (text, rule, words) => expect(readReason(text)).toMatchObject({ rule, text: words }));
  it("of agents without rules name none", () => expect(readReason("plays like tamaya: 16.22 points expected")).toBeNull());
});

describe("rules in German", () => {
  it.each([
    ["play_probably(60)", "Spielt die Karte, die am wahrscheinlichsten passt, ab 60\u00a0%."],
    ["play_late(deck=1, percent=40)", "Spielt mit höchstens 1 Karte im Stapel die Karte, die am wahrscheinlichsten passt, ab 40\u00a0%."],
    ["hint_ones", "Weist einen Partner mit dem Rang auf passende Einsen hin."],
    ["hint_playable_newest(0)", "Weist einen Partner auf die neueste passende Karte hin, Rang zuerst."],
    ["hint_playable_newest(1)", "Weist einen Partner auf die neueste passende Karte hin, Farbe zuerst."],
    ["if(lives_at_least=2, deck_at_most=1, discard_oldest)", "Mit mindestens 2 Leben und höchstens 1 Karte im Stapel: legt die älteste Karte ab."],
    ["if(hints_at_least=8, hints_at_most=8, hint_most)", "Mit genau 8 Marken: gibt den Hinweis, der die meisten Karten berührt."],
  ])("%s", (rule, german) => expect(ruleInGerman(rule)).toBe(german));
  it("say nothing about a rule that is unknown", () => expect(ruleInGerman("play_loudly(3)")).toBeNull());
});

const at = { seat: 0, names: ["Hats", "Ann"], viewer: 1, you: "you" };
describe("reasons without rules", () => {
  it.each([
    ["prefers hint +1 1 (93 %), expects +1.44 points", "the network prefers “Hint you: all 1s” (93 %) and expects +1.44 points from here on"],
    ["search of 1,200 games: 17.50 points in 400 of them, before play 0 (17.25 in 90)", "a search of 1,200 games: 17.50 points in 400 of them; next “Play card 1” (17.25 points in 90)"],
    ["search of 21 games: 17.50 points in 21 of them, no other move tried", "a search of 21 games tried no other move: 17.50 points"],
    ["the highest of 16, first of 2 equal ones: play 3: 18 (fits +1, certain_play +11)", "“Play card 4” is worth most of 16 moves (first of 2 equal ones): 18, from certain play +11, fits +1"],
    ["hints what the partner should do (hint +1 w: score 5, the partner plays 4 and discards 3)", "hints what the partner should do (expected: the partner plays card 5 and discards card 4; score 5)"],
    ["hint +1 2: worth +1.49 (play 2 49 %, discard 3 15 %)", "“Hint you: all 2s” is worth +1.49 points; the partner is likely to answer: “Play card 3” 49 %, “Discard card 4” 15 %"],
    ["hints that bob's slot 4 is r2 or y2: finesses the card that comes before its focus", "the hint says that card 5 of you is red 2 or yellow 2: it finesses the card that comes before its focus"],
    ["hints that alice's slot 0 is b1: calls a card that can be played", "the hint says that card 1 of Hats is blue 1: it calls a card that can be played"],
    ["says 1 of 3: tells each other player their hat", "the hint says number 1 of 3: tells each other player their hat"],
    ["discards slot 1: losing it is expected to cost least", "discards card 2: losing it is expected to cost least"],
    ["plays like learned:response: 16.22 points expected; a search of 1,200 games prefers play 0 to hint +1 r", "plays like Echo, which averages 16.22 points with such partners; a search of 1,200 games prefers “Play card 1” to “Hint you: red”"],
    [
      "plays like learned:response: 15.68 points expected; prefers discard 0 (62 %), expects +1.44 points",
      "plays like Echo, which averages 15.68 points with such partners; the network prefers “Discard card 1” (62 %) and expects +1.44 points from here on",
    ],
    [
      "plays like companion: 17.30 points expected; rule 9 of 15, play_likely(0): Plays the card; from 0 %.",
      "plays like Companion, which averages 17.30 points with such partners; plays the card.",
    ],
  ])("%s", (text, words) => expect(reasonWords(text, at)).toBe(words));
  it("say no threshold of zero", () => {
    expect(reasonWords("rule 2 of 16, play_likely(0): Plays the card most likely to fit, from 0 %.", at)).toBe("Plays the card most likely to fit.");
    expect(reasonWords("rule 2 of 16, play_likely(40): Plays the card most likely to fit, from 40 %.", at)).toContain("from 40 %");
  });

  it.each([
    ["prefers hint +1 1 (93 %), expects +1.44 points", "das Netz bevorzugt „Hinweis an dich: alle 1er“ (93 %) und erwartet +1,44 Punkte ab hier"],
    ["the highest of 9: discard 0: -0.05714 (misplay -0.1, safe_discard +0.04286)", "„Karte 1 ablegen“ ist von 9 Zügen am meisten wert: −0,06, aus Fehlgriff −0,10, sicher entbehrlich +0,04"],
    ["hints that bob's slot 4 is r2 or y2: finesses the card that comes before its focus", "der Hinweis sagt, dass Karte 5 von dir rot 2 oder gelb 2 ist: er verlangt die Karte davor, auf die noch kein Hinweis kam"],
    ["discards slot 1: losing it is expected to cost least", "legt Karte 2 ab: ihr Verlust kostet voraussichtlich am wenigsten"],
    ["detective: took longer than 2 s; tamaya moved instead", "Detective brauchte länger als 2 s; stattdessen zog Tamaya"],
    ["rule 2 of 3, discard_oldest: Discards the oldest card.", "Legt die älteste Karte ab."],
    [
      "plays like companion: 17.30 points expected; rule 2 of 3, discard_oldest: Discards the oldest card.",
      "spielt wie Companion: mit solchen Partnern im Schnitt 17,30 Punkte; legt die älteste Karte ab.",
    ],
    [
      "plays like tamaya: 16.22 points expected; a search of 1,200 games found no move that is clearly better",
      "spielt wie Tamaya: mit solchen Partnern im Schnitt 16,22 Punkte; eine Suche mit 1.200 Spielen fand keinen deutlich besseren Zug",
    ],
  ])("%s (German)", async (text, words) => {
    const language = vi.spyOn(settings, "language", "get").mockReturnValue("de");
    reasonWords(text, at); // asks for the German words
    await vi.dynamicImportSettled();
    expect(reasonWords(text, { ...at, you: "dich" })).toBe(words);
    language.mockRestore();
  });
});
