// Moves in words.
import { catalogue } from "../lib/i18n.svelte";

export const moves = catalogue({
  en: {
    card: (slot: number, card: string | null) => (card ? `${card} (card ${slot})` : `card ${slot}`),
    play: (what: string) => `Play ${what}`,
    discard: (what: string) => `Discard ${what}`,
    hint: (who: string, what: string) => `Hint ${who}: ${what}`,
    rank: (rank: string) => `all ${rank}s`,
    giveUp: "Give up",
  },
  de: {
    card: (slot: number, card: string | null) => (card ? `${card} (Karte ${slot})` : `Karte ${slot}`),
    play: (what: string) => `${what} spielen`,
    discard: (what: string) => `${what} ablegen`,
    hint: (who: string, what: string) => `Hinweis an ${who}: ${what}`,
    rank: (rank: string) => `alle ${rank}er`,
    giveUp: "Aufgeben",
  },
});
