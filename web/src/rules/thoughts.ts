// Reasons of agents without rules. The server writes them for programs ("prefers hint +1 1 (93 %), …"); pages read them
// and say them with the players' names and the places of cards. A test plays games and checks that each reason is read.

/** What each kind of reason looks like. Steps of agents are sentences of their own. */
export const KINDS = {
  response: /^plays like ([^;]+): ([\d.]+) points expected$/,
  unimproved: /^a search of ([\d,]+) games found no move that is clearly better$/,
  improved: /^a search of ([\d,]+) games prefers (\w+ .+) to (\w+ .+)$/,
  search: /^search of ([\d,]+) games: ([\d.]+) points in ([\d,]+) of them, before (\w+ .+) \(([\d.]+) in ([\d,]+)\)$/,
  onlyMove: /^search of ([\d,]+) games: ([\d.]+) points in ([\d,]+) of them, no other move tried$/,
  network: /^prefers (\w+ .+) \((\d+) %\), expects ([-+][\d.]+) points$/,
  factors: /^the highest of (\d+)(?:, first of (\d+) equal ones)?: (\w+ [^:]+): (\S+)(?: \((.+)\))?$/,
  people: /^(\d+) % of such people would do that$/,
  foreseen: /^(hint \+\d \w): worth ([-+][\d.]+) \((.+)\)$/,
  aimed: /^(hints [a-z ]+) \((hint \+\d \w): score (\d+), the partner (.+)\)$/,
  hat: /^says (\d+) of (\d+): (tells each other player their hat)$/,
  focus: /^hints that (\w+)'s slot (\d) is ([a-z]\d(?: or [a-z]\d)*): ([a-z ,]+)$/,
  own: /^(plays|discards) slot (\d): ([a-z ,]+)$/,
  convention: /^hints: ([a-z ,]+)$/,
  late: /^(\S+): took longer than ([\d.]+) s$/,
  instead: /^(\S+) moved instead$/,
  step: /^([a-z][a-zA-Z, ]+(?:: (?:any legal move|gives up))?)$/,
} satisfies Readonly<Record<string, RegExp>>;

export type Kind = keyof typeof KINDS;
export interface Thought {
  kind: Kind;
  parts: readonly string[];
}

/** How to say the parts of a thought in the reader's language. */
export interface Speech {
  /** a move like "hint +1 1" */
  move: (text: string) => string;
  /** a card like "r4" */
  card: (text: string) => string;
  /** a number of the server, like "1,200" or "+1.44" */
  figure: (text: string) => string;
  /** the place of a card in a hand, counted from 1 */
  place: (slot: string) => string;
  /** a player by the name that the server gives the seat */
  who: (name: string) => string;
  /** an agent by its id */
  agent: (id: string) => string;
}

/** How each kind is said. */
export interface ThoughtWords {
  /** the reader, as in "of you" */
  you: string;
  kinds: Readonly<Record<Kind, (parts: readonly string[], say: Speech) => string>>;
}

/** The server's names of seats. */
const SEATS: readonly string[] = ["alice", "bob", "cathy", "donald", "emily"];
export const seatNamed = (name: string): number => SEATS.indexOf(name);

/** The kind of a reason and its parts; null if it is of no known kind. */
export function readThought(text: string): Thought | null {
  for (const [kind, pattern] of Object.entries(KINDS)) {
    const match = pattern.exec(text);
    if (match) return { kind: kind as Kind, parts: match.slice(1).map((part) => part ?? "") };
  }
  return null;
}

/** "fits +1, misplay -0.09" as pairs, the largest first. */
export const weighed = (text: string): [string, string][] =>
  text
    .split(", ")
    .filter(Boolean)
    .map((part) => part.split(" ") as [string, string])
    .sort(([, a], [, b]) => Math.abs(Number(b)) - Math.abs(Number(a)));

/** "plays 0, 2 and discards 3" as a list of moves with their slots. */
export const reactions = (text: string): [string, string[]][] =>
  [...text.matchAll(/(plays|discards) (\d(?:, \d)*)/g)].map(([, what, slots]) => [what!, slots!.split(", ")]);

/** "play 2 49 %, discard 3 15 %" as moves with their chances. */
export const chances = (text: string): [string, string][] =>
  [...text.matchAll(/((?:play|discard) \d) (\d+) %/g)].map(([, move, percent]) => [move!, percent!]);
