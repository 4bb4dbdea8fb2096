// Moves as the server writes them ("play 0", "hint +1 r") in the reader's words.
import { common } from "../messages/common";
import { moves as words } from "../messages/moves";
import type { Suit } from "./cards";
import { settings } from "./settings.svelte";

export type ParsedMove =
  | { kind: "play" | "discard"; slot: number }
  | { kind: "hint"; offset: number; value: string }
  | { kind: "none" };

/** Parses the text of a move; "none" for a player who gave up. */
export function parseMove(text: string | null): ParsedMove {
  const own = /^(play|discard) (\d)$/.exec(text ?? "");
  if (own) return { kind: own[1] as "play" | "discard", slot: Number(own[2]) };
  const hint = /^hint \+(\d) (\w)$/.exec(text ?? "");
  return hint ? { kind: "hint", offset: Number(hint[1]), value: hint[2]! } : { kind: "none" };
}

export interface Setting {
  /** who moves */
  seat: number;
  /** names of the players at this table */
  names: readonly string[];
  /** the mover's hand, oldest first, if its cards may be named */
  hand?: readonly string[];
}

export const cardWord = (card: string): string => common().card(card[0] as Suit, Number(card[1]));

/** "play card 3 (green 4)", "hint Bob red". */
export function moveWords(text: string | null, { seat, names, hand }: Setting): string {
  const move = parseMove(text);
  if (move.kind === "none") return words().giveUp;
  if (move.kind === "hint") {
    const who = names[(seat + move.offset) % names.length] ?? "";
    return words().hint(who, /\d/.test(move.value) ? words().rank(move.value) : common().suits[move.value as Suit]);
  }
  const card = hand?.[move.slot];
  // Cards are counted from the left, and the newest may stand there.
  const place = settings.newestLeft && hand ? hand.length - move.slot : move.slot + 1;
  const what = words().card(place, card ? cardWord(card) : null);
  return move.kind === "play" ? words().play(what) : words().discard(what);
}
