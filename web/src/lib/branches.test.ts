import { expect, test } from "vitest";
import type { Replay, TableView, Tried } from "../protocol";
import { asTree, branchAt, lineOf, type Twig } from "./branches";

const table = (turn: number): TableView => ({ turn }) as TableView;
const game = {
  tables: [0, 1, 2, 3].map(table),
  choices: [["a", "x"], ["b"], ["c"], []],
  log: [{ turn: 0 }, { turn: 1 }, { turn: 2 }],
  moves: ["a", "b", "c"],
} as unknown as Replay;
const tried = (from: number, moves: string[]): Tried =>
  ({
    tables: Array.from({ length: moves.length + 1 }, (_, at) => table(from + at)),
    choices: [...moves.map((move) => [move]), []],
    log: moves.map((_, at) => ({ turn: from + at })),
    moves,
  }) as unknown as Tried;
const twigs: Twig[] = [
  { id: 1, parent: null, turn: 1, tried: tried(1, ["x", "y", "z"]) },
  { id: 2, parent: 1, turn: 2, tried: tried(2, ["q"]) },
];

test("a branch is the game up to where it parts, then its own moves", () => {
  const line = lineOf(game, twigs, 1);
  expect(line.moves).toEqual(["a", "x", "y", "z"]);
  expect(line.tables.map((table) => table.turn)).toEqual([0, 1, 2, 3, 4]);
  expect(line.choices).toEqual([["a", "x"], ["x"], ["y"], ["z"], []]);
  expect(line.log).toHaveLength(4);
});

test("a branch of a branch goes on from it", () => {
  expect(lineOf(game, twigs, 2).moves).toEqual(["a", "x", "q"]);
  expect(branchAt(game, lineOf(game, twigs, 2), 3)).toEqual({ turn: 1, moves: ["x", "q"] });
});

test("before it parts a branch is the game", () => {
  expect(branchAt(game, lineOf(game, twigs, 1), 1)).toBeNull();
  expect(branchAt(game, game, 3)).toBeNull();
});

test("the tree lists children under their parents", () => {
  expect(asTree(twigs).map(({ twig, depth }) => [twig.id, depth])).toEqual([[1, 0], [2, 1]]);
});
