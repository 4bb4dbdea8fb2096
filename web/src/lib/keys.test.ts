import { describe, expect, it } from "vitest";
import { wish, type Pressed } from "./keys";

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  code: /^[0-9]$/.test(key) ? `Digit${key}` : "",
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
});
const rows = [1, 2, 0];
const sizes = [5, 5, 4];
const choose = (seat: number, slot: number) => ({ do: "choose", place: { seat, slot } });

describe("keys at the table", () => {
  it("choose an own card by number, and none that is not there", () => {
    expect(wish(press("2"), rows, sizes, null)).toEqual(choose(0, 1));
    expect(wish(press("5"), rows, sizes, null)).toBeNull();
  });
  it("choose a card of the partner in question with shift", () => {
    const shifted = press('"', { code: "Digit2", shiftKey: true });
    expect(wish(shifted, rows, sizes, null)).toEqual(choose(1, 1));
    expect(wish(shifted, rows, sizes, { seat: 2, slot: 0 })).toEqual(choose(2, 1));
  });
  it("walk along a hand and between hands, around the edges", () => {
    expect(wish(press("ArrowLeft"), rows, sizes, { seat: 0, slot: 0 })).toEqual(choose(0, 3));
    expect(wish(press("ArrowUp"), rows, sizes, { seat: 0, slot: 3 })).toEqual(choose(2, 3));
    expect(wish(press("ArrowUp"), rows, sizes, { seat: 1, slot: 4 })).toEqual(choose(0, 3));
  });
  it("leave Tab and the browser's shortcuts alone", () => {
    expect(wish(press("Tab"), rows, sizes, null)).toBeNull();
    expect(wish(press("r", { ctrlKey: true }), rows, sizes, null)).toBeNull();
    expect(wish(press("d", { metaKey: true }), rows, sizes, null)).toBeNull();
  });
});
