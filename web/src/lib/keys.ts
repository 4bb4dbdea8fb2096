// Keys at the table. Tab, Enter and Space stay the browser's.
import type { CardPlace } from "./game";

export type Wish =
  | { do: "choose"; place: CardPlace }
  | { do: "act"; kind: "play" | "discard" | "hint_color" | "hint_rank" }
  | { do: "clear" }
  | { do: "help" };

export interface Pressed {
  key: string;
  code: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

const ACTS: Readonly<Record<string, "play" | "discard" | "hint_color" | "hint_rank">> = {
  p: "play",
  d: "discard",
  c: "hint_color",
  r: "hint_rank",
};

/**
 * What a key asks for. `rows`: seats from the top of the table to the bottom, the viewer's last;
 * `sizes`: cards in each of them; `at`: the chosen card.
 */
export function wish(pressed: Pressed, rows: readonly number[], sizes: readonly number[], at: CardPlace | null): Wish | null {
  if (pressed.altKey || pressed.ctrlKey || pressed.metaKey || rows.length === 0) return null;
  if (pressed.key === "?") return { do: "help" };
  if (pressed.key === "Escape") return { do: "clear" };
  const act = ACTS[pressed.key.toLowerCase()];
  if (act && !pressed.shiftKey) return { do: "act", kind: act };
  const last = rows.length - 1;
  const row = at === null ? -1 : rows.indexOf(at.seat);
  const digit = /^Digit([1-9])$/.exec(pressed.code)?.[1] ?? (/^[1-9]$/.test(pressed.key) ? pressed.key : null);
  if (digit) {
    const target = pressed.shiftKey ? (row >= 0 && row < last ? row : 0) : last;
    const slot = Number(digit) - 1;
    return slot < sizes[target]! ? { do: "choose", place: { seat: rows[target]!, slot } } : null;
  }
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[pressed.key];
  if (!step) return null;
  if (row < 0) return { do: "choose", place: { seat: rows[last]!, slot: 0 } };
  const to = (row + step[0]! + rows.length) % rows.length;
  const size = sizes[to]!;
  if (size === 0) return null;
  const slot = (Math.min(at!.slot, size - 1) + step[1]! + size) % size;
  return { do: "choose", place: { seat: rows[to]!, slot } };
}
