// Tips for a first game. They use only what the player sees.
import type { CardView } from "../protocol";
import { freshlyHinted, othersInOrder, type Game } from "./game";

export type Tip =
  /** an own card certainly fits */
  | { kind: "play"; card: number }
  /** somebody pointed at own cards since the last own move */
  | { kind: "hinted"; name: string }
  /** the same, but none of these cards can fit now */
  | { kind: "keep"; name: string; cards: number }
  /** the oldest card without a hint of the next player is a last copy */
  | { kind: "save"; name: string; card: string }
  /** a partner holds a card that fits and does not know it yet */
  | { kind: "hint"; name: string; card: string }
  /** an own card is certainly of no use any more */
  | { kind: "useless"; card: number }
  | { kind: "discard" };

const oldestUnhinted = (hand: readonly CardView[]): CardView | undefined => hand.find((card) => !card.color_hinted && !card.rank_hinted);

/** What a good player might look at first in the player's own turn; null if there is nothing to say. */
export function tipFor(game: Game): Tip | null {
  const { table, seat, log } = game;
  if (seat === null) return null;
  const own = table.seats[seat]!.hand;
  const certain = own.find((card) => card.playable);
  if (certain) return { kind: "play", card: own.indexOf(certain) + 1 };
  const fresh = freshlyHinted(log, seat);
  const hinter = log.findLast((entry) => entry.target === seat && (entry.touched ?? []).some((key) => fresh.has(key)));
  const misplays = new Set((table.choices ?? []).filter((choice) => choice.guard === "misplay").map((choice) => choice.slot));
  const pointed = own.filter((card) => fresh.has(card.key) && !card.dead);
  if (hinter && pointed.length > 0) {
    const { name } = table.seats[hinter.seat]!;
    return pointed.every((card) => misplays.has(card.slot)) ? { kind: "keep", name, cards: pointed.length } : { kind: "hinted", name };
  }
  if (table.hints > 0) {
    const others = othersInOrder(table, seat);
    const [next] = others;
    const danger = oldestUnhinted(table.seats[next!]!.hand);
    if (danger?.critical && danger.card) return { kind: "save", name: table.seats[next!]!.name, card: danger.card };
    for (const other of others) {
      const card = table.seats[other]!.hand.find((card) => card.playable && !(card.color_hinted && card.rank_hinted));
      if (card?.card) return { kind: "hint", name: table.seats[other]!.name, card: card.card };
    }
  }
  if (table.hints === table.max_hints) return null;
  const useless = own.findIndex((card) => card.dead);
  if (useless >= 0) return { kind: "useless", card: useless + 1 };
  return oldestUnhinted(own) ? { kind: "discard" } : null;
}
