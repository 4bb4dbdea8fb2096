import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Line, backoff, type LineStatus, type Socket } from "./line";
import type { Act, ServerFrame } from "../protocol";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1000): void {
    this.onclose?.({ code });
  }
  receive(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

const act: Act = { t: "act", v: 1, turn: 4, move: "play 0", cid: "c1" };

describe("the line to a game", () => {
  let sockets: FakeSocket[];
  let statuses: LineStatus[];
  let frames: ServerFrame[];
  let line: Line;

  beforeEach(() => {
    vi.useFakeTimers();
    sockets = [];
    statuses = [];
    frames = [];
    line = new Line({
      url: "ws://here/",
      onframe: (frame) => frames.push(frame),
      onstatus: (status) => statuses.push(status),
      open: () => {
        sockets.push(new FakeSocket());
        return sockets.at(-1)!;
      },
      random: () => 1,
    });
    sockets[0]!.onopen!();
  });
  afterEach(() => {
    line.close();
    vi.useRealTimers();
  });

  it("asks for everything at first and for the rest after a loss", () => {
    expect(sockets[0]!.sent[0]).toEqual({ t: "join", v: 1 });
    sockets[0]!.receive({ t: "snapshot", v: 1, seq: 7 });
    sockets[0]!.close(1012);
    expect(statuses.at(-1)).toBe("down");
    vi.advanceTimersByTime(250);
    sockets[1]!.onopen!();
    expect(sockets[1]!.sent[0]).toEqual({ t: "join", v: 1, after: 7 });
    expect(statuses.at(-1)).toBe("live");
  });

  it("repeats a move with the same cid until it is answered", () => {
    sockets[0]!.receive({ t: "snapshot", v: 1, seq: 7 });
    line.send(act);
    sockets[0]!.close();
    vi.advanceTimersByTime(250);
    sockets[1]!.onopen!();
    expect(sockets[1]!.sent[1]).toEqual(act);
    sockets[1]!.receive({ t: "event", v: 1, seq: 8, cid: "c1" });
    sockets[1]!.close();
    vi.advanceTimersByTime(250);
    sockets[2]!.onopen!();
    expect(sockets[2]!.sent).toHaveLength(1);
  });

  it("waits longer after each failure, and not at all when hurried", () => {
    sockets[0]!.close();
    vi.advanceTimersByTime(250);
    sockets[1]!.close();
    vi.advanceTimersByTime(499);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(3);
    sockets[2]!.close();
    line.hurry();
    expect(sockets).toHaveLength(4);
  });

  it("takes another way at every fourth try", () => {
    const detours: FakeSocket[] = [];
    line.close();
    line = new Line({
      url: "ws://here/",
      onframe: () => {},
      onstatus: () => {},
      open: () => {
        sockets.push(new FakeSocket());
        return sockets.at(-1)!;
      },
      detour: () => {
        detours.push(new FakeSocket());
        return detours.at(-1)!;
      },
    });
    for (let attempt = 0; attempt < 3; attempt++) {
      sockets.at(-1)!.close();
      line.hurry();
    }
    expect([sockets.length, detours.length]).toEqual([4, 1]);
  });

  it("stops for good when there is no such game", () => {
    sockets[0]!.receive({ t: "err", v: 1, seq: 0, code: "no_game", text: "no game 'x'" });
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(statuses.at(-1)).toBe("refused");
  });
});

describe("backoff", () => {
  it("doubles from a quarter of a second to eight seconds", () => {
    expect([0, 1, 2, 5, 9].map((attempt) => backoff(attempt, 1))).toEqual([250, 500, 1000, 8000, 8000]);
    expect(backoff(0, 0)).toBe(187.5);
  });
});
