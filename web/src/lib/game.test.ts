import { describe, expect, it } from "vitest";
import { after, choicesFor, freshlyHinted, lastDiscard, othersInOrder, skips, withDistinctNames, type Game } from "./game";
import type { Choice, EventFrame, SeatView, Snapshot, TableView, TurnEntry } from "../protocol";

const seat = (number: number, name: string): SeatView => ({
  seat: number,
  name,
  kind: "agent",
  hand: [0, 1].map((slot) => ({ key: `${number}-${slot + 3}`, slot, positive: 1, negative: 1, counting: 1 })),
});
const choice = (move: string, kind: Choice["kind"], more: Partial<Choice> = {}): Choice => ({ move, kind, ...more });
const table = (turn: number, more: Partial<TableView> = {}): TableView => ({
  turn,
  current: 0,
  score: 0,
  max_score: 25,
  ceiling: 25,
  hints: 8,
  max_hints: 8,
  lives: 3,
  max_lives: 3,
  deck_size: 40,
  fireworks: {},
  seats: [seat(0, "Ada"), seat(1, "Piers"), seat(2, "Piers")],
  cards: [],
  ...more,
});
const snapshot = (more: Partial<Snapshot> = {}): Snapshot =>
  ({ t: "snapshot", v: 1, seq: 3, game: "abcd", table: table(3), log: [], help: "negative", setup: "", hint_colors: "", suits: "", episode: "", number: 1, seat: 0, ...more }) as Snapshot;
const event = (turn: number): EventFrame =>
  ({ t: "event", v: 1, seq: turn + 1, entry: { turn, seat: 1, kind: "discard", move: "discard 0", text: "", at: 0 }, table: table(turn + 1) }) as EventFrame;
const game = after(null, snapshot())!;

describe("cards hinted since a player's last move", () => {
  const hint = (turn: number, seat: number, key: string): TurnEntry => ({ turn, seat, kind: "hint_rank", move: "", text: "", at: 0, touched: [key] });
  const log = [hint(0, 1, "0-1"), hint(1, 0, "1-1"), hint(2, 1, "0-2")];
  it("are those of later turns", () => {
    expect([...freshlyHinted(log, 0)]).toEqual(["0-2"]);
    expect([...freshlyHinted(log, 2)]).toEqual(["0-1", "1-1", "0-2"]);
  });
  it("do not exist for a viewer who follows nobody", () => {
    expect(freshlyHinted(log, null).size).toBe(0);
  });
});

describe("a game, frame by frame", () => {
  it("begins with a snapshot and takes each turn once", () => {
    const next = after(game, event(3))!;
    expect([next.table.turn, next.log.length, next.seq]).toEqual([4, 1, 4]);
    expect(after(next, event(3))).toEqual(next);
  });
  it("notices a turn that was lost on the way", () => {
    expect(skips(game, event(4))).toBe(true);
    expect(skips(game, event(3))).toBe(false);
  });
  it("stops thinking when the move has come, and reveals at the end", () => {
    const thinking = after(game, { t: "thinking", v: 1, seq: 3, seat: 1 })!;
    expect(thinking.thinking).toBe(1);
    const reveal = { deck: ["r1"], agents: [], hands: [["r1", "g4"]], strict_score: 0, setup: "" };
    const ended = after(thinking, { ...event(3), reveal })!;
    expect([ended.thinking, ended.reveal]).toEqual([null, reveal]);
    expect(ended.table.seats[0]!.hand.map((card) => card.card)).toEqual(["r1", "g4"]);
  });
  it("keeps notes by card", () => {
    const noted = after(game, { t: "note", v: 1, seq: 4, note: { key: "0-3", mark: "keep" } })!;
    expect(noted.notes["0-3"]).toEqual({ key: "0-3", mark: "keep" });
  });
});

describe("who sits where", () => {
  it("goes round from the viewer's left", () => {
    expect(othersInOrder(table(0), 1)).toEqual([2, 0]);
    expect(othersInOrder(table(0), null)).toEqual([0, 1, 2]);
  });
  it("tells players of one name apart", () => {
    expect(withDistinctNames(table(0)).seats.map((seat) => seat.name)).toEqual(["Ada", "Piers", "Piers 2"]);
  });
});

describe("the last discard", () => {
  const entry = (turn: number, kind: TurnEntry["kind"], more: Partial<TurnEntry>): TurnEntry => ({ turn, seat: 0, kind, move: "", text: "", at: 0, ...more });
  it("is a discarded or misplayed card, never one that fitted", () => {
    const log = [entry(0, "discard", { card: "r1" }), entry(1, "play", { card: "b4" }), entry(2, "play", { card: "g1", scored: true }), entry(3, "hint_rank", {})];
    expect(lastDiscard(log)?.card).toBe("b4");
    expect(lastDiscard(log.slice(2))).toBeNull();
  });
});

describe("moves that a chosen card stands for", () => {
  const choices = [
    choice("discard 1", "discard", { slot: 1 }),
    choice("play 1", "play", { slot: 1 }),
    choice("hint +1 r", "hint_color", { target: 1, value: "r", touches: ["1-3"] }),
    choice("hint +2 r", "hint_color", { target: 2, value: "r", touches: ["2-3"] }),
  ];
  const at: Game = { ...game, table: table(3, { choices }) };
  it("are play before discard for an own card", () => {
    expect(choicesFor(at, { seat: 0, slot: 1 }).map((choice) => choice.move)).toEqual(["play 1", "discard 1"]);
  });
  it("are hints that touch a partner's card", () => {
    expect(choicesFor(at, { seat: 2, slot: 0 }).map((choice) => choice.move)).toEqual(["hint +2 r"]);
    expect(choicesFor(at, { seat: 2, slot: 1 })).toEqual([]);
  });
});
