// A game as this viewer knows it: a snapshot, then one frame after the other. Pure functions, tested alone.
import { distinctNames } from "./names";
import type { Phrase, Choice, TurnEntry, NoteView, MoveReason, Reveal, ServerFrame, Snapshot, TableView } from "../protocol";

export interface Game {
  id: string;
  /** Events this viewer has. */
  seq: number;
  /** The viewer's seat; null for a spectator. */
  seat: number | null;
  /** The seat whose view a spectator has; null if the spectator sees all hands. */
  shadows: number | null;
  table: TableView;
  log: readonly TurnEntry[];
  help: Snapshot["help"];
  suits: string;
  notes: Readonly<Record<string, NoteView>>;
  present: readonly number[];
  watching: number;
  /** Seat of an agent that is thinking. */
  thinking: number | null;
  reveal: Reveal | null;
  reasons: readonly MoveReason[];
  nextGame: string | null;
  number: number;
  watchable: boolean;
  /** Seconds for each move of a person; null without a clock. */
  clock: number | null;
  /** When the time of the current move is up (milliseconds since 1970); null if it is not limited. */
  deadline: number | null;
  /** What a player said last, and how many phrases were said before. */
  said: { seat: number; phrase: Phrase; count: number } | null;
}

/** The table with other names of its players, by seat. */
export const withNames = (table: TableView, names: readonly string[]): TableView => ({
  ...table,
  seats: table.seats.map((seat, at) => ({ ...seat, name: names[at] ?? seat.name })),
});

/** The table with a number after repeated names, so that the log is unambiguous. */
export function withDistinctNames(table: TableView): TableView {
  return withNames(table, distinctNames(table.seats.map((seat) => seat.name)));
}

/** The table with every hand open, once the game is over. */
export function opened(table: TableView, reveal: Reveal | null): TableView {
  if (reveal === null) return table;
  const seats = table.seats.map((seat, index) => ({
    ...seat,
    hand: seat.hand.map((card, place) => ({ ...card, card: card.card ?? reveal.hands[index]?.[place] })),
  }));
  return { ...table, seats };
}

function fromSnapshot(frame: Snapshot): Game {
  return {
    id: frame.game,
    seq: frame.seq,
    seat: frame.seat ?? null,
    shadows: frame.shadows ?? null,
    table: opened(withDistinctNames(frame.table), frame.reveal ?? null),
    log: frame.log,
    help: frame.help,
    suits: frame.suits,
    notes: Object.fromEntries((frame.notes ?? []).map((note) => [note.key, note])),
    present: frame.present ?? [],
    watching: 0,
    thinking: frame.thinking ?? null,
    reveal: frame.reveal ?? null,
    reasons: [],
    nextGame: frame.next_game ?? null,
    number: frame.number,
    watchable: frame.watchable ?? false,
    clock: frame.clock ?? null,
    deadline: frame.clock_left === undefined ? null : Date.now() + 1000 * frame.clock_left,
    said: null,
  };
}

/** The game after a frame. Frames that were already applied are ignored. */
export function after(game: Game | null, frame: ServerFrame): Game | null {
  if (frame.t === "snapshot") return fromSnapshot(frame);
  if (game === null) return null;
  const seq = Math.max(game.seq, frame.seq);
  switch (frame.t) {
    case "event":
      if (frame.entry.turn < game.table.turn) return game;
      return {
        ...game,
        seq,
        table: opened(withDistinctNames(frame.table), frame.reveal ?? null),
        log: [...game.log, frame.entry],
        thinking: null,
        reveal: frame.reveal ?? game.reveal,
        deadline: game.clock !== null && !frame.table.end && frame.table.seats[frame.table.current]?.kind === "human" ? Date.now() + 1000 * game.clock : null,
      };
    case "note":
      return { ...game, seq, notes: { ...game.notes, [frame.note.key]: frame.note } };
    case "presence":
      return { ...game, present: frame.present, watching: frame.watching ?? 0, nextGame: frame.next_game ?? game.nextGame };
    case "thinking":
      return { ...game, thinking: frame.seat };
    case "explain":
      return { ...game, reasons: withReasons(game.reasons, frame.reasons) };
    case "said":
      return { ...game, said: { seat: frame.seat, phrase: frame.phrase, count: (game.said?.count ?? 0) + 1 } };
    case "err":
      return game;
  }
}

/** Reasons by turn: while agents play alone they come one by one, after a game all together. */
function withReasons(known: readonly MoveReason[], more: readonly MoveReason[]): MoveReason[] {
  const turns = new Set(more.map((reason) => reason.turn));
  return [...known.filter((reason) => !turns.has(reason.turn)), ...more];
}

/** True if frames were lost: the next event does not follow the last. */
export const skips = (game: Game | null, frame: ServerFrame): boolean =>
  game !== null && frame.t === "event" && frame.entry.turn > game.table.turn;

export const isOver = (table: TableView): boolean => Boolean(table.end);
export const isMyTurn = (game: Game): boolean =>
  !isOver(game.table) && game.seat !== null && game.table.current === game.seat;

/** The seats other than the viewer's in the order in which they will move. */
export function othersInOrder(table: TableView, seat: number | null): number[] {
  const size = table.seats.length;
  if (seat === null) return table.seats.map((place) => place.seat);
  return Array.from({ length: size - 1 }, (_, index) => (seat + 1 + index) % size);
}

/** The move that put the last card on the discard pile; null if it is empty. */
export const lastDiscard = (log: readonly TurnEntry[]): TurnEntry | null => log.findLast((entry) => entry.card !== undefined && !entry.scored) ?? null;

/** Keys of cards hinted since the last move of a seat; none for a viewer who follows no seat. */
export function freshlyHinted(log: readonly TurnEntry[], seat: number | null): Set<string> {
  if (seat === null) return new Set();
  const since = log.findLastIndex((entry) => entry.seat === seat) + 1;
  return new Set(log.slice(since).flatMap((entry) => entry.touched ?? []));
}

export interface CardPlace {
  seat: number;
  slot: number;
}

/** The moves that a chosen card stands for: play and discard of an own card, the two hints of another's. */
export function choicesFor(game: Game, place: CardPlace): Choice[] {
  const order = ["play", "discard", "hint_color", "hint_rank"];
  const choices = (game.table.choices ?? []).toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  if (place.seat === game.seat) return choices.filter((choice) => choice.slot === place.slot);
  const card = game.table.seats[place.seat]?.hand.find((card) => card.slot === place.slot);
  if (!card) return [];
  return choices.filter((choice) => choice.target === place.seat && (choice.touches ?? []).includes(card.key));
}
