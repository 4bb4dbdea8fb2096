// Cards as the pages see them: suits with color, shape and word; identities as bits of a mask.

export type Suit = "r" | "y" | "g" | "w" | "b" | "m";
export type Rank = 1 | 2 | 3 | 4 | 5;

/** In the engine's order: an identity is bit `5 * suit index + rank - 1` of a mask. */
export const SUITS: readonly Suit[] = ["r", "y", "g", "w", "b", "m"];
export const RANKS: readonly Rank[] = [1, 2, 3, 4, 5];
/** Copies of a rank in each standard suit. */
export const COPIES: Readonly<Record<Rank, number>> = { 1: 3, 2: 2, 3: 2, 4: 2, 5: 1 };

/** Shapes drawn for this project in a box of 24 x 24, filled by the even-odd rule. */
export const SHAPES: Readonly<Record<Suit, string>> = {
  r: "M12.3 1.6C12.7 5.6 19 8.4 19 14.8c0 4.4-3 7.6-7 7.6s-7-3.1-7-7.3c0-3 1.5-5.1 3-6.7.2 1.7.8 2.9 1.9 3.4C9.5 8 10.2 4.3 12.3 1.6ZM12 20c1.7 0 2.9-1.3 2.9-3 0-1.9-1.5-2.8-2.3-4.5-1.1 1.6-3.5 2.5-3.5 4.6 0 1.7 1.3 2.9 2.9 2.9Z",
  y: "M12 1.7l3.06 6.61 7.24.87-5.35 4.95 1.41 7.15L12 17.74l-6.36 3.54 1.41-7.15L1.7 9.18l7.24-.87Z",
  g: "M21 3C10.5 2.6 3.6 6.7 3.6 13.5c0 1.8.5 3.3 1.4 4.5L2.5 21l1.6 1.4 2.5-3c1.4.9 3 1.3 4.8 1.1C18.6 19.7 21.4 12 21 3ZM7.3 17.3 16 7.9l1 .9L8.7 18.3Z",
  w: "M14.9 2.2A10 10 0 1 0 21.9 15.4 8.2 8.2 0 0 1 14.9 2.2Z",
  b: "M12 1.6C12 1.6 4.7 9.8 4.7 15.1a7.3 7.3 0 0 0 14.6 0C19.3 9.8 12 1.6 12 1.6Z",
  m: "M10.5 1.5h3v6.9l4.9-4.9 2.1 2.1-4.9 4.9h6.9v3h-6.9l4.9 4.9-2.1 2.1-4.9-4.9v6.9h-3v-6.9l-4.9 4.9-2.1-2.1 4.9-4.9H1.5v-3h6.9L3.5 5.6l2.1-2.1 4.9 4.9Z",
};

export const identity = (suit: Suit, rank: Rank): number => 5 * SUITS.indexOf(suit) + rank - 1;
export const hasIdentity = (mask: number, suit: Suit, rank: Rank): boolean =>
  ((mask >>> identity(suit, rank)) & 1) === 1;

/** Suits of which some identity is in the mask. */
export function suitsIn(mask: number): Suit[] {
  return SUITS.filter((_, index) => ((mask >>> (5 * index)) & 31) !== 0);
}

/** Ranks of which some identity is in the mask. */
export function ranksIn(mask: number): Rank[] {
  return RANKS.filter((rank) => SUITS.some((suit) => hasIdentity(mask, suit, rank)));
}

/** The suit that every identity of the mask shares, or null. */
export function onlySuit(mask: number): Suit | null {
  const suits = suitsIn(mask);
  return suits.length === 1 ? suits[0]! : null;
}

/** The rank that every identity of the mask shares, or null. */
export function onlyRank(mask: number): Rank | null {
  const ranks = ranksIn(mask);
  return ranks.length === 1 ? ranks[0]! : null;
}

/** Every identity of these suits and ranks. */
export function product(suits: readonly Suit[], ranks: readonly Rank[]): number {
  let mask = 0;
  for (const suit of suits) for (const rank of ranks) mask |= 1 << identity(suit, rank);
  return mask;
}
