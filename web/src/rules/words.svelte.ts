// What rules do and why agents moved, in the reader's language. The server says it in English.
import { nameOf } from "../lib/characters";
import { number } from "../lib/i18n.svelte";
import { cardWord, moveWords } from "../lib/moves";
import { settings } from "../lib/settings.svelte";
import { readReason } from "./reasons";
import { readThought, seatNamed, type Speech, type ThoughtWords } from "./thoughts";
import { english } from "./thoughts.en";

type German = typeof import("./german");
let german = $state.raw<German | null>(null);
let asked = false;

/** The German words; null until they are loaded, and for readers of English. */
function inGerman(): German | null {
  if (settings.language !== "de") return null;
  if (!asked) {
    asked = true;
    import("./german").then(
      (module) => (german = module),
      () => (asked = false),
    );
  }
  return german;
}

/** A threshold of zero says nothing. */
const withoutZero = (sentence: string): string => sentence.replace(/[;,] (?:from|ab) 0\s%(?=\.?$)/, "");

/** What a rule like `play_probably(60)` does. */
export const ruleWords = (rule: string, english: string): string => withoutZero(inGerman()?.ruleInGerman(rule) ?? english);

/** What Cyclone weighs in a move, like `safe_discard`. */
export const factorWords = (name: string): string => inGerman()?.FACTORS[name] ?? name.replaceAll("_", " ");

/** Who gives a reason, and to whom it is told. */
export interface Speaker {
  /** the seat of the agent */
  seat: number;
  /** names of the players, by seat */
  names: readonly string[];
  /** the reader's seat; null for spectators */
  viewer: number | null;
  /** how moves call the reader: "you" */
  you: string;
  /** names of agents by their ids, if the page knows them */
  display?: ((id: string) => string) | undefined;
}

/** "1,200", "5.543" or "+1.44" in the reader's language. */
function figure(text: string): string {
  const value = Number(text.replaceAll(",", ""));
  const size = number(Math.abs(value), /[.e]/.test(text) ? 2 : 0);
  return value < 0 ? `−${size}` : text.startsWith("+") ? `+${size}` : size;
}

function speech({ seat, names, viewer, you, display = nameOf }: Speaker, words: ThoughtWords): Speech {
  const called = names.map((name, at) => (at === viewer ? you : name));
  // The hand of a player who has yet to move is full. Cards are counted from the left, and the newest may stand there.
  const size = names.length <= 3 ? 5 : 4;
  const place = (slot: string): string => String(settings.newestLeft ? size - Number(slot) : Number(slot) + 1);
  return {
    move: (text) => moveWords(text.replace(/^(play|discard) (\d)$/, (_, kind: string, slot: string) => `${kind} ${Number(place(slot)) - 1}`), { seat, names: called }),
    card: cardWord,
    figure,
    place,
    who: (name) => (seatNamed(name) === viewer ? words.you : (names[seatNamed(name)] ?? name)),
    agent: display,
  };
}

/** An agent that plays like another one, and the other one's reason. */
const RESPONSE = /^(plays like [^;]+); (?!a search )(.+)$/s;

const lowered = (sentence: string): string => sentence[0]!.toLowerCase() + sentence.slice(1);

/** Why an agent moved: what its rule says, or what it weighed. */
export function reasonWords(text: string, speaker: Speaker): string {
  const response = RESPONSE.exec(text);
  if (response) return `${reasonWords(response[1]!, speaker)}; ${lowered(reasonWords(response[2]!, speaker))}`;
  const german = inGerman();
  const rule = readReason(text);
  if (rule) return withoutZero(german?.ruleInGerman(rule.rule) ?? rule.text);
  const words = german?.thoughtWords ?? english;
  const say = speech(speaker, words);
  return text
    .split("; ")
    .map((part) => {
      const thought = readThought(part);
      return thought ? words.kinds[thought.kind](thought.parts, say) : part;
    })
    .join("; ");
}
