// A live table: the connection, the game as shown, and the viewer's pending move.
import { VERSION, type Choice, type ErrorFrame, type MoveReason, type Phrase, type ServerFrame } from "../protocol";
import { after, isMyTurn, skips, type Game } from "./game";
import { Line, type LineStatus } from "./line";
import { Pacer } from "./pacer";
import { PollingSocket } from "./polling";
import { stillness } from "./settings.svelte";

const GAP = 400;

export interface LiveOptions {
  token?: string | null;
  watch?: boolean;
  shadows?: number | null;
}

const newId = (): string => crypto.getRandomValues(new Uint32Array(3)).join("-");

export class LiveTable {
  game = $state.raw<Game | null>(null);
  status = $state<LineStatus>("connecting");
  refused = $state.raw<ErrorFrame | null>(null);
  /** True while moves of others are queued to be shown. */
  waiting = $state(false);
  /** True while a move of the viewer is being sent. */
  sending = $state(false);
  /** The server's last error, until the next move. */
  complaint = $state<string | null>(null);
  /** How often the connection was lost since the last snapshot of the table. */
  losses = $state(0);

  readonly #line: Line;
  readonly #pacer: Pacer;
  #turnBegan = Date.now();
  #unlisten: () => void;

  constructor(id: string, options: LiveOptions = {}) {
    this.#pacer = new Pacer(
      (frame) => this.#show(frame),
      () => (stillness() ? 0 : GAP),
    );
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#line = new Line({
      url: `${scheme}://${location.host}/ws/games/${encodeURIComponent(id)}`,
      join: {
        ...(options.token ? { token: options.token } : {}),
        ...(options.watch ? { watch: true } : {}),
        ...(options.shadows === undefined || options.shadows === null ? {} : { shadows: options.shadows }),
      },
      detour: () => new PollingSocket(id),
      onframe: (frame) => this.#take(frame),
      onstatus: (status) => {
        this.status = status;
        if (status === "live") this.losses = 0;
        if (status === "down") this.losses += 1;
      },
      onrefused: (frame) => (this.refused = frame),
    });
    const hurry = (): void => {
      if (document.visibilityState === "visible") this.#line.hurry();
    };
    document.addEventListener("visibilitychange", hurry);
    addEventListener("online", hurry);
    this.#unlisten = () => {
      document.removeEventListener("visibilitychange", hurry);
      removeEventListener("online", hurry);
    };
  }

  get ready(): boolean {
    return this.game !== null && this.status === "live" && !this.waiting && !this.sending && isMyTurn(this.game);
  }

  act(choice: Choice): void {
    if (!this.ready || this.game === null) return;
    this.sending = true;
    this.complaint = null;
    const think = Math.max(0, (Date.now() - this.#turnBegan) / 1000);
    this.#line.send({ t: "act", v: VERSION, turn: this.game.table.turn, move: choice.move, cid: newId(), think });
  }

  note(key: string, text: string, mark: "" | "play" | "keep" | "trash"): void {
    this.#line.send({ t: "note", v: VERSION, key, text, mark, cid: newId() });
  }

  say(phrase: Phrase): void {
    this.#line.say(phrase);
  }

  /** The agents' own reasons, once the game is over. */
  explain(reasons: readonly MoveReason[]): void {
    if (this.game) this.game = { ...this.game, reasons };
  }

  skip(): void {
    this.#pacer.skip();
    this.waiting = this.#pacer.waiting;
  }

  close(): void {
    this.#pacer.clear();
    this.#unlisten();
    this.#line.close();
  }

  #take(frame: ServerFrame): void {
    this.#pacer.push(frame);
    this.waiting = this.#pacer.waiting;
  }

  #show(frame: ServerFrame): void {
    if (skips(this.game, frame)) {
      this.#pacer.clear();
      this.#line.restart();
      return;
    }
    if (frame.t === "event" || frame.t === "snapshot" || frame.t === "err") this.sending = false;
    if (frame.t === "err") this.complaint = frame.code === "stale_turn" ? "stale" : frame.text;
    if (frame.t === "event" || frame.t === "snapshot") this.#turnBegan = Date.now();
    this.game = after(this.game, frame);
    this.waiting = this.#pacer.waiting;
  }
}
