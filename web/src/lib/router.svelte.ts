// A small router over the history API. Pages read `route`; links are plain <a href> elements.

export type Page =
  | "lobby"
  | "play"
  | "belief"
  | "learn"
  | "replay"
  | "story"
  | "puzzles"
  | "progress"
  | "map"
  | "study"
  | "missing";

export interface Route {
  page: Page;
  /** Id of the game, replay or map, if the address has one. */
  id: string | null;
  /** Turn of a replay, or step of the lesson. */
  turn: number | null;
}

/** The parts of an address; null if it holds a broken escape such as `%`. */
function decoded(path: string): string[] | null {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Address -> page; unknown addresses are "missing". */
export function parseRoute(path: string): Route {
  const parts = decoded(path);
  if (parts === null) return { page: "missing", id: null, turn: null };
  const [first, second, third] = parts;
  const id = second ?? null;
  const turn = third !== undefined && /^\d+$/.test(third) ? Number(third) : null;
  if (first === undefined) return { page: "lobby", id: null, turn: null };
  if (first === "g" && id && third === "belief" && parts.length === 3) return { page: "belief", id, turn: null };
  if (first === "g" && id && parts.length === 2) return { page: "play", id, turn: null };
  if (first === "replay" && parts.length <= 3 && (third === undefined || turn !== null))
    return { page: "replay", id, turn };
  if (first === "story" && id && parts.length === 2) return { page: "story", id, turn: null };
  if (first === "puzzles" && parts.length <= 2) return { page: "puzzles", id, turn: null };
  if (first === "progress" && parts.length === 1) return { page: "progress", id: null, turn: null };
  if (first === "map" && parts.length <= 2) return { page: "map", id, turn: null };
  if (first === "belief" && parts.length <= 2) return { page: "belief", id, turn: null };
  if (first === "study" && (parts.length === 1 || (parts.length === 2 && id === "operator"))) return { page: "study", id, turn: null };
  if (first === "learn" && parts.length <= 2)
    return { page: "learn", id: null, turn: id !== null && /^\d+$/.test(id) ? Number(id) : null };
  return { page: "missing", id: null, turn: null };
}

class Router {
  path = $state("/");
  query = $state(new URLSearchParams());
  route = $derived(parseRoute(this.path));

  start(): void {
    this.#read();
    addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  /** Go to an address of this app; `replace` keeps the history short (sliders, redirects). */
  go(address: string, { replace = false }: { replace?: boolean } = {}): void {
    history[replace ? "replaceState" : "pushState"](null, "", address);
    const before = this.route.page;
    this.#read();
    if (this.route.page === before) return;
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/licenses/")) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
