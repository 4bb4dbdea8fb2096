// What screen readers hear of a card.
import { onlyRank, onlySuit, ranksIn, suitsIn, type Suit } from "./cards";
import { common } from "../messages/common";

export interface CardWords {
  suit?: Suit | null;
  rank?: number | null;
  possible?: number | null;
  hints?: readonly (Suit | number)[];
  critical?: boolean;
  fresh?: boolean;
  mark?: "play" | "keep" | "trash" | null;
  noteText?: string;
}

/** "red 3", "a 3", "unknown card", with hints, and with possibilities if they add information. */
export function cardLabel(card: CardWords): string {
  const words = common();
  const possible = card.possible ?? null;
  const suit = card.suit ?? (possible === null ? null : onlySuit(possible));
  const rank = card.rank ?? (possible === null ? null : onlyRank(possible));
  const parts: string[] = [];
  if (suit && rank) parts.push(words.card(suit, rank));
  else if (suit) parts.push(words.unknownRank(suit));
  else if (rank) parts.push(words.unknownSuit(rank));
  else parts.push(words.unknownCard);
  if (card.hints?.length) {
    const hints = [...new Set(card.hints)].map((hint) => (typeof hint === "number" ? `${hint}` : words.suits[hint]));
    parts.push(words.hinted(hints.join(words.and)));
  }
  if (possible !== null && !(card.suit && card.rank) && !(suit && rank)) {
    const suits = suitsIn(possible).map((suit) => words.suits[suit]);
    parts.push(words.could(`${suits.join(" ")}, ${ranksIn(possible).join(" ")}`));
  }
  if (card.critical) parts.push(words.critical);
  if (card.fresh) parts.push(words.fresh);
  if (card.mark) parts.push(words.marked(card.mark));
  if (card.noteText) parts.push(words.note(card.noteText));
  return parts.join(", ");
}
