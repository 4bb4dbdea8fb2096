// Tokens of free seats that this browser may pass on. Stored here, shown as links with the token in the fragment.
import type { CreatedGame, SeatToken } from "../protocol";

const key = (game: string): string => `tamaya.seats.${game}`;

export const invitations = {
  keep(created: CreatedGame): void {
    const others = created.tokens.filter((token) => token.seat !== created.seat);
    if (others.length) sessionStorage.setItem(key(created.game), JSON.stringify(others));
  },
  of(game: string): readonly SeatToken[] {
    try {
      return JSON.parse(sessionStorage.getItem(key(game)) ?? "[]") as SeatToken[];
    } catch {
      return [];
    }
  },
};
