import { describe, expect, it } from "vitest";
import type { CardView, TableView, TurnEntry } from "../protocol";
import type { Game } from "./game";
import { tipFor } from "./tips";

const card = (key: string, more: Partial<CardView> = {}): CardView => ({ key, slot: Number(key[2]), positive: 3, negative: 3, counting: 3, ...more });
function game(own: CardView[], other: CardView[], more: Partial<TableView> = {}, log: TurnEntry[] = []): Game {
  const seats = [own, other].map((hand, seat) => ({ seat, name: ["Ann", "Bo"][seat]!, kind: "agent" as const, hand }));
  return { seat: 0, log, table: { hints: 5, max_hints: 8, seats, ...more } } as unknown as Game;
}
const hint: TurnEntry = { turn: 1, seat: 1, kind: "hint_rank", move: "", text: "", at: 0, target: 0, touched: ["0-1"] };
const unknown = [card("0-0"), card("0-1")];
const fitting = [card("1-0", { card: "r4" }), card("1-1", { card: "g1", playable: true })];

describe("tips", () => {
  it("name an own card that certainly fits before anything else", () => {
    expect(tipFor(game([card("0-0"), card("0-1", { playable: true })], fitting, {}, [hint]))).toEqual({ kind: "play", card: 2 });
  });
  it("point at a new hint, unless its cards are useless", () => {
    expect(tipFor(game(unknown, fitting, {}, [hint]))).toEqual({ kind: "hinted", name: "Bo" });
    expect(tipFor(game([card("0-0"), card("0-1", { dead: true })], [], {}, [hint]))).toEqual({ kind: "useless", card: 2 });
  });
  it("say of a hint about cards that cannot fit that they are to be kept", () => {
    const choices = [0, 1].map((slot) => ({ move: `play ${slot}`, kind: "play" as const, slot, guard: "misplay" as const }));
    expect(tipFor(game(unknown, fitting, { choices }, [hint]))).toEqual({ kind: "keep", name: "Bo", cards: 1 });
    expect(tipFor(game(unknown, fitting, { choices: choices.slice(0, 1) }, [hint]))).toEqual({ kind: "hinted", name: "Bo" });
  });
  it("name a partner's card that fits, as long as its owner does not know it", () => {
    expect(tipFor(game(unknown, fitting))).toEqual({ kind: "hint", name: "Bo", card: "g1" });
    const known = [{ ...fitting[1]!, color_hinted: true, rank_hinted: true }];
    expect(tipFor(game(unknown, known))).toEqual({ kind: "discard" });
  });
  it("warn of a last copy that the next player may discard", () => {
    const [first, second] = fitting;
    expect(tipFor(game(unknown, [{ ...first!, critical: true }, second!]))).toEqual({ kind: "save", name: "Bo", card: "r4" });
    expect(tipFor(game(unknown, [{ ...first!, critical: true, rank_hinted: true }, second!]))).toMatchObject({ kind: "hint" });
  });
  it("rather discard a card that is certainly of no use than one that may be a last copy", () => {
    expect(tipFor(game([card("0-0"), card("0-1", { dead: true })], []))).toEqual({ kind: "useless", card: 2 });
    expect(tipFor(game([card("0-0", { dead: true })], [], { hints: 8 }))).toBeNull();
  });
  it("speak of no hint without tokens, and of no discard with all of them", () => {
    expect(tipFor(game(unknown, fitting, { hints: 0 }))).toEqual({ kind: "discard" });
    expect(tipFor(game(unknown, [], { hints: 8 }))).toBeNull();
  });
  it("are not for those who watch", () => expect(tipFor({ ...game(unknown, fitting), seat: null })).toBeNull());
});
