// Replaces the socket on networks that block sockets: polls for events every second, and sends moves by POST.
import type { ErrorFrame, EventList, PageFrame, ServerFrame } from "../protocol";
import { ApiError, get, post } from "./api";
import type { Socket } from "./line";

const PAUSE = 1000;
/** Time after which a real socket is tried again. */
const STAY = 60_000;
const REFUSALS: Readonly<Record<number, ErrorFrame["code"]>> = { 403: "not_allowed", 404: "no_game", 409: "bad_move" };

export class PollingSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  readonly #game: string;
  readonly #until = Date.now() + STAY;
  #seq: number | null = null;
  #shadows: number | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #closed = false;

  constructor(game: string) {
    this.#game = `/api/games/${encodeURIComponent(game)}`;
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    const frame = JSON.parse(text) as PageFrame;
    if (frame.t === "join") {
      this.#seq = frame.after ?? null;
      this.#shadows = frame.shadows ?? null;
      void this.#poll();
    }
    if (frame.t === "act") void this.#attempt(() => post<EventList>(`${this.#game}/moves`, frame), frame.cid);
  }

  close(code = 1000): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.onclose?.({ code });
  }

  async #poll(): Promise<void> {
    const query = new URLSearchParams();
    if (this.#seq !== null) query.set("after", `${this.#seq}`);
    if (this.#shadows !== null) query.set("shadows", `${this.#shadows}`);
    await this.#attempt(() => get<EventList>(`${this.#game}/events?${query}`));
    if (this.#closed) return;
    if (Date.now() > this.#until) this.close(4000);
    else this.#timer = setTimeout(() => void this.#poll(), PAUSE);
  }

  async #attempt(ask: () => Promise<EventList>, cid?: string): Promise<void> {
    try {
      for (const frame of (await ask()).frames) this.#deliver(frame);
    } catch (error) {
      const code = error instanceof ApiError ? REFUSALS[error.status] : undefined;
      if (code === undefined) this.close(1006);
      else this.#deliver({ t: "err", v: 1, seq: this.#seq ?? 0, code, text: (error as Error).message, ...(cid ? { cid } : {}) });
    }
  }

  #deliver(frame: ServerFrame): void {
    if (this.#closed || (frame.t === "event" && this.#seq !== null && frame.seq <= this.#seq)) return;
    if (frame.t !== "err") this.#seq = frame.seq;
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}
