// Who has finished few games in this browser gets tips at the table.
const KEY = "tamaya.finished";
/** Games after which tips end. */
const ENOUGH = 2;

function finished(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export const isNewcomer = (): boolean => finished().length < ENOUGH;

/** Remembers that a game was played to its end. */
export function hasFinished(game: string): void {
  const games = finished();
  if (games.length >= ENOUGH || games.includes(game)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...games, game]));
  } catch {
    // Private windows may refuse to store: tips then stay.
  }
}
