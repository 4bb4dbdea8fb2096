// The partners with a drawn face: which one belongs to an agent's id or to its name at a table.

import type { AgentInfo } from "../protocol";

export type Character = "detective" | "companion" | "tamaya" | "kagiya" | "intent" | "echo";

const BY_ID: Readonly<Record<string, Character>> = {
  detective: "detective",
  "meta:detective": "detective",
  companion: "companion",
  tamaya: "tamaya",
  kagiya: "kagiya",
  "eger:full": "intent",
  "eger:intentional": "intent",
  "learned:response": "echo",
};

/** The character of an agent, or null. */
export const characterOf = (id: string): Character | null => BY_ID[id] ?? null;

/** The name of an agent with a face; other agents keep their id. `namesFrom` knows more. */
export function nameOf(id: string): string {
  const character = characterOf(id);
  return character ? character[0]!.toUpperCase() + character.slice(1) : id;
}

/** Names of agents by their ids, from the server's list of agents. */
export const namesFrom =
  (agents: readonly AgentInfo[]) =>
  (id: string): string =>
    agents.find((agent) => agent.id === id)?.name ?? nameOf(id);

/** The character with this name at a table ("Echo", "Detective 2"), or null: pages of a running game know no ids. */
export function characterNamed(name: string): Character | null {
  const plain = name.replace(/ \d$/, "").toLowerCase();
  return Object.values(BY_ID).find((character) => character === plain) ?? null;
}
