// Builds the request for a new game from the choices in the lobby.
import type { AgentInfo, CreateGame, DeckWish, SeatWish } from "../protocol";

/** Who sits in a seat other than the first: an agent's id, "surprise", or a friend. */
export type Sitter = string;
export const FRIEND = "friend";
export const SURPRISE = "surprise";

/** The partner of every server that the lobby offers until the list of agents arrives. */
export const DEFAULT_PARTNER: AgentInfo = { id: "detective", name: "Detective", style: "", family: "tamaya", players: [2, 3, 4, 5] };

export interface LobbyWish {
  name: string;
  others: readonly Sitter[];
  deck: "random" | "daily" | "named";
  deckName: string;
  help: CreateGame["help"];
  /** Others may watch a game with people. */
  watchable?: boolean;
  /** Seconds for each move of people; 0 for no clock. */
  clock?: number;
  /** No person plays: the first seat goes to the first agent, too. */
  watch: boolean;
}

const seat = (sitter: Sitter): SeatWish => (sitter === FRIEND ? { kind: "human" } : { kind: "agent", agent: sitter });

/** The body of the request. A deck without a name is a fresh one. */
export function createWish(wish: LobbyWish): CreateGame {
  const name = wish.deckName.trim();
  const deck: DeckWish = wish.deck === "named" && name ? { kind: "named", name } : wish.deck === "daily" ? { kind: "daily" } : { kind: "random" };
  const agents = wish.others.filter((sitter) => sitter !== FRIEND);
  const first: SeatWish = wish.watch ? seat(agents[0] ?? SURPRISE) : { kind: "human", ...(wish.name.trim() ? { name: wish.name.trim() } : {}) };
  const others = wish.others.map((sitter) => seat(wish.watch && sitter === FRIEND ? (agents[0] ?? SURPRISE) : sitter));
  return {
    seats: [first, ...others],
    deck,
    help: wish.help,
    ...(wish.watchable ? { watchable: true } : {}),
    ...(wish.clock && !wish.watch ? { clock: wish.clock } : {}),
  };
}

/** Agents that play at a table of this size and match the search text. */
export function matching(agents: readonly AgentInfo[], players: number, text: string): AgentInfo[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return agents.filter((agent) => {
    const about = `${agent.id} ${agent.name} ${agent.family} ${agent.style}`.toLowerCase();
    return agent.players.includes(players) && words.every((word) => about.includes(word));
  });
}

/** Families in order of first appearance, with their agents. */
export function byFamily(agents: readonly AgentInfo[]): [string, AgentInfo[]][] {
  const families = new Map<string, AgentInfo[]>();
  for (const agent of agents) families.set(agent.family, [...(families.get(agent.family) ?? []), agent]);
  return [...families];
}
