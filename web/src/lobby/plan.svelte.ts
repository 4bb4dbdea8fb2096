// The game that a visitor is planning in the lobby: who plays, with which deck and which options.
import { router } from "../lib/router.svelte";
import { settings } from "../lib/settings.svelte";
import type { AgentInfo, CreateGame } from "../protocol";
import { DEFAULT_PARTNER, FRIEND, SURPRISE, createWish, matching, type LobbyWish } from "./wish";

/** Partners that the lobby recommends for a number of players. */
export const MOST_RECOMMENDED = 5;

const wantedPartner = (): string | null => router.query.get("partner");

export class GamePlan {
  /** All agents of the server; only the default partner until the list arrives. */
  agents = $state.raw<readonly AgentInfo[]>([DEFAULT_PARTNER]);
  /** Did the list of agents arrive? */
  listed = $state(false);
  /** The agent that sits in every seat that was not changed. */
  partner = $state(wantedPartner() ? SURPRISE : DEFAULT_PARTNER.id);
  players = $state(2);
  /** Seats for which the visitor chose somebody else, by place after the visitor's own. */
  changed = $state<Record<number, string>>({});
  deck = $state<LobbyWish["deck"]>("random");
  deckName = $state("");
  watchable = $state(false);
  clock = $state(0);

  readonly fitting = $derived(matching(this.agents, this.players, ""));
  readonly recommended = $derived(
    this.fitting.filter((agent) => agent.recommended && (agent.best_with ?? [this.players]).includes(this.players)).slice(0, MOST_RECOMMENDED),
  );
  readonly #everywhere = $derived(this.fitting.some((agent) => agent.id === this.partner) ? this.partner : SURPRISE);
  /** Who sits in the other seats, in order. */
  readonly others = $derived(Array.from({ length: this.players - 1 }, (_, seat) => this.changed[seat] ?? this.#everywhere));
  /** The agent in the first of the other seats; null for a friend or a surprise. */
  readonly first = $derived(this.agents.find((agent) => agent.id === this.others[0]) ?? null);
  readonly withFriend = $derived(this.others.includes(FRIEND));
  /** A game can be started: without the list, unless the address names a partner. */
  readonly startable = $derived(this.listed || !wantedPartner());

  /** Takes the list of agents. Returns whether the address names a partner that the lobby does not recommend. */
  offer(agents: readonly AgentInfo[]): boolean {
    const wanted = agents.find((agent) => agent.id === wantedPartner());
    this.agents = agents;
    this.listed = true;
    this.partner = (wanted ?? agents.find((agent) => agent.recommended))?.id ?? SURPRISE;
    return wanted !== undefined && !wanted.recommended;
  }

  seat(place: number, sitter: string): void {
    this.changed = { ...this.changed, [place]: sitter };
  }

  inviteFriend(): void {
    this.seat(this.players - 2, FRIEND);
  }

  withoutFriend(): void {
    this.changed = {};
  }

  /** The request for this game; `watch`: agents play and the visitor watches. */
  wish(watch: boolean): CreateGame {
    const { others, deck, deckName, watchable, clock } = this;
    return createWish({ name: settings.name, others, deck, deckName, help: settings.pips, watch, watchable, clock });
  }
}
