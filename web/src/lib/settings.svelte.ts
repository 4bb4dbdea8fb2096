// Settings of the user: stored in this browser, never sent.

/** How much the pip strip shows: hints; + what they rule out; + what visible cards rule out. */
export type PipLevel = "positive" | "negative" | "counting";
export type Theme = "system" | "light" | "dark";
export type Language = "en" | "de";

function stored<T extends string>(key: string, allowed: readonly T[], otherwise: T): T {
  try {
    const value = localStorage.getItem(`tamaya.${key}`) as T | null;
    return value !== null && allowed.includes(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(`tamaya.${key}`, value);
  } catch {
    // Private windows may refuse to store: the setting then lasts as long as the page.
  }
}

const systemLanguage = (): Language =>
  typeof navigator !== "undefined" && navigator.language?.toLowerCase().startsWith("de") ? "de" : "en";

class Settings {
  #theme = $state<Theme>(stored("theme", ["system", "light", "dark"], "system"));
  #language = $state<Language>(stored("language", ["en", "de"], systemLanguage()));
  #pips = $state<PipLevel>(stored("pips", ["positive", "negative", "counting"], "negative"));
  #guard = $state<"on" | "off">(stored("guard", ["on", "off"], "on"));
  #sounds = $state<"on" | "off">(stored("sounds", ["on", "off"], "on"));
  #notices = $state<"on" | "off">(stored("notices", ["on", "off"], "off"));
  #newest = $state<"left" | "right">(stored("newest", ["left", "right"], "right"));
  #name = $state(readName());

  get theme(): Theme {
    return this.#theme;
  }
  set theme(value: Theme) {
    this.#theme = value;
    store("theme", value);
    this.apply();
  }
  get language(): Language {
    return this.#language;
  }
  set language(value: Language) {
    this.#language = value;
    store("language", value);
    this.apply();
  }
  get pips(): PipLevel {
    return this.#pips;
  }
  set pips(value: PipLevel) {
    this.#pips = value;
    store("pips", value);
  }
  /** Ask before a known misplay or the discard of a critical card. */
  get guard(): boolean {
    return this.#guard === "on";
  }
  set guard(value: boolean) {
    this.#guard = value ? "on" : "off";
    store("guard", this.#guard);
  }
  /** Play sounds. */
  get sounds(): boolean {
    return this.#sounds === "on";
  }
  set sounds(value: boolean) {
    this.#sounds = value ? "on" : "off";
    store("sounds", this.#sounds);
  }
  /** Show a notification of the browser when it is the player's turn. */
  get notices(): boolean {
    return this.#notices === "on";
  }
  set notices(value: boolean) {
    this.#notices = value ? "on" : "off";
    store("notices", this.#notices);
  }
  /** Show hands with the newest card on the left, as hanab.live does. */
  get newestLeft(): boolean {
    return this.#newest === "left";
  }
  set newestLeft(value: boolean) {
    this.#newest = value ? "left" : "right";
    store("newest", this.#newest);
  }
  /** The name that the user plays under. */
  get name(): string {
    return this.#name;
  }
  set name(value: string) {
    this.#name = value;
    store("name", value);
  }

  /** Theme and language as attributes of the document. */
  apply(): void {
    const root = document.documentElement;
    if (this.#theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.#theme;
    root.lang = this.#language;
  }
}

function readName(): string {
  try {
    return localStorage.getItem("tamaya.name") ?? "";
  } catch {
    return "";
  }
}

export const settings = new Settings();

/** True if the system asks for reduced motion; evaluated at each animation. */
export const stillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
