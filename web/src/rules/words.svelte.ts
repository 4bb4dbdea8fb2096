// What rules do and why agents moved, in the reader's language. The server says it in English.
import { nameOf } from "../lib/characters";
import { settings } from "../lib/settings.svelte";
import { readReason } from "./reasons";

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

/** What a rule like `play_probably(60)` does. */
export const ruleWords = (rule: string, english: string): string => inGerman()?.ruleInGerman(rule) ?? english;

/** An agent's reason without the name of its rule. */
export function reasonWords(text: string): string {
  const named = text.replace(/^plays like ([^;]+?): (?=\d)/, (_, id: string) => `plays like ${nameOf(id)}: `);
  return inGerman()?.reasonInGerman(named) ?? readReason(named)?.text ?? named;
}
