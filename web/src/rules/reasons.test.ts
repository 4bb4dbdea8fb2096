import { describe, expect, it } from "vitest";
import { reasonInGerman, ruleInGerman } from "./german";
import { readReason } from "./reasons";

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
  it("stand in reasons without their names", () => expect(reasonInGerman("rule 2 of 3, discard_oldest: Discards the oldest card.")).toBe("Legt die älteste Karte ab."));
  it("stand beside what a detective thinks", () =>
    expect(reasonInGerman("plays like tamaya: 16.22 points expected; a search of 1,200 games found no move that is clearly better")).toBe(
      "spielt wie tamaya: 16,22 Punkte erwartet; eine Suche mit 1.200 Spielen fand keinen deutlich besseren Zug",
    ));
});
