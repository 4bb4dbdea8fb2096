// Notes clicks, keys and changes of tab, and reports them every few seconds.
import type { PageClick } from "../protocol";
import { trace } from "./requests";

const EVERY = 10_000;
const MOST = 150;

export class Tracing {
  #step: () => number | null;
  #notes: { at: number; kind: PageClick["kind"]; target: string }[] = [];
  #timer: ReturnType<typeof setInterval>;
  #leave: (() => void)[] = [];

  constructor(step: () => number | null) {
    this.#step = step;
    this.#timer = setInterval(() => this.send(), EVERY);
    this.#listen(document, "click", (event) => this.note("click", nameOf(event.target)), true);
    this.#listen(document, "keydown", (event) => {
      const typing = event.target instanceof HTMLTextAreaElement;
      if (!typing) this.note("key", (event as KeyboardEvent).key);
    });
    this.#listen(document, "visibilitychange", () => {
      this.note(document.visibilityState === "hidden" ? "hidden" : "shown", "");
      if (document.visibilityState === "hidden") this.send();
    });
  }

  #listen(target: EventTarget, name: string, handler: (event: Event) => void, capture = false): void {
    target.addEventListener(name, handler, capture);
    this.#leave.push(() => target.removeEventListener(name, handler, capture));
  }

  note(kind: PageClick["kind"], target: string): void {
    if (this.#notes.length < MOST) this.#notes.push({ at: Date.now(), kind, target: target.slice(0, 80) });
  }

  /** Sends what was noted; also before a page is handed in, so that it belongs to that page. */
  send(): void {
    const step = this.#step();
    if (step === null || this.#notes.length === 0) return;
    const now = Date.now();
    trace(step, this.#notes.map(({ at, kind, target }) => ({ age: Math.min(3600, (now - at) / 1000), kind, target })));
    this.#notes = [];
  }

  close(): void {
    this.send();
    clearInterval(this.#timer);
    for (const leave of this.#leave) leave();
  }
}

/** What was clicked: a name that does not change with the language, otherwise its kind. */
export function nameOf(target: EventTarget | null): string {
  const element = target instanceof Element ? target.closest("[data-trace], input, button, a, label") : null;
  if (element === null) return "";
  const input = element instanceof HTMLInputElement ? element : element.querySelector("input");
  if (input?.name) return input.type === "radio" ? `${input.name}=${input.value}` : input.name;
  return element.getAttribute("data-trace") ?? element.tagName.toLowerCase();
}
