// Branches of a finished game: what would have happened after another move. Pure functions, tested alone.
import type { Branch, TurnEntry, Replay, TableView, Tried } from "../protocol";

/** A game as positions and the moves between them. */
export interface Line {
  tables: readonly TableView[];
  choices: readonly (readonly string[])[];
  log: readonly TurnEntry[];
  moves: readonly string[];
}

export interface Twig {
  id: number;
  /** the parent branch; null for the game itself */
  parent: number | null;
  /** number of moves before it leaves its parent */
  turn: number;
  tried: Tried;
}

/** The game itself, or a branch from the deal to its end. */
export function lineOf(replay: Replay, twigs: readonly Twig[], id: number | null): Line {
  if (id === null) return replay;
  const twig = twigs.find((twig) => twig.id === id);
  if (!twig) return replay;
  const from = lineOf(replay, twigs, twig.parent);
  return {
    tables: [...from.tables.slice(0, twig.turn + 1), ...twig.tried.tables.slice(1)],
    choices: [...from.choices.slice(0, twig.turn), ...twig.tried.choices],
    log: [...from.log.slice(0, twig.turn), ...twig.tried.log],
    moves: [...from.moves.slice(0, twig.turn), ...twig.tried.moves],
  };
}

/** Where a line leaves the game, up to a turn; null if it has not left it yet. */
export function branchAt(replay: Replay, line: Line, turn: number): Branch | null {
  const parts = line.moves.findIndex((move, at) => move !== replay.moves[at]);
  if (parts === -1 || parts >= turn) return null;
  return { turn: parts, moves: line.moves.slice(parts, turn) };
}

/** Branches in the order of a tree, each with its depth. */
export function asTree(twigs: readonly Twig[], parent: number | null = null, depth = 0): { twig: Twig; depth: number }[] {
  return twigs
    .filter((twig) => twig.parent === parent)
    .sort((a, b) => a.turn - b.turn)
    .flatMap((twig) => [{ twig, depth }, ...asTree(twigs, twig.id, depth + 1)]);
}
