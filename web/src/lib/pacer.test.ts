import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pacer } from "./pacer";
import type { ServerFrame } from "../protocol";

const event = (turn: number, seat: number) => ({ t: "event", v: 1, seq: turn + 1, entry: { turn, seat } }) as unknown as ServerFrame;
const snapshot = { t: "snapshot", v: 1, seq: 0, seat: 0 } as unknown as ServerFrame;

describe("pacing of moves", () => {
  let shown: ServerFrame[];
  let gap: number;
  let pacer: Pacer;
  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
    gap = 400;
    pacer = new Pacer(
      (frame) => shown.push(frame),
      () => gap,
    );
    pacer.push(snapshot);
  });
  afterEach(() => vi.useRealTimers());

  it("shows the own move at once and those of others one by one", () => {
    pacer.push(event(0, 0));
    expect(shown).toHaveLength(2);
    pacer.push(event(1, 1));
    pacer.push(event(2, 2));
    expect(shown).toHaveLength(2);
    vi.advanceTimersByTime(400);
    expect(shown).toHaveLength(3);
    vi.advanceTimersByTime(400);
    expect(shown).toHaveLength(4);
    expect(pacer.waiting).toBe(false);
  });

  it("keeps the order when an own move comes while others wait", () => {
    pacer.push(event(0, 1));
    pacer.push(event(1, 0));
    expect(shown).toHaveLength(1);
    vi.runAllTimers();
    expect(shown.slice(1)).toEqual([event(0, 1), event(1, 0)]);
  });

  it("shows everything at once when skipped, when motion is unwelcome, or when there is much to catch up", () => {
    pacer.push(event(0, 1));
    pacer.skip();
    expect(shown).toHaveLength(2);
    gap = 0;
    pacer.push(event(1, 1));
    expect(shown).toHaveLength(3);
    gap = 400;
    for (let turn = 2; turn < 9; turn++) pacer.push(event(turn, 1));
    expect(shown).toHaveLength(10);
  });
});
