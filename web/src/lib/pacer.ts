// Shows frames one move at a time: moves of others wait their turn, the viewer's own never do.
import type { ServerFrame } from "../protocol";

/** If more moves than this wait, they are all shown at once. */
const STORY = 6;

export class Pacer {
  readonly #show: (frame: ServerFrame) => void;
  readonly #gap: () => number;
  #queue: ServerFrame[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #own: number | null = null;

  /** `gap`: milliseconds between two moves of others, called for each move; 0 shows all at once. */
  constructor(show: (frame: ServerFrame) => void, gap: () => number) {
    this.#show = show;
    this.#gap = gap;
  }

  /** True while moves are waiting to be shown. */
  get waiting(): boolean {
    return this.#queue.length > 0;
  }

  push(frame: ServerFrame): void {
    if (frame.t === "snapshot") {
      this.clear();
      this.#own = frame.seat ?? null;
      this.#show(frame);
      return;
    }
    if (frame.t === "thinking" && this.waiting) return;
    if (frame.t !== "event" && frame.t !== "thinking") {
      this.#show(frame);
      return;
    }
    const gap = this.#gap();
    const paced = frame.t === "event" && frame.entry.seat !== this.#own && gap > 0;
    if (!paced && !this.waiting) {
      this.#show(frame);
      return;
    }
    this.#queue.push(frame);
    if (this.#queue.length > STORY) this.skip();
    else this.#timer ??= setTimeout(() => this.#next(), gap);
  }

  /** Shows all waiting moves now. */
  skip(): void {
    const waiting = this.#queue;
    this.clear();
    waiting.forEach(this.#show);
  }

  /** Drops all waiting moves. */
  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue = [];
  }

  #next(): void {
    this.#timer = null;
    const frame = this.#queue.shift();
    if (this.waiting) this.#timer = setTimeout(() => this.#next(), this.#gap());
    if (frame) this.#show(frame);
  }
}
