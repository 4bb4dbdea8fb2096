// The stream of what a partner believes: one frame after each move, until the game is over.
import type { BeliefView } from "../protocol";
import { belief as fetchBelief } from "./explore";

export class BeliefStream {
  view = $state.raw<BeliefView | null>(null);
  refused = $state(false);
  #source: EventSource | null = null;

  constructor(game: string) {
    void this.#open(game);
  }

  async #open(game: string): Promise<void> {
    try {
      // One plain request first, because a stream does not report why it was refused.
      this.view = await fetchBelief(game);
    } catch {
      this.refused = true;
      return;
    }
    if (this.view === null) this.refused = true;
    if (this.view === null || this.view.over || this.#closed) return;
    this.#source = new EventSource(`/api/games/${encodeURIComponent(game)}/belief/stream`);
    this.#source.onmessage = (event) => {
      this.view = JSON.parse(event.data as string) as BeliefView;
      if (this.view.over) this.close();
    };
  }

  #closed = false;
  close(): void {
    this.#closed = true;
    this.#source?.close();
  }
}
