// What an agent is like, in the reader's language.
import { lobby } from "./messages";
import type { AgentInfo } from "../protocol";
import { settings } from "../lib/settings.svelte";

let german = $state.raw<Readonly<Record<string, string>> | null>(null);
let asked = false;

/** One sentence about an agent. Agents that the operator added keep their own words. */
export function styleOf(agent: AgentInfo): string {
  const own = lobby().styles[agent.id];
  if (own || settings.language === "en") return own ?? agent.style;
  if (!asked) {
    asked = true;
    import("./styles.de").then(
      (words) => (german = words.GERMAN),
      () => (asked = false),
    );
  }
  return german?.[agent.style] ?? agent.style;
}
