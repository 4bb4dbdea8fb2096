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
  r: "M12.3 1.6C12.7 5.6 19 8.4 19 14.8c0 4.400-3 7.600-7 7.600s-7-3.100-7-7.300c0-3 1.500-5.100 3-6.700.2 1.700.8 2.900 1.900 3.400C9.500 8 10.200 4.300 12.300 1.600ZM12 20c1.700 0 2.900-1.300 2.900-3 0-1.900-1.500-2.800-2.300-4.500-1.100 1.600-3.500 2.500-3.500 4.600 0 1.700 1.300 2.900 2.900 2.900Z",
  y: "M12 1.700l3.060 6.610 7.240.87-5.350 4.950 1.410 7.150L12 17.740l-6.360 3.540 1.410-7.150L1.700 9.180l7.240-.87Z",
  g: "M21 3C10.500 2.600 3.600 6.700 3.600 13.500c0 1.800.5 3.300 1.400 4.500L2.500 21l1.600 1.400 2.500-3c1.400.9 3 1.300 4.800 1.100C18.600 19.700 21.400 12 21 3ZM7.300 17.300 16 7.900l1 .9L8.700 18.300Z",
  w: "M14.900 2.200A10 10 0 1 0 21.900 15.400 8.200 8.200 0 0 1 14.900 2.200Z",
  b: "M12 1.600C12 1.600 4.700 9.800 4.700 15.100a7.300 7.300 0 0 0 14.600 0C19.300 9.800 12 1.600 12 1.600Z",
  m: "M10.500 1.500h3v6.900l4.900-4.900 2.100 2.100-4.900 4.900h6.900v3h-6.900l4.900 4.900-2.100 2.100-4.900-4.900v6.900h-3v-6.900l-4.900 4.900-2.100-2.100 4.900-4.900H1.500v-3h6.900L3.500 5.600l2.100-2.100 4.900 4.900Z",
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
