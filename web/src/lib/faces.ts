// Converts the server's data about a card to the properties of Card.svelte.
import { SUITS, onlyRank, onlySuit, product, RANKS, type Suit } from "./cards";
import type { CardView, NoteView } from "../protocol";
import type { PipLevel } from "./settings.svelte";
import type { HandCard } from "../components/Hand.svelte";

export interface FaceOptions {
  level: PipLevel;
  /** Number of suits in the game. */
  suits: number;
  /** Show the card as its holder knows it. */
  asHolder?: boolean;
  /** Mark last copies that are still needed. */
  marks?: boolean;
}

const hintValue = (value: string): Suit | number => (/^\d$/.test(value) ? Number(value) : (value as Suit));

/** Suit and rank if known, possibilities if they are informative, and the hints received. */
export function face(card: CardView, { level, suits, asHolder = false, marks = false }: FaceOptions): HandCard {
  const mask = card[level];
  const full = product(SUITS.slice(0, suits), RANKS);
  const seen = card.card !== undefined && !asHolder;
  const hints = [...new Map((card.hints ?? []).map((hint) => [hint.value, hintValue(hint.value)])).values()];
  return {
    id: card.key,
    suit: seen ? (card.card![0] as Suit) : onlySuit(mask),
    rank: seen ? Number(card.card![1]) : onlyRank(mask),
    possible: mask === full ? null : mask,
    hints,
    touched: hints.length > 0,
    critical: marks && !asHolder && card.critical === true,
  };
}

/** The slot of the chop, the oldest card without hints; -1 if all cards have hints. */
export const chopOf = (hand: readonly CardView[]): number => hand.findIndex((card) => !card.hints?.length);

/** A face with the viewer's own note on it. */
export function noted(shown: HandCard, note: NoteView | undefined): HandCard {
  return { ...shown, mark: note?.mark || null, note: Boolean(note?.text), noteText: note?.text ?? "" };
}
