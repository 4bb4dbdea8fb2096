// The connection to one game: a socket that reconnects, resumes where it was, and resends unanswered messages.
import { VERSION, type Act, type ErrorFrame, type Join, type Note, type Phrase, type ServerFrame } from "../protocol";

export type LineStatus = "connecting" | "live" | "down" | "refused";

/** The part of a WebSocket that is used; tests provide their own. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export interface LineOptions {
  url: string;
  /** The first message; the connection adds the last event that it has. */
  join?: Omit<Join, "t" | "v" | "after">;
  onframe: (frame: ServerFrame) => void;
  onstatus: (status: LineStatus) => void;
  /** Called if the server refuses for good: no such game, or not allowed for this viewer. */
  onrefused?: (frame: ErrorFrame) => void;
  open?: (url: string) => Socket;
  /** A transport without sockets, used for every fourth attempt: some networks block sockets. */
  detour?: () => Socket;
  random?: () => number;
}

const FIRST = 250;
const LAST = 8000;
const FINAL: readonly string[] = ["no_game", "not_allowed"];

/** Milliseconds before attempt number `attempt` (0 is the first after a loss); up to a quarter of it is random. */
export const backoff = (attempt: number, random: number): number =>
  Math.min(LAST, FIRST * 2 ** attempt) * (0.75 + 0.25 * random);

export class Line {
  readonly #options: LineOptions;
  #socket: Socket | null = null;
  #seq: number | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #closed = false;
  #unanswered = new Map<string, Act | Note>();

  constructor(options: LineOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Sends a move or a note, and resends it after each reconnection until it is answered. */
  send(frame: Act | Note): void {
    this.#unanswered.set(frame.cid, frame);
    this.#socket?.send(JSON.stringify(frame));
  }

  /** Says something to the other players; if the line is down, nobody hears it. */
  say(phrase: Phrase): void {
    this.#socket?.send(JSON.stringify({ t: "say", v: VERSION, phrase }));
  }

  /** Reconnects now if disconnected: the page was shown again, or the network is back. */
  hurry(): void {
    if (this.#closed || this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#connect();
  }

  /** Requests a full snapshot, after frames were lost. */
  restart(): void {
    this.#seq = null;
    this.#socket?.close(4000);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#socket?.close(1000);
  }

  #connect(): void {
    this.#options.onstatus("connecting");
    const { url, open = (address: string) => new WebSocket(address) as unknown as Socket, detour } = this.#options;
    const socket = detour && this.#attempt % 4 === 3 ? detour() : open(url);
    let live = false;
    socket.onopen = () => {
      this.#socket = socket;
      const after = this.#seq === null ? {} : { after: this.#seq };
      const join: Join = { t: "join", v: VERSION, ...this.#options.join, ...after };
      socket.send(JSON.stringify(join));
      if (after.after !== undefined) live = this.#alive();
    };
    socket.onmessage = (event) => {
      const frame = JSON.parse(event.data) as ServerFrame;
      if (!live && frame.t !== "err") live = this.#alive();
      this.#take(frame);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#socket = null;
      if (this.#closed) return;
      this.#options.onstatus("down");
      const wait = backoff(this.#attempt++, (this.#options.random ?? Math.random)());
      this.#timer = setTimeout(() => {
        this.#timer = null;
        this.#connect();
      }, wait);
    };
  }

  #alive(): true {
    this.#attempt = 0;
    this.#options.onstatus("live");
    for (const frame of this.#unanswered.values()) this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  #take(frame: ServerFrame): void {
    if (frame.t === "err" && FINAL.includes(frame.code)) {
      this.close();
      this.#options.onstatus("refused");
      this.#options.onrefused?.(frame);
      return;
    }
    if ("cid" in frame && frame.cid !== undefined) this.#unanswered.delete(frame.cid);
    if (frame.t !== "err") this.#seq = frame.t === "snapshot" ? frame.seq : Math.max(this.#seq ?? 0, frame.seq);
    this.#options.onframe(frame);
  }
}
